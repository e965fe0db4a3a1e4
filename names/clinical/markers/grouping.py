"""Groups the tokens of a text into items: a marker with what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from names.clinical.markers.item import (
    SIGNED,
    MarkerItem,
    is_answer,
    is_apart,
    is_finding_beside,
    is_kept,
    is_lost,
    is_of_another,
    is_of_next,
    is_on_copies,
    leaves_out,
    may_be_finding,
    origin_of,
    take_loss,
    tell_number,
)
from names.clinical.markers.lexing import MarkerToken
from names.clinical.markers.vocabulary import (
    FOUND,
    GENERAL,
    LEVELS,
    NO_MARKER,
    OF_ALL,
    OF_GENES,
    OF_LISTS,
    POLARITIES,
    REACHING,
    TOLD_KINDS,
    WILD,
)

STATES = ("absent", "present", "level", "uncertain", "unknown", "event", "loss")
SAID_OF_OTHERS = (*POLARITIES, "loss", "level", "unknown")
LOOKED_BACK = 60
"""Markers among which the gene of a variant is looked for; a long report names as many. By hand."""


class Grouper:
    """Goes through the tokens once and keeps the items."""

    def __init__(self) -> None:
        self.items: list[MarkerItem] = []
        self.current: MarkerItem | None = None
        self.link = ""
        self.linked = False  # only links and fillers stand between the last item and here
        self.before: list[MarkerToken] = []  # modifiers that stand before their marker
        self.denial = self.denials = 0
        self.passed = ""  # the last word that tells nothing by itself: "biopsy", "known"
        self.free = self.denied_list = self.denied_all = False
        self.of_one: Literal["", "next", "told"] = ""  # of the one marker of "non-BRCA"
        self.reach = 0
        """Where the last word ends that only speaks of the item's test or result."""
        self.following = ""  # the kind of the token behind this one
        self.of_all = False  # "both" or "all" stands behind the last item

    def group(self, tokens: Sequence[MarkerToken]) -> list[MarkerItem]:
        """The items that the tokens of one text tell, each marker with what is said of it."""
        for place, token in enumerate(tokens):
            after = [each.kind for each in tokens[place + 1 : place + 6] if each.kind != "filler"]
            self.following = "" if after[1:2] == ["marker"] else "".join(after[:1])
            handler = HANDLERS.get(token.kind)
            if handler:
                handler(self, token)
            elif token.kind in STATES:
                self.modify(token)
            if token.kind in REACHING and not self.link:
                self.reach = token.end
            self.of_all = self.of_all or token.text.lower() in OF_ALL
        for item in self.items:
            if item.bare:
                item.headed = bool(item.before)
                for token in item.before:
                    self.apply(item, token)
        return self.items

    # Items

    def open_item(self, token: MarkerToken, names: tuple[str, ...]) -> MarkerItem:
        """Begin an item under these names; it takes over the link and the denial before it."""
        apart = self.link == "," and not self.linked
        item = MarkerItem(token.start, token.end, names=names, apart=apart)
        if self.linked and self.items:
            item.link = self.link or " "
        if self.of_one == "told" and item.link != "/":
            # "Non-BRCA, ATM mutated" denies BRCA alone; "non-BRCA HRR mutated" says nothing sure.
            self.denial, self.of_one = 0, ""
            item.unknown = not item.link.strip() and len(names) > 2
        elif self.of_one:
            self.of_one = "told"
        item.denial = self.denial
        item.denied_list, item.denied_all = self.denied_list, self.denied_all
        item.free = self.free
        self.items.append(item)
        self.current, self.link, self.linked, self.of_all = item, "", True, False
        return item

    def marker(self, token: MarkerToken) -> None:
        """A marker: its second name, the gene of the variant before it, or a new item."""
        if self.repeats(token):
            assert self.current is not None
            self.current.end = max(self.current.end, token.end)
            return
        if self.takes_gene():
            assert self.current is not None
            item = self.current
            item.names, item.end = token.names, token.end
        else:
            item = self.open_item(token, token.names)
        item.origin, item.prefixed = item.origin or token.origin, bool(token.origin)
        if token.state:
            item.states.append(token.state)
            item.polarity, item.own_state, item.of_gene = token.polarity, True, True
        if self.before:
            item.start = min(item.start, self.before[0].start)
            item.before = tuple(self.before)
        elif item.link.strip() and len(self.items) > 1:
            item.before = self.items[-2].before
        for each in self.before:
            self.apply(item, each)
        item.named_behind = bool(self.before) and not token.state
        item.borrowed = any(each.kind in POLARITIES for each in self.before)
        self.before = []

    def repeats(self, token: MarkerToken) -> bool:
        """ "(HER2)" after the full name."""
        item = self.current
        return item is not None and item.names == token.names and item.bare and not self.link

    def takes_gene(self) -> bool:
        """ "T790M mutation in EGFR": the variant stands before its gene."""
        item = self.current
        return item is not None and not item.names and not self.link and bool(item.states)

    def variant(self, token: MarkerToken) -> None:
        """A variant: of the item before it, or of a new one whose gene is told by the context."""
        item = self.current
        if item is not None and not self.link and self.may_take(item, token):
            take_loss(item, token)
            item.states.extend(token.names or (token.state,))
            item.end = token.end
            return
        new = self.open_item(token, ())
        new.context = self.gene_of(token)
        new.states.extend(token.names or (token.state,))
        before, self.before = self.before, []
        for each in before:
            self.apply(new, each)
        if new.states[-1] == "loss" and is_lost(replace(new, before=tuple(before)), token):
            new.states, new.polarity, new.own_state = new.states[:-1], "absent", True

    def gene_of(self, token: MarkerToken) -> tuple[str, ...]:
        """The gene of a variant that is named without one: that of which it was told, else the
        last. "KRAS G12C, ROS1 neg. G12C inhibitor?" says nothing of ROS1."""
        before = self.items[-2 : -LOOKED_BACK - 2 : -1]
        told = [each for each in before if set(each.states) & set(token.names or (token.state,))]
        return next((e.names or e.context for e in (*told, *before) if e.names or e.context), ())

    def may_take(self, item: MarkerItem, token: MarkerToken) -> bool:
        beside = item.named_behind and not item.states and token.start - item.end <= 1
        if item.whole or (item.polarity and not beside):
            return False
        return not item.states or item.states[-1] in GENERAL or token.state in GENERAL

    def whole(self, token: MarkerToken) -> None:
        item = self.open_item(token, tuple(marker.name for marker in token.markers[:1]))
        item.whole = token.markers

    # What is said of them

    def modify(self, token: MarkerToken) -> None:
        """A word about a marker: of the item before it, or kept for the one that follows."""
        item, self.passed = self.current, ""
        if item is not None and is_kept(item, token):
            token = replace(token, kind="present")
        if item is None or is_of_next(item, token, self.link, self.following):
            self.before.append(token)
        else:
            self.spread(token)

    def spread(self, token: MarkerToken) -> None:
        """What stands after a list holds for members without a state, a denial for variants."""
        place = len(self.items) - 1
        self.apply(self.items[place], token)
        while place and (self.items[place].link.strip() or self.stands_in_row(place)):
            link, place, behind = self.items[place].link, place - 1, self.items[place]
            item = self.items[place]
            apart = link != "/" and not self.of_all and is_finding_beside(item, behind)
            if apart or item.numbered:
                break
            if item.bare and not self.of_all and may_be_finding(item, behind):
                item.origin = ""
            elif item.bare:
                self.apply(item, token)
                item.own_state, item.spread = False, True
            elif token.kind == "absent" and link != "," and self.may_be_denied(item, token):
                self.apply(item, token)
            else:
                break

    def stands_in_row(self, place: int) -> bool:
        """Whether only a blank parts it from a marker of which nothing is said: "EGFR ALK neg"."""
        item, before = self.items[place], self.items[place - 1]
        alike = (item.names in SIGNED) == (before.names in SIGNED)  # not of "PIK3CA HER2 neg"
        return bool(item.link) and before.bare and item.start - before.end <= 1 and alike

    def may_be_denied(self, item: MarkerItem, token: MarkerToken) -> bool:
        """Wild type is a gene, not a variant of the gene before: "PIK3CA H1047R + ESR1 wt"."""
        of_gene = bool(item.states) and bool(WILD.match(token.text))
        return not item.polarity and not item.whole and not of_gene

    def apply(self, item: MarkerItem, token: MarkerToken) -> None:
        """Write into an item what a word says of it: polarity, state, origin or level."""
        kind = token.kind
        if (kind == "level" and not item.bare) or is_of_another(token, item):
            return
        answers = is_answer(token, item)
        item.end = max(item.end, token.end)
        item.of_gene = item.of_gene or bool(OF_GENES.search(token.text))
        if kind in ("unknown", "event"):
            item.unknown = item.unknown or kind == "unknown"
            item.event = item.event or kind == "event"
        elif kind == "loss" and item.states and token.text.lower() == "lost":
            item.polarity, item.own_state = "absent", True
        elif kind in ("loss", "class"):
            item.states.append(token.state or "loss")
        elif kind == "origin":
            item.origin = origin_of(token)
            item.event = item.event or token.text.lower().startswith("carrier")
        elif kind == "level":
            self.apply_level(item, token)
        elif item.denial and token.text.lower() in FOUND:
            item.found = True
        elif item.borrowed or not item.own_state or item.polarity is None or answers:
            item.states += ["amplification"] * is_on_copies(token, item)
            item.polarity = POLARITIES[kind]
            item.own_state, item.borrowed = True, False

    def apply_level(self, item: MarkerItem, token: MarkerToken) -> None:
        item.states.append(LEVELS.get(token.text.lower().replace(" ", ""), token.text.lower()))
        item.polarity, item.own_state = "present", True

    def sign(self, token: MarkerToken) -> None:
        item = self.current
        if item is not None and self.is_sign(item, token):
            self.spread_sign(token)
        elif token.kind == "plus":
            self.connect(token)

    def is_sign(self, item: MarkerItem, token: MarkerToken) -> bool:
        """Whether a plus or minus belongs to the marker before it, and is no dash or "plus"."""
        gap = token.start - item.end
        told = item.polarity and (gap or not item.borrowed)
        if item.whole or self.link or gap > 1 or told:
            return False
        return gap == 0 or token.text == "−" or (token.kind == "plus" and item.names in SIGNED)

    def spread_sign(self, token: MarkerToken) -> None:
        kind = "present" if token.kind == "plus" else "absent"
        self.spread(MarkerToken(kind, token.text, token.start, token.end))  # type: ignore[arg-type]

    def connect(self, token: MarkerToken) -> None:
        """A comma, slash, "and" or "or": what follows is a member of the same list."""
        word = token.text.lower()
        if word == "," and self.current is None:
            # "PSMA PET pos, HRR neg", "hair loss, HER2 low": said of something else.
            self.before = [each for each in self.before if each.kind not in SAID_OF_OTHERS]
            self.denial = 0 if self.passed in NO_MARKER else self.denial
        self.link = {"/": "/", ",": ","}.get(word, "or" if word in ("or", "nor") else "and")
        if word == "nor" and not self.denial:
            self.deny(token)

    def deny(self, token: MarkerToken) -> None:
        """After "no", "non-", "nor": the markers behind are absent, up to the next group."""
        if self.denial and token.text.lower() == "nor":
            self.connect(token)
            return
        self.close()
        self.denial = self.denials = self.denials + 1
        word, self.denied_list = token.text.lower(), token.kind == "deny_list"
        self.denied_all, self.of_one = word.startswith(OF_LISTS), "next" if word == "non" else ""

    def leave_free(self, token: MarkerToken) -> None:
        denied = self.denial or any(each.kind == "absent" for each in self.before)
        self.close()
        self.free = not leaves_out(token, self.passed, denied=bool(denied))

    def test(self, token: MarkerToken) -> None:
        self.passed = "test"
        if self.current is not None:
            self.current.tested = True

    def origin(self, token: MarkerToken) -> None:
        """Where a marker was looked for: of the item before it, or of the one that follows."""
        only = "only" in token.text.lower() or token.text.lower().startswith("just")
        if (item := self.current) and self.following in TOLD_KINDS and is_apart(item, token):
            other = self.open_item(token, item.names)  # "BRCA2 germline neg, somatic pos"
            other.states, other.context, other.link = list(item.states), item.context, ""
            self.apply(other, token)
            return
        if self.current is None or (self.link and not only):
            self.before.append(token)
        else:
            self.apply(self.current, token)

    def pause(self, token: MarkerToken) -> None:
        """The end of a sentence, or the colon of "HER2: negative" and "EGFR T790M: not found"."""
        item = self.current
        told = item is None or item.whole or item.polarity or item.unknown
        reached = item is not None and token.start in (item.end, self.reach)
        if item is None or told or token.text != ":" or not reached:
            self.close()

    def close(self, token: MarkerToken | None = None) -> None:
        self.current, self.link, self.linked = None, "", False
        self.passed = token.text.lower() if token else self.passed
        self.before = []
        self.denial, self.free, self.of_one = 0, False, ""

    def skip(self, token: MarkerToken) -> None:
        self.passed = token.text.lower()
        tell_number(self.current, token, self.link)


HANDLERS = {
    "marker": Grouper.marker,
    "variant": Grouper.variant,
    "class": Grouper.variant,
    "number": Grouper.whole,
    "whole": Grouper.whole,
    "deny": Grouper.deny,
    "deny_list": Grouper.deny,
    "both": Grouper.leave_free,
    "plus": Grouper.sign,
    "minus": Grouper.sign,
    "link": Grouper.connect,
    "test": Grouper.test,
    "origin": Grouper.origin,
    "end": Grouper.pause,
    "word": Grouper.close,
    "filler": Grouper.skip,
}
