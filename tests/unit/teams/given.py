"""Activities as Teams sends them."""

from typing import Any

APP = "28:11111111-2222-3333-4444-555555555555"
TENANT = "aaaaaaaa-0000-0000-0000-000000000001"
MINA = "29:mina"
BOT = {"id": APP, "name": "Store Bot"}
CHANNEL = "19:chan-1@thread.tacv2;messageid=1700000000001"


def mention(who: dict[str, str] | None = None, text: str | None = None) -> dict[str, Any]:
    who = who or BOT
    return {"type": "mention", "mentioned": who, "text": text or f"<at>{who['name']}</at>"}


def activity(text: Any = "hi", kind: str = "personal", **change: Any) -> dict[str, Any]:
    change = {"from" if key == "sender" else key: value for key, value in change.items()}
    conversation = {"personal": "a:1", "groupChat": "19:group@thread.v2", "channel": CHANNEL}[kind]
    return {
        "type": "message",
        "id": "1700000000002",
        "serviceUrl": "https://smba.trafficmanager.net/kr/",
        "channelId": "msteams",
        "from": {"id": MINA, "name": "Mina Kim", "aadObjectId": "a-mina"},
        "conversation": {"conversationType": kind, "id": conversation, "tenantId": TENANT},
        "recipient": BOT,
        "textFormat": "plain",
        "locale": "ko-KR",
        "text": text,
        "entities": [{"type": "clientInfo", "locale": "ko-KR"}],
        "channelData": {"tenant": {"id": TENANT}},
    } | change


def invoke(name: str, value: Any, **change: Any) -> dict[str, Any]:
    return activity(None, **{"type": "invoke", "name": name, "value": value} | change)
