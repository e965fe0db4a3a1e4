"""Tokens of workspaces as they are stored: encrypted, each for its workspace alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.failures.errors import TokenUnreadable


def new_key() -> str:
    """A key for ``CURBSIDE_TOKEN_KEYS``."""
    from cryptography.fernet import Fernet

    return Fernet.generate_key().decode()


class TokenCipher:
    """Encrypts with the first key and reads with all of them, so that a key can be replaced.

    Its library is imported by those that serve several workspaces: it takes more than 6 MB."""

    def __init__(self, keys: Sequence[str]) -> None:
        from cryptography.fernet import Fernet, MultiFernet

        self._fernet = MultiFernet([Fernet(key) for key in keys])

    def encrypt(self, team: str, token: str | None) -> str | None:
        """The token as it is stored."""
        return token and self._fernet.encrypt(f"{team} {token}".encode()).decode()

    def decrypt(self, team: str, stored: str | None) -> str | None:
        """The token. Raises :class:`bot.failures.errors.TokenUnreadable` when no key reads it, or
        when it is another workspace's."""
        from cryptography.fernet import InvalidToken

        if not stored:
            return None
        try:
            whose, _, token = self._fernet.decrypt(stored).decode().partition(" ")
        except InvalidToken:
            raise TokenUnreadable(team) from None
        if whose != team:
            raise TokenUnreadable(team)
        return token
