"""A message or a card of Teams as lines that can be read."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

_MARKS = {"\u200b": "⁞"}
"""What nobody sees."""
_BEGINNING, _END = 400, 600
"""Characters of a long text that are kept."""

Node = dict[str, Any]


def drawn(parts: Sequence[Any]) -> str:
    """What people see of messages and cards; texts among them stand as they are."""
    lines = [line for one in parts for line in ([one] if isinstance(one, str) else _lines(one))]
    text = "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")).rstrip() + "\n"
    for hidden, shown in _MARKS.items():
        text = text.replace(hidden, shown)
    return text


def _lines(node: Any) -> list[str]:
    if isinstance(node, list):
        return [line for item in node for line in _lines(item)]
    if not isinstance(node, dict):
        return []
    if known := _KINDS.get(str(node.get("type") or node.get("@type"))):
        return known(node)
    if "preview" in node:
        return [_previewed(node), *_lines(node["content"])]
    separator = ["┄┄"] if node.get("separator") else []
    title = [f"[window] {node['title']}"] if "title" in node else []
    return [*separator, *title, *_lines(list(node.values()))]


def _message(node: Node) -> list[str]:
    said = [_short(node["text"])] if "text" in node else []
    label = ["[label]"] if "entities" in node else []
    rated = ["[thumbs]"] if "channelData" in node else []
    others = [node.get(key) for key in ("entities", "suggestedActions", "attachments")]
    return [*said, *label, *_lines(others), *rated]


def _rich(node: Node) -> list[str]:
    inlines = node["inlines"]
    kind = "code" if inlines[0].get("fontType") else "rich"
    bold = (f"▐{one['text']}▌" if "weight" in one else one["text"] for one in inlines)
    return [_short(f"[{kind}] {''.join(bold)}")]


def _text(node: Node) -> list[str]:
    return [f"[text] {node['text']}"]


def _input(node: Node) -> list[str]:
    typed = f" {_short(node['value'])}" if node.get("value") else ""
    return [f"[input] {node['label']} ({node['placeholder']}){typed}"]


def _choices(node: Node) -> list[str]:
    listed = " | ".join(
        f"({one['title']})" if one["value"] in node["value"].split(",") else one["title"]
        for one in node["choices"]
    )
    none = f" ({node['placeholder']})" if "placeholder" in node and not node["value"] else ""
    return [f"{node['label']}:{none} {listed}"]


def _day(node: Node) -> list[str]:
    return [f"{node['label']}: {node['value']}"]


def _shows(node: Node) -> list[str]:
    return [f"({node['title']} ⇄ {' '.join(node['targetElements'])})"]


def _group(node: Node) -> list[str]:
    hidden = ["[hidden]"] if node.get("isVisible") is False else []
    separator = ["┄┄"] if node.get("separator") else []
    return [*separator, *hidden, *_lines(node["items"])]


def _toggle(node: Node) -> list[str]:
    mark = "x" if node["value"] == node["valueOn"] else " "
    label = f"{node['label']}: " if "label" in node else ""
    return [f"{label}[{mark}] {node['title']}"]


def _button(node: Node) -> list[str]:
    data = node.get("data") or {}
    sent = " ".join(str(value) for value in data.values() if not isinstance(value, dict))
    return [f"({node['title']} → {node.get('url') or sent})"]


def _reply(node: Node) -> list[str]:
    return [f"({node['title']} → “{node['value']}”)"]


def _citation(node: Node) -> list[str]:
    shown = node["appearance"]
    about = "".join(f" · {one}" for one in shown.get("keywords", []))
    link = f" → {shown['url']}" if "url" in shown else ""
    return [f"[{node['position']}] {shown['name']}{about}{link}", f"    “{shown['abstract']}”"]


def _previewed(node: Node) -> str:
    shown = node["preview"]["content"]
    return f"[result] {shown['title']} — {shown['text']}"


def _short(text: str) -> str:
    left_out = len(text) - _BEGINNING - _END
    if left_out < _BEGINNING:
        return text
    return f"{text[:_BEGINNING]}⋯ {left_out} characters ⋯{text[-_END:]}"


_KINDS: Mapping[str, Callable[[Node], list[str]]] = {
    "message": _message,
    "RichTextBlock": _rich,
    "TextBlock": _text,
    "Input.Text": _input,
    "Input.ChoiceSet": _choices,
    "Input.Date": _day,
    "Input.Toggle": _toggle,
    "Container": _group,
    "Action.Submit": _button,
    "Action.OpenUrl": _button,
    "Action.ToggleVisibility": _shows,
    "imBack": _reply,
    "Claim": _citation,
}
