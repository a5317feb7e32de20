"""How a comparison shows itself in a notebook: without scripts, and as a chart of Vega-Lite."""

from __future__ import annotations

import html as _html
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

# In pixels: the height of a row, the width of the intervals, and that of a letter.
_ROW, _PLOT, _LETTER = 24, 360, 7
# They can be read on white and on black, since nobody knows which of them a notebook has.
_COLOURS = {"better": "#17925c", "worse": "#d9453a", "broken": "#d9453a"}


class _Interval(NamedTuple):
    """A change that decides, in percent of the baseline, with the texts of its row in the report."""

    candidate: str
    metric: str
    estimate: float
    lower: float
    upper: float
    limit: Optional[float]
    text: str
    word: str
    unit: str

    @property
    def label(self) -> str:
        return f"{self.candidate}: {self.metric}"


def _intervals(comparisons: Sequence[Mapping[str, Any]]) -> List[_Interval]:
    """What decides: by candidate, the primary metric before the guardrails."""
    intervals = []
    names = [entry["candidate"] for entry in comparisons]
    for entry in sorted(comparisons, key=lambda entry: (names.index(entry["candidate"]), _role(entry) != "primary")):
        decided, shown = entry.get("decided_by"), entry.get("shown")
        if not decided or not shown:
            continue
        baseline = entry.get("baseline_mean")
        scale, unit = (100.0, "%") if decided["scale"] == "share" else (100 / abs(baseline), "%") if baseline else (1.0, "")
        limit = shown["limit"]
        sign = -1 if limit[:1] == "−" else 1
        text = f"{shown['change']}, limit {limit}" if _role(entry) == "guardrail" else shown["change"]
        intervals.append(
            _Interval(
                entry["candidate"], shown["label"], scale * decided["estimate"], scale * decided["lower"], scale * decided["upper"],
                sign * scale * decided["margin"] if _role(entry) == "guardrail" else None, text, shown["word"], unit,
            )
        )
    return intervals


def _role(entry: Mapping[str, Any]) -> str:
    return "guardrail" if (entry.get("asked") or {}).get("role") == "guardrail" else "primary"


def html(text: str, verdict: str, baseline: str, comparisons: Sequence[Mapping[str, Any]]) -> str:
    """The verdict and a forest plot of what decides, or the report where there is no comparison."""
    report = f'<pre style="line-height:1.25">{_html.escape(text.rstrip())}</pre>'
    intervals = _intervals(comparisons)
    if not intervals:
        return report
    lines = "".join(map(_verdict, verdict.splitlines()))
    drawn, others = _parted(intervals)
    if drawn:
        lines += forest(drawn, baseline)
    lines += "".join(f"<p>{_html.escape(_sentence(interval))}</p>" for interval in others)
    subject = _html.escape(text.partition("\n")[0])
    return f'<div><p style="opacity:0.7">{subject}</p>{lines}<details><summary>Report</summary>{report}</details></div>'


def _verdict(line: str) -> str:
    """A line of the verdict: what is decided, in bold, and why."""
    decided, colon, reasons = line.partition(": ")
    return f"<p><strong>{_html.escape(decided + colon.rstrip())}</strong> {_html.escape(reasons)}</p>"


def _parted(intervals: Sequence[_Interval]) -> Tuple[List[_Interval], List[_Interval]]:
    """Those in percent, which one axis has, and the others."""
    drawn = [interval for interval in intervals if interval.unit == "%"]
    return drawn, [interval for interval in intervals if interval.unit != "%"]


def forest(intervals: Sequence[_Interval], baseline: str) -> str:
    """Each difference with its interval, below the name of its candidate; no difference is a line."""
    limits = [interval.limit for interval in intervals if interval.limit is not None]
    low = min(0.0, *limits, *(interval.lower for interval in intervals))
    high = max(0.0, *limits, *(interval.upper for interval in intervals))
    pad = 0.05 * (high - low) or 1.0
    low, high = low - pad, high + pad
    # A candidate has a row of its own where there are several.
    has_headings = len({interval.candidate for interval in intervals}) > 1
    labels = [interval.metric if has_headings else interval.label for interval in intervals]
    label_width = 40 + _LETTER * max(map(len, [*labels, *(interval.candidate for interval in intervals)]))

    def x(value: float) -> float:
        return label_width + (value - low) / (high - low) * _PLOT

    rows: List[str] = []
    top, candidate = 0.0, None
    for interval, label in zip(intervals, labels):
        if has_headings and interval.candidate != candidate:
            candidate = interval.candidate
            rows.append(f'<text x="0" y="{top + _ROW / 2 + 4:.1f}" font-weight="bold">{_html.escape(candidate)}</text>')
            top += _ROW
        y = top + _ROW / 2
        colour = _COLOURS.get(interval.word, "currentColor")
        rows += [
            f'<text x="{label_width - 10}" y="{y + 4:.1f}" text-anchor="end">{_html.escape(label)}</text>',
            f'<line x1="{x(interval.lower):.1f}" x2="{x(interval.upper):.1f}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="{colour}" stroke-width="2"/>',
            f'<circle cx="{x(interval.estimate):.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>',
            f'<text x="{label_width + _PLOT + 10}" y="{y + 4:.1f}">{_html.escape(interval.text)} '
            f'<tspan fill="{colour}">{_html.escape(interval.word)}</tspan></text>',
        ]
        if interval.limit is not None:
            rows.append(
                f'<line x1="{x(interval.limit):.1f}" x2="{x(interval.limit):.1f}" y1="{top + 4:.1f}" y2="{top + _ROW - 4:.1f}" '
                'stroke="#d9453a" stroke-width="2"><title>limit</title></line>'
            )
        top += _ROW
    size = 20 + _LETTER * max(len(f"{interval.text} {interval.word}") for interval in intervals)
    width, height = label_width + _PLOT + size, top + 22
    zero = (
        f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="0" y2="{top:.1f}" stroke="currentColor" stroke-opacity="0.4"/>'
        f'<text x="{x(0):.1f}" y="{height - 6:.1f}" text-anchor="middle" opacity="0.7">no change from {_html.escape(baseline)}</text>'
    )
    if limits:
        # On the side on which the text of the zero is not.
        place, anchor = (label_width + _PLOT + 10, "start") if x(0) < label_width + _PLOT / 2 else (label_width - 10, "end")
        zero += f'<text x="{place}" y="{height - 6:.1f}" text-anchor="{anchor}" opacity="0.7">red mark: limit</text>'
    title = _html.escape("; ".join(_sentence(interval) for interval in intervals))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" viewBox="0 0 {width} {height:.0f}" '
        'style="max-width:100%;font:13px system-ui,sans-serif" fill="currentColor">'
        f"<title>{title}</title>{zero}{''.join(rows)}</svg>"
    )


def _sentence(interval: _Interval) -> str:
    return f"{interval.label} {interval.text} {interval.word}"


def vega_lite(comparisons: Sequence[Mapping[str, Any]]) -> Optional[Dict[str, Any]]:
    """The forest plot as a chart that a notebook can enlarge, restyle and save; ``None`` where it would be empty."""
    drawn, others = _parted(_intervals(comparisons))
    if not drawn:
        return None
    values = [
        {
            "difference": interval.label,
            "estimate": interval.estimate,
            "lower": interval.lower,
            "upper": interval.upper,
            "limit": interval.limit,
            "change": interval.text,
            "verdict": interval.word,
        }
        for interval in drawn
    ]
    verdicts = list(dict.fromkeys(interval.word for interval in drawn))
    y = {"field": "difference", "type": "nominal", "title": None, "sort": None, "axis": {"labelLimit": 320}}
    title = "Change in % of the baseline"
    if any(interval.limit is not None for interval in drawn):
        title += "; a red tick is a limit"
    colour = {
        "field": "verdict",
        "type": "nominal",
        "scale": {"domain": verdicts, "range": [_COLOURS.get(verdict, "#777") for verdict in verdicts]},
    }
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "description": "Differences from the baseline with their intervals",
        **({"title": {"text": "", "subtitle": [_sentence(interval) for interval in others]}} if others else {}),
        "data": {"values": values},
        "layer": [
            {"mark": {"type": "rule", "color": "#999"}, "encoding": {"x": {"datum": 0}}},
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {
                    "y": y,
                    "x": {"field": "lower", "type": "quantitative", "title": title},
                    "x2": {"field": "upper"},
                    "color": colour,
                },
            },
            {
                "mark": {"type": "point", "filled": True, "opacity": 1, "size": 60, "tooltip": {"content": "data"}},
                "encoding": {"y": y, "x": {"field": "estimate", "type": "quantitative"}, "color": colour},
            },
            {
                "mark": {"type": "tick", "color": "#d9453a", "thickness": 2},
                "encoding": {"y": y, "x": {"field": "limit", "type": "quantitative"}},
            },
        ],
    }
