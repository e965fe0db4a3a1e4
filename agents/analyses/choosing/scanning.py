"""Every word of a request read: what chooses rows, what parts them, what is computed of. A word
that is none of these ends it: numbers that leave a word out of account answer something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.analyses.choosing.atoms import Atom, atom_at
from agents.analyses.choosing.conditions import RowCondition
from agents.analyses.choosing.naming import Names
from agents.analyses.choosing.tokens import length_of, phrase
from agents.analyses.contract import RequestUnclear

MOST_TOKENS = 120
"""Words of a request. Chosen by hand: more are a letter."""
_LISTED = frozenset((",", "and", "&", "+"))
_BOTH = frozenset(("and", "or", "vs", "vs.", "versus", "/", "&"))
_BEFORE_ONE_OF_TWO = frozenset(("of", "and", "between", "against", "vs", "versus", "with", "&"))
_AGAINST = frozenset(
    ("vs", "vs.", "versus", "against", "as against", "compared with", "compared to")
)
"""Between two values of a column: its groups are set side by side."""
_RESETS = frozenset(("in", "among", "within", "where", "for", "only"))


@dataclass(slots=True)
class Scanner:
    """Reads the words of one request from left to right."""

    names: Names
    tokens: tuple[str, ...]
    is_on_terms: bool
    """Whether columns that are listed are compared, as in Cox's model."""
    is_of_one: bool
    """Whether something is computed of one column."""
    is_of_two: bool = False
    """Whether it is of two columns, side by side."""
    conditions: list[RowCondition] = field(default_factory=list)
    by: list[str] = field(default_factory=list)
    of: list[str] = field(default_factory=list)
    """Columns that are named and neither part nor choose rows."""
    names_events: bool = False
    _negation: str = ""
    _chosen: int = 0
    """How many choices the negation has taken away."""
    _joint: str = ""
    _is_led: bool = False
    _is_by: bool = False

    def read(self) -> None:
        """Raises :class:`RequestUnclear` at the first word that says nothing it knows."""
        if len(self.tokens) > MOST_TOKENS:
            raise RequestUnclear("This is too long to be read word by word: ask in one sentence.")
        place = 0
        while place < len(self.tokens):
            place += self._step(place)
        if self._negation and not self._chosen:
            raise RequestUnclear(f"Say what “{self._negation}” takes away.")

    def _step(self, place: int) -> int:
        """Read what stands at a place; how many words it was."""
        if length := self._with_and_without(place):
            return length
        is_joint = bool(length_of("joint", self.tokens, place))
        if self._is_by and not is_joint and (length := self._group_column(place)):
            return length
        if self.is_of_one and not self.of and place and self.tokens[place - 1].lower() == "of":
            column, length = self.names.column_at(self.tokens, place)
            whole = atom_at(self.names, self.tokens, place, is_led=False)
            if column is not None and (whole is None or whole.length <= length):
                self.of.append(column.name)
                return length
        if self.is_of_two and place and (length := self._one_of_two(place)):
            return length
        if atom := self._set_against(place):
            return self._choose(atom)
        if atom := atom_at(self.names, self.tokens, place, is_led=self._is_led):
            return self._choose(atom)
        return self._grammar(place) or self._column_or_filler(place)

    def _grammar(self, place: int) -> int:
        if length := length_of("group", self.tokens, place):
            return self._begin_groups(place, length)
        if length := length_of("not", self.tokens, place):
            return self._negate(place, length)
        if self.is_on_terms and (length := length_of("term", self.tokens, place)):
            self._is_by, self._joint = True, ","
            return length
        if length := length_of("connector", self.tokens, place):
            return self._connect(place, length)
        if length := length_of("joint", self.tokens, place):
            self._joint = phrase(self.tokens, place, length)
        return length

    def _one_of_two(self, place: int) -> int:
        """A column of a table of two: also one of yes and no, which chooses no rows there."""
        column, length = self.names.column_at(self.tokens, place)
        is_led = self.tokens[place - 1].lower() in _BEFORE_ONE_OF_TWO
        atom = atom_at(self.names, self.tokens, place, is_led=False)
        if column is None or not is_led or len(self.of) > 1 or (atom and atom.length > length):
            return 0
        self.of.append(column.name)
        return length

    def _with_and_without(self, place: int) -> int:
        """``with and without brain metastases``: both, side by side."""
        words = tuple(each.lower() for each in self.tokens[place : place + 3])
        if len(words) < 3 or (words[0], words[2]) != ("with", "without") or words[1] not in _BOTH:
            return 0
        column, length = self.names.column_at(self.tokens, place + 3)
        if column is None:
            atom = atom_at(self.names, self.tokens, place + 3, is_led=True)
            if atom is None or len(atom.conditions) != 1 or not atom.conditions[0].otherwise:
                raise RequestUnclear(_no_column(self.names, self.tokens, place + 3))
            self.by.append(atom.conditions[0].column)
            return 3 + atom.length
        self.by.append(column.name)
        return 3 + length

    def _column_or_filler(self, place: int) -> int:
        column, named = self.names.column_at(self.tokens, place)
        filler = length_of("filler", self.tokens, place)
        if column is not None and named >= filler and not filler:
            self.of.append(column.name)
            return named
        if filler:
            self._is_led = self._is_led and self.tokens[place].lower() in ("the", "group")
            return filler
        if length := length_of("event words", self.tokens, place):
            self.names_events = True
            return length
        raise RequestUnclear(_not_read(self.tokens, place))

    def _begin_groups(self, place: int, length: int) -> int:
        self._is_by, self._joint = True, ""
        found = self._group_column(place + length)
        if not found:
            raise RequestUnclear(_no_column(self.names, self.tokens, place + length))
        return length + found

    def _group_column(self, place: int) -> int:
        """A column that parts the rows, behind "by" or in a list that began there."""
        start = place
        while start < len(self.tokens) and self.tokens[start].lower() in ("the", "each"):
            start += 1
        if start == place and self.by and self._joint not in _LISTED:
            self._is_by = False
            return 0
        column, length = self.names.column_at(self.tokens, start)
        if column is None and not self._joint:
            column, length = self.names.column_like(self.tokens, start)
        atom = atom_at(self.names, self.tokens, start, is_led=False) if self._joint else None
        if column is None or (atom and atom.length > length):
            self._is_by = False
            return 0
        self.by.append(column.name)
        self._joint = ""
        return start + length - place

    def _choose(self, atom: Atom) -> int:
        self._is_by = False
        for condition in atom.conditions:
            self._add(condition.turned if self._negation else condition, atom)
        self._chosen += bool(self._negation)
        self._joint, self._is_led = "", False
        return atom.length

    def _add(self, condition: RowCondition, atom: Atom) -> None:
        if self._negation and len(atom.conditions) > 1:
            raise RequestUnclear("A range cannot be taken away: say which rows are to be kept.")
        same = [each for each in self.conditions if each.column == condition.column]
        if self._negation and self._chosen:
            before = self.conditions[-1]
            if before.column != condition.column or not self._joint or before.sign != "≠":
                raise RequestUnclear(_several_taken_away(self._negation))
            self.conditions[-1] = RowCondition(before.column, "≠", before.values + condition.values)
            return
        if self._joint in ("or", "/", "nor"):
            raise RequestUnclear(_ALTERNATIVES)
        clash = [
            e for e in same if e.sign == "=" == condition.sign and e.values != condition.values
        ]
        if clash and self._joint in _AGAINST:
            self._set_beside(clash[0], condition)
            return
        if clash:
            raise RequestUnclear(_clash(clash[0], condition))
        if condition not in self.conditions:
            self.conditions.append(condition)

    def _set_against(self, place: int) -> Atom | None:
        """``mutated vs wild type``: the other value is of the same column, if that has it."""
        column = self.names.table.column(self.conditions[-1].column) if self.conditions else None
        if column is None or self._joint not in _AGAINST:
            return None
        other, length = self.names.value_of(column, self.tokens, place)
        return Atom((other,), length) if other else None

    def _set_beside(self, one: RowCondition, other: RowCondition) -> None:
        """``mutated vs wild type``: the rows of both, parted by their column."""
        both = RowCondition(one.column, "=", (*one.values, *other.values))
        self.conditions[self.conditions.index(one)] = both
        if one.column not in self.by:
            self.by.append(one.column)

    def _negate(self, place: int, length: int) -> int:
        words = phrase(self.tokens, place, length)
        if self._negation and not self._chosen:
            raise RequestUnclear(f"“{self._negation} {words}”: say which rows are to be kept.")
        if phrase(self.tokens, place + length, 1) == "only":
            raise RequestUnclear(f"“{words} only”: say which rows are to be kept.")
        if self._negation and words == "nor":
            self._joint = words
            return length
        self._negation, self._chosen, self._is_led, self._is_by = words, 0, True, False
        return length

    def _connect(self, place: int, length: int) -> int:
        words = phrase(self.tokens, place, length)
        column, _ = self.names.column_at(self.tokens, place) if words == "age" else (None, 0)
        if column is not None:
            # No number behind it: the column itself is meant.
            self.of.append(column.name)
            return length
        self._is_led = True
        if self._negation and self._chosen:
            if words == "only":
                return length
            is_parted = self._joint in (",", "and") or self._negation in ("without", "no", "not")
            if words not in _RESETS or not is_parted:
                raise RequestUnclear(_several_taken_away(self._negation))
            self._negation, self._chosen = "", 0
        is_before_groups = bool(length_of("group", self.tokens, place + length))
        if (
            words == "for"
            and self.is_on_terms
            and not (self.by or self.conditions or is_before_groups)
        ):
            self._is_by, self._joint = True, ","
        if words in _RESETS and self._joint != "or":
            self._joint = ""
        return length


_ALTERNATIVES = (
    "Rows that meet one of several conditions (“or”) are not chosen by fixed formulas, but of one"
    " column: “stage III or IV”."
)


def _several_taken_away(words: str) -> str:
    return (
        f"More than one thing behind “{words}” can be read in two ways: say which rows are to be"
        " kept (“in women, without prior platinum”)."
    )


def _clash(one: RowCondition, other: RowCondition) -> str:
    first, second = one.values[0], other.values[0]
    return (
        f"No row has both {one.column} = {first} and {second}, and the numbers of all rows would be"
        f" others. Ask “by {one.column}”, or of each by itself."
    )


def _not_read(tokens: Sequence[str], place: int) -> str:
    """The word that is not known, with those behind it that are not known either."""
    end = place + 1
    known = ("group", "connector", "joint", "filler")
    while end < len(tokens) and not any(length_of(kind, tokens, end) for kind in known):
        end += 1
    words = " ".join(tokens[place : min(end, place + 6)])
    return (
        f"I do not know what “{words}” is in this table, and the numbers of all rows would be"
        " others. Name a column and one of its values: “ORR in arm = A”, “OS in age over 65”."
    )


def _no_column(names: Names, tokens: Sequence[str], place: int) -> str:
    end = place + 1
    while (
        end < len(tokens) and tokens[end] not in _LISTED and not length_of("connector", tokens, end)
    ):
        end += 1
    heads = ", ".join(each.name for each in names.table.columns)
    words = " ".join(tokens[place:end])
    if not words:
        return f"I do not know by which column: name it behind “by”. The columns are: {heads}."
    column, _ = names.column_at(tokens, place)
    if column is not None:
        return f"“{words}” cannot be read as a group here: ask “by {column.name}” alone."
    return f"I find no column for “{words}”. The columns are: {heads}."
