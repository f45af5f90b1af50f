"""A search's trace as a page: the tree in SVG, nodes coloured by judgement, in one file without scripts or links."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any, Final

from verifier.report.terminal_text import safe

COLOURS: Final = {
    "correct": "#1a7f37",
    "checked": "#57ab5a",
    "estimated": "#4184e4",
    "open": "#8b949e",
    "doubtful": "#d29922",
    "incorrect": "#cf222e",
}
"""By what is known of the step; said in words too, for those who do not see colours."""

ROW, INDENT, SHOWN = 22, 26, 90  # pixels, pixels, characters of a step that are shown


def page(trace: Mapping[str, Any]) -> str:
    """Return the trace as an HTML page that holds everything it shows. Raises: KeyError on what is no trace."""
    title = f"{trace['method']}: {trace['stopped']}"
    facts = {"problem": trace["problem"], "policy": trace["policy"], "rule": trace["rule"], "seed": trace["seed"]}
    told = {**facts, **trace["settings"], **trace["counts"], **{f"fault: {k}": v for k, v in trace["faults"].items()}}
    rows = "".join(f"<tr><th>{_text(key)}</th><td>{_text(value)}</td></tr>" for key, value in told.items())
    legend = " ".join(f'<span style="color:{colour}">● {word}</span>' for word, colour in COLOURS.items())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{_text(title)}</title>'
        "<style>body{font:14px system-ui;margin:2em;background:#fff;color:#1f2328}th{text-align:left;"
        "padding-right:1em;vertical-align:top}</style>"
        f"<h1>{_text(title)}</h1><table>{rows}</table><p>{legend}; ✂ cut, ◆ end of a chain, bold: the best</p>"
        f"{svg(trace)}</html>\n"
    )


def svg(trace: Mapping[str, Any]) -> str:
    """Return the tree as SVG: a line a node, children beneath their parent and further in.

    Raises: KeyError on what is no trace.
    """
    nodes = {node["id"]: node for node in trace["nodes"]}
    order, depth = _laid_out(nodes)
    place = {id: row for row, id in enumerate(order)}
    best, up = set[int](), trace["best"]
    while up is not None:
        best.add(up)
        up = nodes[up]["parent"]
    drawn = [_drawn(nodes[id], depth[id], place, depth, id in best) for id in order]
    width = INDENT * (max(depth.values()) + 2) + 9 * SHOWN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{ROW * (len(order) + 1)}" '
        f'font-family="ui-monospace,monospace" font-size="13" role="img">{"".join(drawn)}</svg>'
    )


def _laid_out(nodes: Mapping[int, Mapping[str, Any]]) -> tuple[list[int], dict[int, int]]:
    """The nodes from top to bottom, and how deep each is; the best branches first."""
    children: dict[int | None, list[int]] = {}
    for id, node in nodes.items():
        children.setdefault(node["parent"], []).append(id)
    order, depth = list[int](), dict[int, int]()
    waiting = [(id, 0) for id in children[None]]
    while waiting:
        id, deep = waiting.pop()
        order.append(id)
        depth[id] = deep
        below = sorted(children.get(id, ()), key=lambda child: (nodes[child]["value"], -child))
        waiting += [(child, deep + 1) for child in below]
    return order, depth


def _drawn(node: Mapping[str, Any], deep: int, place: Mapping[int, int], depth: Mapping[int, int], best: bool) -> str:
    x, y = INDENT * deep + 12, ROW * (place[node["id"]] + 1)
    colour = COLOURS.get(node["judged"], COLOURS["open"])
    sign = {"cut": "✂ ", "end": "◆ "}.get(node["state"], "")
    visits = f" ×{node['visits']}" if "visits" in node else ""
    step = safe(str(node["step"] or "the problem"))
    short = step if len(step) <= SHOWN else step[: SHOWN - 1] + "…"
    weight = ' font-weight="bold"' if best else ""
    parent, line = node["parent"], ""
    if parent is not None:
        px, py = INDENT * depth[parent] + 12, ROW * (place[parent] + 1)
        line = f'<path d="M{px} {py}V{y}H{x}" fill="none" stroke="#d0d7de"/>'
    told = f"{sign}{node['value']:.2f}{visits} {short}"
    hint = f"{node['judged']}, value {node['value']}: {step}"
    return (
        f"{line}<g><title>{html.escape(hint)}</title>"
        f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
        f'<text x="{x + 12}" y="{y + 4}"{weight}>{html.escape(told)}</text></g>'
    )


def _text(value: object) -> str:
    return html.escape(safe(str(value)))
