"""`/oauth/v2/authorize`: where somebody allows the app in a team, or does not.

There are no passwords, so the page asks for the team and the person, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode, urlsplit, urlunsplit

from aiohttp import web

from workspace.errors import SlackRefusal, refuse
from workspace.model.authorizations import AuthorizationRequest, Authorizations
from workspace.model.people import People

_PATH = "/oauth/v2/authorize"
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_PROBLEMS = {
    "invalid_client_id": "No app has this client_id.",
    "no_scopes": "The app asks for no scopes: the address lacks scope.",
    "invalid_scope": "The app asks for a scope that its manifest does not declare.",
    "bad_redirect_uri": "The redirect_uri is none of the manifest's redirect_urls, or below one.",
    "team_not_found": "There is no such team.",
    "user_not_found": "There is no such person in this team.",
}
_SHEETS = "".join(
    f"<link rel=stylesheet href=/page/styles/{name}.css>" for name in ("theme", "authorize")
)


@dataclass(frozen=True, slots=True)
class OAuthPage:
    """The page, the same for every team of the server."""

    apps: Mapping[str, Authorizations]
    """Of each app, by its client id."""
    people: Mapping[str, People]
    """Of each team."""

    def add_to(self, application: web.Application) -> None:
        application.router.add_get(_PATH, self.show)
        application.router.add_post(_PATH, self.decide)

    async def show(self, request: web.Request) -> web.StreamResponse:
        """What the app asks for, and the buttons; a sentence if the address is wrong."""
        asked = _read(request)
        try:
            authorizations = self._of(asked)
            authorizations.check(asked)
            team = self._team(request.query.get("team", ""))
        except SlackRefusal as refusal:
            return _problem(refusal)
        title = f"Install {escape(authorizations.app.name)}"
        return _page(title, self._form(asked, team, request.query))

    async def decide(self, request: web.Request) -> web.StreamResponse:
        """Lead back to the app, with a code or with `access_denied`."""
        asked, form = _read(request), await request.post()
        try:
            authorizations = self._of(asked)
            back = authorizations.check(asked)
            if form.get("decision") != "allow":
                return _lead_back(back, error="access_denied", state=asked.state)
            team = self._team(str(form.get("team", "")))
            person = self.people[team].person(str(form.get("user", "")))
            code = authorizations.allow(team, str(person["id"]), asked)
        except SlackRefusal as refusal:
            return _problem(refusal)
        return _lead_back(back, code=code, state=asked.state)

    def _of(self, asked: AuthorizationRequest) -> Authorizations:
        """Of the app that asks; refuses with `invalid_client_id`."""
        return self.apps.get(asked.client_id) or refuse("invalid_client_id")

    def _team(self, wanted: str) -> str:
        """The id of the team that is asked for; the first if none is."""
        if wanted and wanted not in self.people:
            raise SlackRefusal("team_not_found")
        return wanted or next(iter(self.people))

    def _form(self, asked: AuthorizationRequest, team: str, query: Mapping[str, str]) -> str:
        names = {each: escape(str(self.people[each].team()["name"])) for each in self.people}
        others = "".join(
            f"<li><a href='?{escape(urlencode({**query, 'team': each}))}'>{name}</a></li>"
            for each, name in names.items()
            if each != team
        )
        persons = "".join(
            f"<option value={one['id']}>{escape(str(one['real_name']))}</option>"
            for one in self.people[team].persons()
        )
        scopes = "".join(f"<li><code>{escape(one)}</code></li>" for one in asked.scopes)
        instead = f"<p>Or in another team:</p><ul>{others}</ul>" if others else ""
        return (
            f"<p>The app asks to be installed in <strong>{names[team]}</strong>. It may then:</p>"
            f"<ul>{scopes}</ul><form method=post><input type=hidden name=team value={team}>"
            f"<p><label for=user>You are</label><select id=user name=user>{persons}</select></p>"
            "<p><button name=decision value=cancel>Cancel</button>"
            f"<button class=allow name=decision value=allow>Allow</button></p></form>{instead}"
        )


def _read(request: web.Request) -> AuthorizationRequest:
    query = request.query
    scopes = tuple(each.strip() for each in query.get("scope", "").split(",") if each.strip())
    return AuthorizationRequest(
        client_id=query.get("client_id", ""),
        scopes=scopes,
        redirect_uri=query.get("redirect_uri", ""),
        state=query.get("state", ""),
    )


def _lead_back(address: str, **values: str) -> web.Response:
    parts = urlsplit(address)
    query = "&".join(filter(None, (parts.query, urlencode(values))))
    location = urlunsplit(parts._replace(query=query))
    return web.Response(status=302, headers={"Location": location})


def _problem(refusal: SlackRefusal) -> web.Response:
    words = _PROBLEMS.get(refusal.error, "This does not work.")
    return _page("Something went wrong", f"<p>{words} (<code>{refusal.error}</code>)</p>", 400)


def _page(title: str, body: str, status: int = 200) -> web.Response:
    html = (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{title}</title>{_SHEETS}</head><body class=authorize><main>"
        f"<h1>{title}</h1>{body}</main></body></html>"
    )
    return web.Response(text=html, content_type="text/html", status=status, headers=_HEADERS)
