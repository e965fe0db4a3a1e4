"""Which handler carries out which decision."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from agents.replies.steering import NamedSilo
from bot.incoming.board.blind_reading import SecondReaders
from bot.incoming.board.recording import BoardDecisions
from bot.incoming.choices.channel_settings import ChannelSettings
from bot.incoming.choices.followed_cases import CaseFollowing
from bot.incoming.choices.home_page import HomeOpenings
from bot.incoming.choices.thread_files import ThreadFiles
from bot.incoming.commands.curbside import CurbsideCommand
from bot.incoming.commands.look_ups import LookUpOrders
from bot.incoming.handlers.additions import Additions
from bot.incoming.handlers.button_presses import Presses
from bot.incoming.handlers.changed_questions import ChangedQuestions
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.handlers.offers import Offers
from bot.incoming.handlers.on_answer import OnAnswer
from bot.incoming.handlers.publishing import AnswerPublisher
from bot.incoming.handlers.questions import Questions
from bot.incoming.handlers.replies import Replies
from bot.incoming.handlers.reviews import Reviews
from bot.incoming.handlers.steering import RunChanges
from bot.incoming.payloads.events import Incoming
from bot.incoming.posted_questions.posting import PostedQuestions
from bot.incoming.posted_questions.rows import RowQuestions
from bot.incoming.routing import (
    AddToRun,
    Again,
    Ask,
    AskChanged,
    AskOfRow,
    AskPosted,
    AskSecondReader,
    AskWritten,
    ChangeSettings,
    Decision,
    FollowCase,
    ForgetFile,
    Fork,
    Help,
    Ignore,
    ListFiles,
    LookUp,
    More,
    Offer,
    OfferSettings,
    PostQuestion,
    Publish,
    RecordDecision,
    RunCommand,
    Show,
    ShowHome,
    SignDecision,
    Steer,
    Stop,
    StoreReview,
    StoreVote,
    SwitchFiles,
    TakeBack,
    TellOfAnswer,
    WhyNot,
    Withdraw,
)
from bot.sending.home_pages import HomePages

Handle = Callable[[int, Incoming, Any], Awaitable[None]]


def decision_handlers(
    context: HandlerContext, homes: HomePages, silos: Sequence[NamedSilo]
) -> Mapping[type[Decision], Handle]:
    """What is called for each kind of decision, with the row of the event and the event.
    ``silos`` are those that are searched."""
    questions, replies = Questions(context), Replies(context)
    changed, offers = ChangedQuestions(context, questions), Offers(context, questions)
    settings, board = ChannelSettings(context), BoardDecisions(context)
    posted = PostedQuestions(context, questions, changed)
    changes, presses = RunChanges(context), Presses(context)
    files, readers = ThreadFiles(context), SecondReaders(context)
    on_answer = OnAnswer(context, questions)
    return {
        Ask: questions.ask,
        AskChanged: changed.ask,
        AskPosted: posted.ask,
        AskOfRow: RowQuestions(context, posted).ask,
        PostQuestion: posted.post,
        TakeBack: posted.take_back,
        AskWritten: offers.ask,
        Offer: offers.offer,
        Again: questions.ask_again,
        AddToRun: Additions(context).add,
        Steer: changes.steer,
        Fork: changes.fork,
        Stop: replies.stop,
        Withdraw: changed.withdraw,
        ForgetFile: changed.forget_file,
        More: replies.tell_more,
        WhyNot: on_answer.tell_why_not,
        TellOfAnswer: on_answer.tell,
        ListFiles: files.tell,
        SwitchFiles: files.switch,
        FollowCase: CaseFollowing(context, homes, silos).switch,
        OfferSettings: settings.offer,
        ChangeSettings: settings.change,
        Help: replies.give_help,
        Ignore: replies.ignore,
        LookUp: LookUpOrders(context).order,
        RunCommand: CurbsideCommand(context).run,
        Show: presses.show,
        ShowHome: HomeOpenings(context.database, homes, silos).show,
        StoreReview: Reviews(context).store,
        AskSecondReader: readers.ask,
        StoreVote: readers.vote,
        RecordDecision: board.record,
        SignDecision: board.sign,
        Publish: AnswerPublisher(context).publish,
    }
