"""What Slack's own block classes produce must pass our limits: a second opinion on `blocks.py`."""

from __future__ import annotations

import pytest
from slack_sdk.models import blocks as sdk

from workspace.block_kit.blocks import check_blocks

LINK = "https://example.org"


def option(value: str) -> sdk.Option:
    return sdk.Option(text=value, value=value)


def rich(text: str) -> sdk.RichTextBlock:
    parts = sdk.RichTextElementParts
    return sdk.RichTextBlock(
        elements=[
            sdk.RichTextSectionElement(
                elements=[parts.Text(text=text), parts.Link(url=LINK), parts.User(user_id="U1")]
            ),
            sdk.RichTextListElement(
                style="bullet",
                elements=[sdk.RichTextSectionElement(elements=[parts.Emoji(name="eyes")])],
            ),
            sdk.RichTextQuoteElement(elements=[parts.Text(text=text)]),
            sdk.RichTextPreformattedElement(elements=[parts.Text(text=text)]),
        ]
    )


def task() -> sdk.TaskCardBlock:
    return sdk.TaskCardBlock(
        task_id="1",
        title="Search",
        status="in_progress",
        details=rich("x"),
        output=rich("y"),
        sources=[sdk.UrlSourceElement(url=LINK, text="Label")],
    )


BLOCKS: list[sdk.Block] = [
    sdk.SectionBlock(text="plain", accessory=sdk.ButtonElement(text="Go", action_id="a")),
    sdk.SectionBlock(
        text=sdk.MarkdownTextObject(text="*x*"),
        accessory=sdk.OverflowMenuElement(action_id="o", options=[option("1"), option("2")]),
    ),
    sdk.SectionBlock(fields=["a", "b"]),
    sdk.SectionBlock(text="x", accessory=sdk.ImageElement(image_url=LINK, alt_text="x")),
    sdk.DividerBlock(),
    sdk.HeaderBlock(text="Title"),
    sdk.ImageBlock(image_url=LINK, alt_text="x", title="t"),
    sdk.ContextBlock(
        elements=[
            sdk.MarkdownTextObject(text="x"),
            sdk.PlainTextObject(text="y"),
            sdk.ImageElement(image_url=LINK, alt_text="x"),
        ]
    ),
    sdk.ActionsBlock(
        elements=[
            sdk.ButtonElement(
                text="Delete",
                action_id="a",
                style="danger",
                value="1",
                confirm=sdk.ConfirmObject(title="Sure?", text="Really", confirm="Yes", deny="No"),
            ),
            sdk.StaticSelectElement(placeholder="p", action_id="b", options=[option("1")]),
            sdk.UserSelectElement(placeholder="p", action_id="c"),
            sdk.DatePickerElement(action_id="d"),
            sdk.CheckboxesElement(action_id="e", options=[option("1")]),
            sdk.RadioButtonsElement(action_id="f", options=[option("1")]),
            sdk.LinkButtonElement(text="Open", url=LINK),
        ]
    ),
    sdk.MarkdownBlock(text="**x** [1]"),
    rich("x"),
    sdk.ContextActionsBlock(
        elements=[
            sdk.FeedbackButtonsElement(
                action_id="f",
                positive_button=sdk.FeedbackButtonObject(text="Good", value="good"),
                negative_button=sdk.FeedbackButtonObject(text="Bad", value="bad"),
            ),
            sdk.IconButtonElement(action_id="i", icon="trash", text="Remove"),
        ]
    ),
    task(),
    sdk.PlanBlock(title="Steps", tasks=[task()]),
    sdk.TableBlock(
        rows=[
            [sdk.RawTextObject(text="Drug"), sdk.RawTextObject(text="Dose")],
            [rich("x"), sdk.RawNumberObject(value=5, text="5 mg")],
        ],
        column_settings=[{"align": "left"}, None],
    ),
    sdk.AlertBlock(text="Contradiction", level="warning"),
    sdk.ContainerBlock(
        title="Sources",
        is_collapsible=True,
        default_collapsed=True,
        child_blocks=[sdk.DividerBlock()],
    ),
    sdk.CarouselBlock(elements=[sdk.CardBlock(title="A", body="b")]),
]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.type))
def test_what_the_sdk_builds_is_accepted(block: sdk.Block) -> None:
    assert check_blocks([block.to_dict()]) is None
