"""What results have, and how they show themselves."""

import gc
import json
import os
import re
import sys
import xml.etree.ElementTree

import pytest

import feedlab
from feedlab import _show


def test_a_comparison_decides_about_each_candidate(compared):
    assert compared.decisions == {"popular": ("popular", "equivalent", ("relevance@10",))}
    assert compared.verdict.startswith("= No reason to ship popular: relevance@10 is equivalent (")
    assert "\n" not in compared.verdict
    assert (compared.exit_code, compared.passed) == (0, True)


def test_the_text_is_that_of_a_terminal(compared):
    assert repr(compared) == compared.text
    assert compared.text.startswith("tiny: 60 members, 3 days (1 warm-up), 2 arms in 2 parallel worlds\n")
    # Nowhere is the file by which the program got the dictionary.
    assert ".feedlab" not in compared.text and "<dict>" in compared.text


def test_rows_frames_and_tables_are_the_same(compared):
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    assert compared.kinds == ["comparisons", "replications", "breakdown"]
    for kind in compared.kinds:
        rows = compared.rows(kind)
        frame = compared.frame(kind)
        assert list(frame.columns) == list(rows[0])
        assert [[None if value != value else value for value in row] for row in frame.to_numpy(object).tolist()] == [
            list(row.values()) for row in rows
        ]
        assert compared.arrow(kind).to_pylist() == rows
        assert compared.polars(kind).to_dicts() == rows
    # 2 arms, 2 worlds and 55 metrics.
    assert len(compared.rows("replications")) == 220
    assert compared.frame().equals(compared.frame("comparisons"))


def test_a_table_that_is_not_there_has_the_nearest_name(compared):
    with pytest.raises(ValueError, match="^there is no table 'comparison' in the results of 'ab'; did you mean 'comparisons'\\?$"):
        compared.rows("comparison")


@pytest.mark.parametrize(
    ("call", "package"), [("frame", "pandas"), ("arrow", "pyarrow"), ("polars", "polars")]
)
def test_a_package_that_is_missing_is_named_with_the_call(compared, monkeypatch, call, package):
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(feedlab.MissingPackage) as caught:
        getattr(compared, call)("breakdown")
    assert str(caught.value) == (
        f"{call}('breakdown') needs {package}, which is not installed: pip install {package}; rows() needs nothing"
    )
    assert isinstance(caught.value, ImportError)


def test_results_whose_files_were_replaced_are_not_read(scenario):
    before = feedlab.ab(scenario, out="out")
    same = feedlab.ab(scenario, out="out")
    assert before.rows("replications") == same.rows("replications")
    feedlab.ab(scenario, out="out", seed=8)
    with pytest.raises(feedlab.StaleResult, match=r"^the files in out are those of a later command, or are gone; "):
        before.rows("replications")


def test_a_notebook_gets_text_markdown_html_and_a_chart(compared):
    bundle = compared._repr_mimebundle_()
    assert list(bundle) == ["text/plain", "text/markdown", "text/html", "application/vnd.vegalite.v5+json"]
    assert bundle["text/markdown"].startswith("<!-- feedlab:summary scenario=tiny -->\n### FeedLab: tiny\n")
    assert list(compared._repr_mimebundle_(include=["text/html"])) == ["text/html"]
    assert "text/html" not in compared._repr_mimebundle_(exclude=["text/html"])


def test_the_html_has_the_verdict_and_a_drawing_and_no_script(compared):
    html = compared._repr_mimebundle_()["text/html"]
    tree = xml.etree.ElementTree.fromstring(html)
    subject, verdict = tree.findall("p")
    assert subject.text == "tiny: 60 members, 3 days (1 warm-up), 2 arms in 2 parallel worlds"
    assert "".join(verdict.itertext()) == compared.verdict and verdict.find("strong").text == "= No reason to ship popular:"
    assert "<script" not in html and not re.search(r"\bon\w+=|javascript:|https?://(?!www.w3.org)", html)
    texts = [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:3] == ["no change from newest", "popular: relevance@10", "="]


@pytest.mark.parametrize(
    ("relative", "baseline", "size"),
    [
        # The interval of the ratio, where it has bounds: 3.58 %, from −0.62 to 6.51.
        ({"estimate": 0.0358, "lower": -0.0062, "upper": 0.0651}, 0.4, "+3.6% [−0.6, +6.5]"),
        # Otherwise the difference by the baseline's mean: 0.01 / 0.4, −0.02 / 0.4 and 0.04 / 0.4.
        ({"estimate": 0.02, "lower": None, "upper": None}, 0.4, "+2.5% [−5.0, +10.0]"),
        ({"estimate": 0.02, "lower": None, "upper": None}, -0.4, "+2.5% [−5.0, +10.0]"),
    ],
)
def test_the_drawing_has_the_intervals_of_the_verdict(relative, baseline, size):
    entry = {
        "candidate": "popular", "metric": "x", "asked": {}, "verdict": "better", "margin": 0.005, "baseline_mean": baseline,
        "relative": relative, "judged": {"mean": 0.01, "lower": -0.02, "upper": 0.04},
    }
    html = _show.html("report", "verdict", "newest", [entry, {**entry, "relative": None, "judged": None}])
    texts = [element.text for element in xml.etree.ElementTree.fromstring(html).iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["no change from newest", "popular: x", "▲", size]
    assert "#17925c" in html


def test_the_drawing_has_the_primary_metric_first_below_the_name_of_each_candidate():
    def entry(candidate, metric, role, verdict, gate):
        return {
            "candidate": candidate, "metric": metric, "asked": {"role": role, "gate": gate}, "verdict": verdict, "margin": 0.01,
            "baseline_mean": 0.5, "relative": {"estimate": 0, "lower": -0.0004, "upper": 0.0006}, "judged": None,
        }

    entries = [
        entry("b & c", "gini", "guardrail", "worse", "undecided"), entry("b & c", "open_rate", "primary", "undecided", "pass"),
        entry("a", "gini", "guardrail", "undecided", "pass"), entry("a", "mrr", "guardrail", "worse", "fail"),
        entry("a", "open_rate", "primary", "equivalent", "pass"),
    ]
    tree = xml.etree.ElementTree.fromstring(_show.html("report", "", "newest", entries))
    texts = [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    size = "0.0% [0.0, +0.1]"
    assert texts == [
        "no change from newest", "b & c", "open_rate", "~", size, "gini", "?", size,
        "a", "open_rate", "=", size, "gini", "✓", size, "mrr", "✕", size,
    ]


def test_what_has_no_percentage_is_a_text_beside_the_drawing():
    # By the margin, 0.005, where the baseline is 0.
    margins = {
        "candidate": "popular", "metric": "x", "asked": {}, "verdict": "better", "margin": 0.005, "baseline_mean": 0,
        "relative": None, "judged": {"mean": 0.01, "lower": -0.02, "upper": 0.04},
    }
    text = "▲ popular: x +2.0 margins [−4.0, +8.0] better"
    percent = {**margins, "metric": "y", "verdict": "worse", "baseline_mean": 0.4}
    tree = xml.etree.ElementTree.fromstring(_show.html("report", "", "newest", [percent, margins]))
    texts = [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["no change from newest", "popular: y", "▼", "+2.5% [−5.0, +10.0]"]
    assert [p.text for p in tree.findall("p")] == ["report", text]
    chart = _show.vega_lite([percent, margins])
    assert [value["difference"] for value in chart["data"]["values"]] == ["popular: y"]
    assert chart["title"]["subtitle"] == [text]
    assert chart["layer"][1]["encoding"]["color"]["scale"] == {"domain": ["worse"], "range": ["#d9453a"]}
    assert "<svg" not in _show.html("report", "", "newest", [margins]) and _show.vega_lite([margins]) is None


def test_frames_have_the_numbers_of_the_file():
    pytest.importorskip("pandas")
    from feedlab import _results

    # The fast reader of older versions of pandas is off by one in the last place.
    frame = _results._Tables({"t": b"x\n0.30000000000000004\n1.7976931348623157e308\n"}, "a table").frame()
    assert list(frame["x"]) == [0.30000000000000004, 1.7976931348623157e308]


def test_results_have_the_scenario_as_it_was(scenario):
    before = feedlab.ab(scenario, out="out")
    scenario["arms"]["popular"]["home"] = "recency"
    scenario["world"]["members"] = 70
    assert before._source["arms"]["popular"] == {"home": "popularity"} and before._source["world"]["members"] == 60


def test_the_copy_of_saved_results_goes_with_them(scenario):
    feedlab.ab(scenario, out="out")
    loaded = feedlab.load("out")
    assert os.path.isdir(loaded.folder)
    folder = loaded.folder
    del loaded
    gc.collect()
    assert not os.path.exists(folder)
    # Whoever has the path of a page may look at it.
    page = feedlab.load("out").report()
    gc.collect()
    assert os.path.exists(page)


def test_the_chart_has_what_the_drawing_has(compared):
    chart = json.loads(json.dumps(compared._repr_mimebundle_()["application/vnd.vegalite.v5+json"]))
    (value,) = chart["data"]["values"]
    assert value["difference"] == "popular: relevance@10" and value["verdict"] == "equivalent"
    assert value["lower"] <= value["estimate"] <= value["upper"]


def test_what_compares_nothing_shows_its_report(scenario):
    measured = feedlab.run(scenario, worlds=1)
    assert measured.kinds == ["metrics", "replications", "breakdown"]
    bundle = measured._repr_mimebundle_()
    assert "application/vnd.vegalite.v5+json" not in bundle and bundle["text/html"].startswith("<pre")
    assert measured.folder == "reports/tiny" and measured.report().endswith("/reports/tiny/report.html")
    # 2 arms and the metrics of 'feedlab run'; one world has no deviation.
    metrics = measured.rows("metrics")
    values = {(row["arm"], row["metric"]): row["value"] for row in measured.rows("replications")}
    assert {(row["arm"], row["metric"]): row["mean"] for row in metrics} == values
    loaded = feedlab.load("reports/tiny")
    assert (loaded.command, loaded.kinds, loaded.rows()) == ("run", measured.kinds, metrics)


def test_saved_results_are_loaded_again(compared):
    loaded = feedlab.load(compared.folder)
    assert loaded.rows("replications") == compared.rows("replications")
    assert loaded.rows() == compared.rows()
    assert loaded.decisions == compared.decisions


def test_a_trace_has_tables_and_the_metrics_of_its_world(compared):
    trace = compared.trace(arm="popular", world=1)
    impressions = trace.rows("impressions")
    assert impressions and {"posts", "users", "interactions"} < set(trace.kinds)
    measured = {row["metric"]: row["value"] for row in feedlab.measure(trace).rows() if row["by"] is None}
    values = {
        row["metric"]: row["value"]
        for row in compared.rows("replications")
        if row["arm"] == "popular" and row["replication"] == 1
    }
    assert {metric: measured[metric] for metric in values if metric in measured} == {
        metric: value for metric, value in values.items() if metric in measured
    }
    assert len(set(values) & set(measured)) > 40


def test_a_trace_is_written_as_parquet_and_arrow(compared, folder):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.feather
    import pyarrow.parquet

    trace = compared.trace()
    trace.to_parquet(folder / "parquet")
    trace.to_arrow(folder / "arrow")
    table = trace.arrow("impressions")
    assert pyarrow.parquet.read_table(folder / "parquet" / "impressions.parquet").equals(table)
    assert pyarrow.feather.read_table(folder / "arrow" / "impressions.arrow").equals(table)


def test_explain_reads_results(compared):
    explained = feedlab.explain(compared, by="surface")
    assert explained.text.startswith("tiny: 60 members, 3 days (1 warm-up), 2 arms in 2 parallel worlds\n")
    assert explained.kinds == ["parts"]
    assert {row["by"] for row in explained.rows()} >= {"surface"}
    assert explained.markdown != explained.text
