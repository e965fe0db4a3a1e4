"""The systems that answer the samples: baselines, the default core, a chat model, the whole bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agents.cores import ToolCard
from agents.extractive.core import ExtractiveCore
from agents.prompts import load_prompt
from agents.prompts.fencing import as_data
from agents.turns import Question, ThreadKey, View
from evals.objective.samples import Sample
from evals.objective.scoring import Output
from evals.objective.stated_answers import (
    MOST_WORDS,
    listed_regimens,
    named_option,
    said_regimens,
    stated_option,
)
from evals.running.chat import Chat, ChatReply, ask_all
from evals.tools.overlap import words_of
from retrieval.documents import Document

NO_ANSWER = "NO ANSWER"
READ_AS = "literature"
"""The role under which contexts are read: they are abstracts, or records told as one."""
Count = Callable[[int], None]


def majority(samples: Sequence[Sample]) -> list[Output]:
    """The answer that is right most often in the set, for every question. It knows the targets: a
    bound for whoever looks at no question."""
    targets: dict[str, Counter[str]] = {}
    regimens: Counter[frozenset[str]] = Counter()
    for sample in samples:
        targets.setdefault(sample.set_name, Counter())[sample.target] += 1
        regimens.update(sample.regimens)
    usual = frozenset(each for each, _ in regimens.most_common(1))
    found = []
    for sample in samples:
        if sample.task == "drug_list":
            found.append(Output(regimens=usual))
        elif sample.options:
            found.append(Output(option=targets[sample.set_name].most_common(1)[0][0]))
        else:
            found.append(Output())
    return found


async def quote_contexts(samples: Sequence[Sample], count: Count) -> list[Output]:
    """The default core over the contexts of each sample: what it would quote of them. It draws no
    conclusion, so it chooses an option only where a quote names just one."""
    core = ExtractiveCore()
    card = ToolCard(name="search_contexts", title="Contexts", use_when="always", role=READ_AS)
    found = []
    for number, sample in enumerate(samples, 1):
        question = Question(thread=ThreadKey("", "", ""), asker="", text=sample.question)
        view = View(run_id="", question=question)
        documents = [
            Document(silo="contexts", id=str(place), version="1", title="", text=text)
            for place, text in enumerate(sample.contexts, 1)
        ]
        read = await core.read(sample.question, documents, card, view=view)
        found.append(output_of(sample, [insight.text for insight in read.insights]))
        count(number)
    return found


async def ask_model(
    samples: Sequence[Sample], chat: Chat, count: Count, *, with_contexts: bool
) -> list[Output]:
    """A chat model with the contexts, or with the question alone."""
    prompts = [prompt_of(sample, with_contexts=with_contexts) for sample in samples]
    replies = await ask_all(chat, prompts, count)
    return [read_reply(*pair) for pair in zip(samples, replies, strict=True)]


def prompt_of(sample: Sample, *, with_contexts: bool) -> str:
    """The prompt of a sample's task."""
    contexts = [as_data(text) for text in sample.contexts] if with_contexts else []
    asked: dict[str, object] = {"question": as_data(sample.question), "contexts": contexts}
    if sample.task == "choice":
        asked["options"] = [(letter, as_data(option)) for letter, option in sample.options]
    if sample.task == "short_answer":
        asked["words"] = MOST_WORDS
    return load_prompt(f"objective/{sample.task}").render(**asked)


def read_reply(sample: Sample, reply: ChatReply) -> Output:
    """What a model's reply answers."""
    text = "" if reply.text.strip() == NO_ANSWER else reply.text.strip()
    is_list, is_short = sample.task == "drug_list", sample.task == "short_answer"
    return Output(
        option=stated_option(sample, text) if sample.options else "",
        regimens=listed_regimens(text) if is_list else frozenset(),
        text=text if is_short else "",
        tokens=reply.tokens,
        cost_usd=reply.cost_usd,
    )


def read_result(sample: Sample, result: Mapping[str, Any]) -> Output:
    """What an object of ``curbside ask --json`` answers: its sentences as a free text."""
    usage = result["usage"]
    found = output_of(sample, [each["text"] for each in result["sentences"]], most_words=None)
    return Output(
        option=found.option,
        regimens=found.regimens,
        text=found.text,
        spoke=result["outcome"] == "answer",
        tokens=usage["input_tokens"] + usage["output_tokens"],
        cost_usd=usage["cost_usd"] if usage["model"] else None,
    )


def output_of(
    sample: Sample, sentences: Sequence[str], most_words: int | None = MOST_WORDS
) -> Output:
    """What sentences of a free text answer; of a short answer as many whole ones as there is room
    for."""
    if sample.task == "drug_list":
        return Output(regimens=said_regimens(sentences))
    if sample.options:
        return Output(option=named_option(sample, " ".join(sentences)))
    kept: list[str] = []
    for each in sentences:
        if most_words is None or len(words_of(" ".join((*kept, each)))) <= most_words:
            kept.append(each)
    return Output(text=" ".join(kept))
