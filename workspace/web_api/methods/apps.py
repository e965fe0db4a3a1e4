"""api.*, auth.*, apps.*, bots.*, team.* and users.*: the app, the team and its people."""

from __future__ import annotations

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.web_api.call import ApiCall, ApiMethod, paginate


def api_test(call: ApiCall) -> JsonObject:
    arguments = call.arguments.without_token()
    if arguments.get("error"):
        refuse(str(arguments["error"]), args=arguments)
    return {"args": arguments} if arguments else {}


def auth_test(call: ApiCall) -> JsonObject:
    """auth.test: whose bot the token is."""
    team = call.workspace.people.team()
    return {
        "url": f"{call.server.base_url}/",
        "team": team["name"],
        "user": call.app.name.lower(),
        "team_id": team["id"],
        "user_id": call.app.user,
        "bot_id": call.app.bot_id,
        "is_enterprise_install": False,
    }


def open_connection(call: ApiCall) -> JsonObject:
    ticket = call.server.issue_socket_ticket()
    address = call.server.base_url.replace("http://", "ws://", 1)
    return {"url": f"{address}/link/?ticket={ticket}&app_id={call.app.app_id}"}


def bots_info(call: ApiCall) -> JsonObject:
    """bots.info: of the bot that is named, by default the app's own."""
    _require_own_team(call, "team_id")
    wanted = call.arguments.text("bot", call.app.bot_id)
    found = (each for each in call.workspace.people.bots() if each["id"] == wanted)
    return {"bot": next(found, None) or refuse("bot_not_found")}


def team_info(call: ApiCall) -> JsonObject:
    """team.info: of the app's own workspace. By its domain only an enterprise's are asked for."""
    if call.arguments.text("domain"):
        refuse("team_not_on_enterprise")
    _require_own_team(call, "team")
    return {
        "team": {
            **call.workspace.people.team(),
            "email_domain": "",
            "icon": {"image_default": True},
        }
    }


def _require_own_team(call: ApiCall, argument: str) -> None:
    """Another team is none of which the token knows. (The clients name their own.)"""
    if call.arguments.text(argument) not in ("", call.workspace.people.team()["id"]):
        refuse("team_not_found")


def users_info(call: ApiCall) -> JsonObject:
    return {"user": call.workspace.people.user(call.arguments.required_text("user"))}


def users_list(call: ApiCall) -> JsonObject:
    members, cursor = paginate(call.workspace.people.users(), call.arguments, 1000)
    return {
        "members": members,
        "cache_ts": int(call.workspace.clock.now()),
        "response_metadata": {"next_cursor": cursor},
    }


def users_lookup_by_email(call: ApiCall) -> JsonObject:
    wanted = call.arguments.required_text("email")
    users = call.workspace.people.users()
    matches = [one for one in users if one["profile"].get("email") == wanted]
    return {"user": matches[0] if matches else refuse("users_not_found")}


METHODS = {
    "api.test": ApiMethod(api_test, "tier_4", token="none"),  # noqa: S106 (a kind of token)
    "auth.test": ApiMethod(auth_test, "special"),
    "apps.connections.open": ApiMethod(open_connection, "tier_3", token="app"),  # noqa: S106
    "bots.info": ApiMethod(bots_info, "tier_3", ("users:read",)),
    "team.info": ApiMethod(team_info, "tier_3", ("team:read",)),
    "users.info": ApiMethod(users_info, "tier_4", ("users:read",)),
    "users.list": ApiMethod(users_list, "tier_2", ("users:read",)),
    "users.lookupByEmail": ApiMethod(users_lookup_by_email, "tier_3", ("users:read.email",)),
}
