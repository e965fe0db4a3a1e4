"""How much a person asked, and what that took. Works on the caller's connection."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.homes.contents import UsageOfPerson

USAGE_DAYS = 30
"""Chosen by hand: about the month that a bill is of."""
_OWN = """
    runs.team = :team and runs.asker = :person
      and runs.opened_at > clock_timestamp() - make_interval(days => :days)
      and not exists (select from journal as made where made.run_id = runs.run_id
                      and made.kind = 'fork' and made.payload->>'by' <> :person)
    """
"""What somebody else made from a question of theirs is not counted."""
_QUESTIONS = text(f"select count(*) from runs where {_OWN}")  # noqa: S608 - ours
_SEARCHES = text(
    f"""
    select action->>'tool' as tool, count(*) as number
    from runs join journal on journal.run_id = runs.run_id and journal.kind = 'thought'
    cross join lateral jsonb_array_elements(journal.payload->'actions') as action
    where {_OWN}
    group by 1 order by number desc, tool
    """  # noqa: S608 - ours
)
_CALLS = text(
    f"""
    select sum(input_tokens) as given, sum(output_tokens) as written,
      sum((input_tokens - cached_tokens) * input_price_usd
          + cached_tokens * coalesce(cached_price_usd, input_price_usd)
          + output_tokens * output_price_usd) / 1000000 as cost,
      bool_and(input_price_usd is not null and output_price_usd is not null) as is_known
    from runs join journal on journal.run_id = runs.run_id and journal.model <> ''
    where {_OWN}
    """  # noqa: S608 - ours
)


async def usage_of(connection: AsyncConnection, team: str, person: str) -> UsageOfPerson:
    """Of the last month, whatever became of the words since."""
    values = {"team": team, "person": person, "days": USAGE_DAYS}
    questions = (await connection.execute(_QUESTIONS, values)).scalar_one()
    searches = await connection.execute(_SEARCHES, values)
    calls = (await connection.execute(_CALLS, values)).one()
    return UsageOfPerson(
        questions=questions,
        searches=tuple((row.tool, row.number) for row in searches),
        tokens_given=calls.given or 0,
        tokens_written=calls.written or 0,
        cost_usd=calls.cost if calls.is_known else None,
    )
