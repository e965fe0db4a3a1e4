"""What the database holds, read from outside, and a gate that stops a run at an exact row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row

Row = dict[str, Any]
GATE = 30_303
"""The advisory lock that a gated row waits for."""
_TRIGGERS = f"""
create table if not exists gates (place text, detail text);
create or replace function wait_at_gate() returns trigger language plpgsql as $$
begin
  if exists (select from gates where place = tg_argv[0] and detail = (case tg_argv[0]
      when 'journal' then to_jsonb(new) ->> 'seq'
      when 'recording' then to_jsonb(new) ->> 'part' else '' end)) then
    perform pg_advisory_xact_lock({GATE});
  end if;
  return new;
end $$;
create or replace function tell_of_row() returns trigger language plpgsql as $$
begin
  perform pg_notify('journal_row', new.run_id || ' ' || new.seq);
  return new;
end $$;
create or replace trigger gate before insert on journal
  for each row execute function wait_at_gate('journal');
create or replace trigger gate before insert on runs
  for each row execute function wait_at_gate('routing');
create or replace trigger gate before update on outbox
  for each row when (old.state = 'sending' and new.state <> 'sending'
    and old.operation = 'post' and old.slack_ts is null)
  execute function wait_at_gate('recording');
create or replace trigger tell after insert on journal
  for each row execute function tell_of_row();
"""

_connections: dict[str, psycopg.Connection[Row]] = {}
"""One for each stack that was looked at: tests look often, and to connect costs more than to
look."""


@dataclass(frozen=True)
class Records:
    """The tables of one stack."""

    url: str

    def rows(self, query: str, *values: object) -> list[Row]:
        try:
            return self._fetch(query, values)
        except psycopg.OperationalError:
            # PostgreSQL may have been killed and started again since the last look.
            disconnect(self.url)
            return self._fetch(query, values)

    def _fetch(self, query: str, values: Sequence[object]) -> list[Row]:
        if self.url not in _connections:
            _connections[self.url] = psycopg.connect(
                self.url, autocommit=True, row_factory=dict_row
            )
        return _connections[self.url].execute(query.encode(), values).fetchall()

    def journal(self, run_id: str) -> list[Row]:
        return self.rows(
            "select seq, kind, call_id, payload, hash, at from journal"
            " where run_id = %s order by seq",
            run_id,
        )

    def outbox(self, run_id: str) -> list[Row]:
        return self.rows("select * from outbox where run_id = %s order by id", run_id)

    def jobs(self, run_id: str) -> list[Row]:
        """The jobs of the run that wait or are being done."""
        return self.rows(
            "select id, status, attempts from procrastinate_jobs"
            " where args ->> 'run_id' = %s and status in ('todo', 'doing')",
            run_id,
        )

    def inbox(self, message_ts: str) -> list[Row]:
        return self.rows("select * from inbox where message_ts = %s", message_ts)

    def run(self, run_id: str) -> Row | None:
        found = self.rows("select * from runs where run_id = %s", run_id)
        return found[0] if found else None

    def count(self, table: str) -> int:
        (row,) = self.rows(f"select count(*) as n from {table}")
        return int(row["n"])

    def install_gates(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(_TRIGGERS.encode())

    @asynccontextmanager
    async def gate(self, place: str, detail: str = "") -> AsyncIterator[Gate]:
        """While the block lasts nobody passes the place. ``journal``: no row with this number is
        written; ``routing``: no run is opened; ``recording``: the outcome of the first call for a
        post of this part is not noted."""
        connection = await psycopg.AsyncConnection.connect(self.url, autocommit=True)
        await connection.execute("select pg_advisory_lock(%s)", (GATE,))
        await connection.execute("insert into gates values (%s, %s)", (place, detail))
        await connection.execute("listen journal_row")
        gate = Gate(self, connection)
        try:
            yield gate
        finally:
            await gate.open()


def disconnect(url: str) -> None:
    """Close the connection to a database that goes, or has gone."""
    connection = _connections.pop(url, None)
    if connection is not None:
        connection.close()


@dataclass
class Gate:
    """A closed gate, held by a connection of the test's own."""

    records: Records
    connection: psycopg.AsyncConnection

    async def row(self, seq: int, seconds: float = 30) -> str:
        """Wait until a journal row with this number is written; the run it is of."""
        async for told in self.connection.notifies(timeout=seconds):
            run_id, number = told.payload.split(" ")
            if int(number) == seq:
                return run_id
        raise AssertionError(f"row {seq} was not written within {seconds} s")

    def somebody_waits(self) -> bool:
        (row,) = self.records.rows(
            "select count(*) as n from pg_locks where locktype = 'advisory' and objid = %s"
            " and not granted",
            GATE,
        )
        return bool(row["n"])

    async def open(self) -> None:
        """Let everybody pass. The death of PostgreSQL opened it already."""
        with suppress(psycopg.Error):
            await self.connection.execute("delete from gates")
            await self.connection.execute("select pg_advisory_unlock(%s)", (GATE,))
        await self.connection.close()

    def forget(self) -> None:
        """Take the place off the list after PostgreSQL came back."""
        self.records.rows("delete from gates returning place")
