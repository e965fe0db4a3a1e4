"""api.*, auth.*, apps.*, bots.*, team.*, users.*: who is here."""

from __future__ import annotations

from workspace.errors import refuse
from workspace.model.json_types import JsonObject
from workspace.web_api.call import Call, Method, page


async def api_test(call: Call) -> JsonObject:
    arguments = call.arguments.plain()
    if arguments.get("error"):
        refuse(str(arguments["error"]), args=arguments)
    return {"args": arguments} if arguments else {}


async def auth_test(call: Call) -> JsonObject:
    team = call.workspace.team()
    return {
        "url": f"{call.base_url}/",
        "team": team["name"],
        "user": call.app.name.lower(),
        "team_id": team["id"],
        "user_id": call.app.user,
        "bot_id": call.app.bot_id,
        "is_enterprise_install": False,
    }


async def open_connection(call: Call) -> JsonObject:
    ticket = call.post_office.sockets.ticket()
    address = call.base_url.replace("http://", "ws://", 1)
    return {"url": f"{address}/link/?ticket={ticket}&app_id={call.app.app_id}"}


async def bots_info(call: Call) -> JsonObject:
    if call.arguments.text("bot", call.app.bot_id) != call.app.bot_id:
        refuse("bot_not_found")
    return {"bot": call.workspace.bots()[0]}


async def team_info(call: Call) -> JsonObject:
    return {"team": {**call.workspace.team(), "email_domain": "", "icon": {"image_default": True}}}


async def users_info(call: Call) -> JsonObject:
    return {"user": call.workspace.user(call.arguments.one("user"))}


async def users_list(call: Call) -> JsonObject:
    members, cursor = page(call.workspace.users(), call.arguments, 1000)
    return {
        "members": members,
        "cache_ts": int(call.workspace.clock.now()),
        "response_metadata": {"next_cursor": cursor},
    }


async def users_by_email(call: Call) -> JsonObject:
    wanted = call.arguments.one("email")
    found = [one for one in call.workspace.users() if one["profile"].get("email") == wanted]
    return {"user": found[0] if found else refuse("users_not_found")}


METHODS = {
    "api.test": Method(api_test, "tier_4", token="none"),  # noqa: S106 (a kind of token)
    "auth.test": Method(auth_test, "special"),
    "apps.connections.open": Method(open_connection, "tier_3", token="app"),  # noqa: S106
    "bots.info": Method(bots_info, "tier_3", ("users:read",)),
    "team.info": Method(team_info, "tier_3", ("team:read",)),
    "users.info": Method(users_info, "tier_4", ("users:read",)),
    "users.list": Method(users_list, "tier_2", ("users:read",)),
    "users.lookupByEmail": Method(users_by_email, "tier_3", ("users:read.email",)),
}
