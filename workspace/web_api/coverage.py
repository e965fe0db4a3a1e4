"""Which of the methods that Slack documents are here, and what the app used of them so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from workspace.json_types import JsonObject
from workspace.web_api.call import ApiMethod
from workspace.web_api.documented_methods import (
    DocumentedMethod,
    absent_errors,
    documented_methods,
)


def list_coverage(methods: dict[str, ApiMethod], calls: Sequence[JsonObject]) -> list[JsonObject]:
    """Each method that is documented or here, by name, with the outcomes of its calls and the
    arguments that were given and not read."""
    documented = documented_methods()
    return [
        {
            **_describe(name, documented.get(name), methods.get(name)),
            "outcomes": Counter(str(one["outcome"]) for one in calls if one["method"] == name),
            "ignored": sorted(
                {each for one in calls if one["method"] == name for each in one["ignored"]}
            ),
        }
        for name in sorted({*documented, *methods})
    ]


def _describe(
    name: str, documented: DocumentedMethod | None, method: ApiMethod | None
) -> JsonObject:
    found = documented or DocumentedMethod(
        name=name,
        tier=method.tier if method else "",
        scopes=method.scopes if method else (),
        required=(),
        optional=(),
        errors=(),
    )
    why = absent_errors()
    absent = [each for each in found.errors if method and each not in found.produced]
    return {
        **asdict(found),
        "absent": {each: why.get(each, "") for each in absent},
        "is_documented": documented is not None,
        "is_emulated": method is not None,
    }
