"""When which row may go to Slack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import pytest

from bot.db.outbox import FINAL, LATE, PROGRESS, Due
from bot.sending.schedule import CallRate, Pace, Schedule, lane, never_needed
from tests.cpu_growth import LINEAR, growth

IDLE: frozenset[str] = frozenset()


def due(number: int, **changes: object) -> Due:
    row = Due(
        id=number,
        key=f"run:{number}:step",
        run_id="run",
        team="T1",
        channel="C1",
        thread_ts="1.0",
        operation="post",
        priority=PROGRESS,
        posted=False,
        unsure=False,
        tried=False,
        wait=0.0,
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def sent_in(schedule: Schedule, rows: list[Due], seconds: float) -> list[tuple[float, int]]:
    """Simulate a sender with calls that take no time: when which row went out."""
    now, log, left = 1000.0, [], list(rows)
    while left and now < 1000.0 + seconds:
        chosen = schedule.choose(left, IDLE, now)
        if chosen.due is None:
            now += max(chosen.wait, 0.001)
            continue
        schedule.spend(chosen.due, now)
        log.append((round(now - 1000.0, 2), chosen.due.id))
        left.remove(chosen.due)
    return log


def test_a_channel_gets_a_short_burst_and_then_one_message_a_second() -> None:
    rows = [due(number, thread_ts=f"{number}.0") for number in range(1, 7)]
    times = [at for at, _ in sent_in(Schedule(), rows, 10)]
    assert times == [0.0, 0.0, 0.0, 1.0, 2.0, 3.0]


def test_channels_do_not_wait_for_each_other() -> None:
    rows = [due(number, channel=f"C{number}", thread_ts=f"{number}.0") for number in range(1, 9)]
    assert all(at == 0.0 for at, _ in sent_in(Schedule(), rows, 1))


def test_an_answer_goes_before_the_progress_of_other_threads() -> None:
    progress = [due(number, thread_ts=f"{number}.0", run_id=f"r{number}") for number in (1, 2, 3)]
    answer = due(9, thread_ts="9.0", run_id="r9", priority=FINAL)
    assert sent_in(Schedule(), [*progress, answer], 5)[0][1] == 9


@pytest.mark.parametrize("steps", [1, 3, 4, 12])
def test_an_answer_stands_below_all_steps_of_its_own_run(steps: int) -> None:
    rows = [*(due(number) for number in range(1, steps + 1)), due(99, priority=FINAL)]
    assert [number for _, number in sent_in(Schedule(), rows, 20)] == [*range(1, steps + 1), 99]


def test_however_many_posts_wait_for_a_channel_steps_stand_above_their_answers() -> None:
    """Ten questions at once, each with steps: one thread after the other, those with an answer
    first, in the order of the answers."""
    runs = range(1, 11)

    def row(number: int, run: int, **more: object) -> Due:
        return due(number, thread_ts=f"{run}.0", run_id=f"r{run}", **more)

    steps = [row(10 * run + place, run) for run in runs for place in range(1, 4)]
    at_work = [row(number, 11) for number in range(1, 4)]
    answers = [row(300 - run, run, priority=FINAL) for run in runs]
    sent = [number for _, number in sent_in(Schedule(), [*at_work, *steps, *answers], 60)]
    each = [[10 * run + 1, 10 * run + 2, 10 * run + 3, 300 - run] for run in reversed(runs)]
    assert sent == [*chain.from_iterable(each), 1, 2, 3]


def test_what_a_later_run_does_waits_for_the_answer_above_it() -> None:
    answer, step = due(1, priority=FINAL, wait=3.0), due(2, run_id="later")
    assert Schedule().choose([answer, step], IDLE, 0.0).due is None


def test_where_few_posts_wait_steps_stand_before_their_answers() -> None:
    steps = [due(n, thread_ts=f"{n}.0", run_id=f"r{n}") for n in (1, 2)]
    answers = [due(n + 10, thread_ts=f"{n}.0", run_id=f"r{n}", priority=FINAL) for n in (1, 2)]
    sent = [number for _, number in sent_in(Schedule(), [*steps, *answers], 9)]
    assert sent == [1, 11, 2, 12]


def test_a_channel_that_takes_all_at_once_shows_steps_before_their_answers() -> None:
    steps = [due(1, thread_ts="1.0", run_id="r1")]
    answers = [due(n + 10, thread_ts=f"{n}.0", run_id=f"r{n}", priority=FINAL) for n in (1, 2)]
    sent = [number for _, number in sent_in(Schedule(), [*steps, *answers], 9)]
    assert sent == [1, 11, 12]


def test_reactions_in_several_threads_go_side_by_side() -> None:
    first, second = (due(n, thread_ts=f"{n}.0", run_id=f"r{n}", operation="react") for n in (1, 2))
    assert Schedule().choose([first, second], frozenset({lane(first)}), 0.0).due == second


def test_answers_of_one_thread_keep_their_order_even_when_the_first_must_wait() -> None:
    rows = [due(1, priority=FINAL, wait=3.0), due(2, priority=FINAL, run_id="other")]
    assert Schedule().choose(rows, IDLE, 0.0).due is None


def test_an_unsure_post_holds_back_the_later_ones_of_its_thread() -> None:
    rows = [due(1, unsure=True, wait=1.0), due(2)]
    chosen = Schedule().choose(rows, IDLE, 0.0)
    assert (chosen.due, chosen.wait) == (None, 1.0)


def test_a_search_in_one_thread_holds_up_its_own_messages_only() -> None:
    searched = due(1, unsure=True)
    own, other = due(2, priority=FINAL, run_id="r2"), due(3, thread_ts="3.0", run_id="r3")
    busy = frozenset({lane(searched)})
    assert Schedule().choose([own], busy, 0.0).due is None
    assert Schedule().choose([own, other], busy, 0.0).due == other
    assert Schedule().choose([searched], frozenset({lane(other)}), 0.0).due == searched


def test_first_signs_that_are_to_go_before_they_were_called_for_need_no_call() -> None:
    def signs(number: int, tried: bool = False) -> list[Due]:
        run, thread = f"r{number}", f"{number}.0"
        eyes = due(number, key=f"{run}:0:eyes", run_id=run, operation="react", tried=tried)
        gone = due(number + 9, key=f"{run}:0:eyes-off", run_id=run, operation="unreact")
        return [replace(each, thread_ts=thread) for each in (eyes, gone)]

    never, tried, at_work = signs(1), signs(2, tried=True), signs(3)[:1]
    assert never_needed([*never, *tried, *at_work]) == {row.key for row in never}


def test_updates_of_one_message_are_spaced_and_the_last_is_not_dropped() -> None:
    schedule = Schedule()
    row = due(1, posted=True)
    schedule.spend(row, 10.0)
    assert schedule.choose([row], IDLE, 10.5).due is None
    assert round(schedule.choose([row], IDLE, 10.5).wait, 3) == 0.7
    assert schedule.choose([row], IDLE, 11.2).due == row


def test_an_update_of_another_message_does_not_wait() -> None:
    schedule = Schedule()
    schedule.spend(due(1, posted=True), 10.0)
    assert schedule.choose([due(2, posted=True)], IDLE, 10.0).due is not None


def test_a_429_pauses_everything_for_as_long_as_slack_says() -> None:
    schedule = Schedule()
    schedule.pause(7.0, 100.0)
    assert schedule.choose([due(1)], IDLE, 101.0).wait == 6.0
    assert schedule.choose([due(1)], IDLE, 107.0).due is not None


def test_one_call_at_a_time_goes_to_a_channel() -> None:
    rows = [due(1, thread_ts="1.0"), due(2, thread_ts="2.0")]
    assert Schedule().choose(rows, frozenset({lane(rows[0])}), 0.0).due is None


def test_a_reaction_does_not_wait_for_messages() -> None:
    reaction = due(2, operation="react", priority=FINAL)
    assert Schedule().choose([reaction], frozenset({"words:T1:C1"}), 0.0).due == reaction


def test_a_reaction_is_taken_back_only_after_all_others_of_the_run_went_out() -> None:
    taken_back = due(3, operation="unreact", priority=LATE)
    given = due(2, operation="react", priority=FINAL, wait=5.0)
    assert Schedule().choose([given, taken_back], IDLE, 0.0).due is None
    assert Schedule().choose([taken_back], IDLE, 0.0).due == taken_back


def test_the_sign_of_an_ending_follows_the_words_of_its_run() -> None:
    sign = due(2, operation="react", priority=LATE)
    words = due(3, priority=FINAL, wait=5.0)
    assert Schedule().choose([sign, words], IDLE, 0.0).due is None
    assert Schedule().choose([sign], frozenset({"words:T1:C1"}), 0.0).due is None
    assert Schedule().choose([sign, replace(words, run_id="other")], IDLE, 0.0).due == sign


def test_no_minute_sees_more_calls_than_the_tier_allows() -> None:
    rows = [due(number, key=f"k{number}", posted=True) for number in range(1, 200)]
    times = [at for at, _ in sent_in(Schedule(), rows, 180)]
    most = max(sum(start <= at < start + 60 for at in times) for start in times)
    assert most <= 51


def test_the_pace_can_be_set() -> None:
    schedule = Schedule(Pace(channel=CallRate(10.0, 1)))
    rows = [due(number, thread_ts=f"{number}.0") for number in (1, 2, 3)]
    assert [at for at, _ in sent_in(schedule, rows, 2)] == [0.0, 0.1, 0.2]


def test_choosing_takes_time_by_the_number_of_waiting_rows() -> None:
    def choosing(size: int) -> Callable[[], object]:
        rows = [due(number, thread_ts=f"{number % 50}.0") for number in range(size)]
        return lambda: Schedule().choose(rows, frozenset({"words:T1:C1"}), 0.0)

    assert growth(choosing, 1000) < LINEAR
