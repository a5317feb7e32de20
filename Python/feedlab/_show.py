"""How a comparison shows itself in a notebook: without scripts, and as a chart of Vega-Lite."""

from __future__ import annotations

import html as _html
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

_ROW, _LABEL, _PLOT = 24, 330, 360
_COLOURS = {"better": "#1a7f4b", "worse": "#b3261e"}


class _Interval(NamedTuple):
    """A difference that decides, in percent of the baseline, or in margins where there is no such percentage."""

    label: str
    estimate: float
    lower: float
    upper: float
    verdict: str
    unit: str


def _intervals(comparisons: Sequence[Mapping[str, Any]]) -> List[_Interval]:
    intervals = []
    for entry in comparisons:
        relative, judged = entry.get("relative") or {}, entry.get("judged") or {}
        found = [relative.get(key) for key in ("estimate", "lower", "upper")]
        scale, unit = 100.0, "%"
        if None in found:
            # The baseline is too near to zero, or too uncertain, for an interval of the ratio: its mean stands for it.
            found = [judged.get(key) for key in ("mean", "lower", "upper")]
            baseline, margin = entry.get("baseline_mean"), entry.get("margin")
            scale, unit = (100 / abs(baseline), "%") if baseline else (1 / margin, "margins") if margin else (1.0, "")
        if None in found:
            continue
        label = f"{entry['candidate']}: {entry['metric']}"
        estimate, lower, upper = (scale * value for value in found if value is not None)
        intervals.append(_Interval(label, estimate, lower, upper, entry.get("verdict") or "", unit))
    return intervals


def html(text: str, verdict: str, comparisons: Sequence[Mapping[str, Any]]) -> str:
    """The verdict and a forest plot of what decides, or the report where there is no comparison."""
    report = f'<pre style="line-height:1.25">{_html.escape(text.rstrip())}</pre>'
    intervals = _intervals(comparisons)
    if not intervals:
        return report
    lines = "".join(f"<p><strong>{_html.escape(line)}</strong></p>" for line in verdict.splitlines())
    drawn, others = _parted(intervals)
    if drawn:
        lines += _forest(drawn)
    lines += "".join(f"<p>{_html.escape(_sentence(interval))}</p>" for interval in others)
    return f"<div>{lines}<details><summary>Report</summary>{report}</details></div>"


def _parted(intervals: Sequence[_Interval]) -> Tuple[List[_Interval], List[_Interval]]:
    """Those in percent, which one axis has, and the others."""
    drawn = [interval for interval in intervals if interval.unit == "%"]
    return drawn, [interval for interval in intervals if interval.unit != "%"]


def _forest(intervals: Sequence[_Interval]) -> str:
    """Each difference with its interval; zero is a line."""
    low = min(0.0, *(interval.lower for interval in intervals))
    high = max(0.0, *(interval.upper for interval in intervals))
    pad = 0.05 * (high - low) or 1.0
    low, high = low - pad, high + pad

    def x(value: float) -> float:
        return _LABEL + (value - low) / (high - low) * _PLOT

    height = _ROW * len(intervals) + 22
    width = _LABEL + _PLOT + 190
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" viewBox="0 0 {width} {height}" '
        'style="max-width:100%;font:13px system-ui,sans-serif" fill="currentColor">',
        f"<title>{_html.escape('; '.join(_sentence(interval) for interval in intervals))}</title>",
        f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="0" y2="{height - 22}" stroke="currentColor" stroke-opacity="0.4"/>',
        f'<text x="{x(0):.1f}" y="{height - 6}" text-anchor="middle" opacity="0.7">no change</text>',
    ]
    for row, interval in enumerate(intervals):
        y = _ROW * row + _ROW / 2
        colour = _COLOURS.get(interval.verdict, "currentColor")
        parts += [
            f'<text x="{_LABEL - 10}" y="{y + 4:.1f}" text-anchor="end">{_html.escape(interval.label)}</text>',
            f'<line x1="{x(interval.lower):.1f}" x2="{x(interval.upper):.1f}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="{colour}" stroke-width="2"/>',
            f'<circle cx="{x(interval.estimate):.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>',
            f'<text x="{_LABEL + _PLOT + 10}" y="{y + 4:.1f}">{_html.escape(_size(interval))}</text>',
        ]
    return "".join(parts) + "</svg>"


def _size(interval: _Interval) -> str:
    unit = interval.unit if interval.unit in ("%", "") else f" {interval.unit}"
    return f"{_number(interval.estimate)}{unit} [{_number(interval.lower)}, {_number(interval.upper)}]"


def _number(value: float) -> str:
    text = f"{abs(value):.1f}" if abs(value) >= 0.95 else f"{abs(value):.2g}"
    return ("−" if value < 0 else "+" if value > 0 else "") + text


def _sentence(interval: _Interval) -> str:
    return f"{interval.label} {_size(interval)} {interval.verdict}".rstrip()


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
            "verdict": interval.verdict,
        }
        for interval in drawn
    ]
    verdicts = list(dict.fromkeys(interval.verdict for interval in drawn))
    y = {"field": "difference", "type": "nominal", "title": None, "sort": None, "axis": {"labelLimit": 320}}
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
            {"mark": "rule", "encoding": {"x": {"datum": 0}}},
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {
                    "y": y,
                    "x": {"field": "lower", "type": "quantitative", "title": "Change in % of the baseline"},
                    "x2": {"field": "upper"},
                    "color": colour,
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60},
                "encoding": {"y": y, "x": {"field": "estimate", "type": "quantitative"}, "color": colour},
            },
        ],
    }
