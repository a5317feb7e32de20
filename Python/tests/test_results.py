"""What results have, and how they show themselves."""

import gc
import json
import os
import re
import sys
import xml.etree.ElementTree

import pytest

import feedlab
from feedlab import _commands, _show


def test_a_comparison_decides_about_each_candidate(compared):
    assert compared.decisions == {"popular": ("popular", "equivalent", ("relevance@10",))}
    assert compared.verdict.startswith("= No reason to ship popular: Relevance@10 ")
    assert "\n" not in compared.verdict
    assert (compared.exit_code, compared.passed) == (0, True)


@pytest.mark.parametrize(
    "options", [{"by": "surface"}, {"references": True}, {"yardsticks": True}, {"design": "switchback"}], ids=lambda options: next(iter(options))
)
def test_a_verdict_is_what_decides_with_each_option(scenario, options):
    scenario["arms"]["own"] = {"home": "affinity"}
    found = feedlab.ab(scenario, **options)
    popular, own = found.verdict.splitlines()
    assert popular.startswith("= No reason to ship popular: Relevance@10 ") and re.match(r"\S [A-Z][a-z ]+ own: Relevance@10 ", own)
    assert popular in found._repr_mimebundle_()["text/html"].replace("<strong>", "").replace("</strong>", "").replace("<p>", "")


def test_a_verdict_of_another_command_is_its_outcome(scenario, compared):
    assert feedlab.select(scenario, metric="relevance@10", delta=0.05).verdict.startswith("popular is the best of 2 arms in relevance@10, ")
    assert feedlab.power(scenario, metric="relevance@10", worlds=4).verdict.startswith("popular against newest in relevance@10: ")
    assert feedlab.run(scenario, worlds=1).verdict == feedlab.explain(compared, by="surface").verdict == ""
    assert feedlab.validate(scenario).verdict == feedlab.measure(compared.trace()).verdict == ""


def test_a_verdict_whose_lines_are_broken_or_elsewhere():
    def verdict(text):
        result = feedlab.Result("ab", 0, text, [], None, {}, {})
        result._figures = {"decisions": [{"candidate": "a.b", "outcome": "do_not_ship", "reasons": ["x", "y"]}]}
        return result.verdict

    assert verdict("Title\n\n✕ Do not ship a.b: x is\n  worse.\n\nLegend\n") == "✕ Do not ship a.b: x is worse."
    assert verdict("Title\n\n✕ Do not ship axb: x is\n  worse.\n") == "Do not ship a.b: x, y"


def test_what_order_can_bring():
    def result(found, text=""):
        result = feedlab.Result("ab", 0, text, [], None, {}, {})
        orders = {
            "random": {"relative": {"estimate": -0.06}},
            "ideal": {"relative": None},
        }
        decisions = [{"candidate": "a", "outcome": "no_headroom", "reasons": ["x"]}]
        result._figures = {"headroom": {"metric": "x", "worlds": 3, "found": found, **orders}, "decisions": decisions}
        return result

    assert result(True).headroom == feedlab.Headroom("x", 3, -0.06, None, True)
    assert result(None).headroom is None
    assert feedlab.Result("run", 0, "", [], None, {}, {}).headroom is None
    text = "Title\n\n! In this world order\n  decides nothing.\n? No headroom to judge a: x is better.\n"
    assert result(False, text).verdict == "In this world order decides nothing.\n? No headroom to judge a: x is better."
    assert result(True, text).verdict == "? No headroom to judge a: x is better."


def test_names_are_texts_in_every_frame(scenario):
    for package in ("pandas", "pyarrow", "polars"):
        pytest.importorskip(package)
    scenario["arms"] = {"005": {"home": "recency"}, "010": {"home": "popularity"}}
    scenario["ab"]["baseline"] = "005"
    found = feedlab.ab(scenario)
    assert found.rows()[0]["candidate"] == found.frame()["candidate"][0] == "010"
    assert found.arrow()["candidate"][0].as_py() == found.polars()["candidate"][0] == "010"
    for kind in ("replications", "breakdown"):
        arms = {row["arm"] for row in found.rows(kind)}
        assert arms == set(found.frame(kind)["arm"]) == set(found.polars(kind)["arm"]) == {"005", "010"}
    assert {type(row["replication"]) for row in found.rows("replications")} == {int}


def test_the_trace_of_a_scenario_that_was_changed_is_refused(scenario, folder):
    file = folder / "tiny.yml"
    file.write_text(json.dumps(scenario))
    found = feedlab.ab("tiny.yml", worlds=2)
    members = len(found.trace("popular").rows("users"))
    # What a world does not depend on may be changed.
    file.write_text(json.dumps({**scenario, "ab": {"baseline": "popular", "primary": "like_rate"}}))
    assert len(found.trace("popular").rows("users")) == members
    file.write_text(json.dumps({**scenario, "world": {"members": 30, "days": 3, "warm-up": 1}}))
    with pytest.raises(feedlab.StaleResult, match="^the scenario or the ranker of arm 'popular' is not what it was when these results were made"):
        found.trace("popular")
    assert not (folder / "reports" / "tiny" / "trace-popular-0").exists()


def test_a_trace_of_a_ranker_that_cannot_be_compared_is_made(with_arm):
    model = object()
    mine = feedlab.ranker(reads=["likes"], name="mine")(lambda candidates, parameters: candidates["likes"] + (model is None))
    with pytest.warns(UserWarning):
        assert feedlab.ab(with_arm(mine)).trace("mine").rows("users")


def test_results_and_traces_are_read_from_another_folder(scenario, folder, monkeypatch):
    (folder / "sub").mkdir()
    (folder / "tiny.yml").write_text(json.dumps(scenario))
    found = feedlab.ab("tiny.yml", out="out")
    trace, rows = found.trace(), found.rows("replications")
    monkeypatch.chdir(folder / "sub")
    assert found.rows("replications") == rows and found.report() == str(folder / "out" / "report.html")
    assert feedlab.explain(found, by="surface").rows() and feedlab.measure(trace).rows() and found.trace("popular").rows("users")
    assert found.folder == "out" and os.listdir(folder / "sub") == []


def test_advice_about_a_dictionary_is_a_call(scenario):
    found = feedlab.ab(scenario)
    advice = "feedlab.sensitivity(scenario, record=True)"
    with open(found.report(), encoding="utf-8") as page:
        texts = [found.text, found.markdown, page.read(), feedlab.load(found.folder).text, feedlab.load(found.folder).markdown]
    assert all(advice in text and "feedlab sensitivity" not in text for text in texts)
    feedlab.sensitivity(scenario, record=True, worlds=2)
    assert advice not in feedlab.ab(scenario).text


def test_loaded_results_are_explained(scenario):
    found = feedlab.ab(scenario, out="out")
    loaded = feedlab.load("out")
    assert loaded.folder == "out"
    assert feedlab.explain(loaded, by="surface").rows() == feedlab.explain(found, by="surface").rows()
    feedlab.ab(scenario, out="out", seed=8)
    first = feedlab.load("out/ledger.sqlite", number=1)
    assert feedlab.explain(first, by="surface").rows() == feedlab.explain(loaded, by="surface", number=1).rows()


def test_what_other_commands_wrote_is_loaded(scenario, folder):
    selected = feedlab.select(scenario, metric="relevance@10", delta=0.05, out="out")
    loaded = feedlab.load("out")
    assert (loaded.command, loaded.rows(), loaded.verdict) == ("select", selected.rows(), selected.verdict)
    assert loaded.figures == selected.figures and loaded.passed
    for name in os.listdir("out"):
        if not name.startswith("ledger"):
            os.unlink(f"out/{name}")
    # As an interrupted one leaves it.
    with pytest.raises(feedlab.RunFailed, match="^out has no results of 'ab' or 'run', and no finished ones .* goes on from the worlds that are kept$"):
        feedlab.load("out")
    (folder / "empty").mkdir()
    with pytest.raises(feedlab.RunFailed, match="^cannot read the ledger empty/ledger.sqlite: "):
        feedlab.load("empty")


def test_what_has_no_folder_or_is_no_trace_is_named(scenario, compared):
    with pytest.raises(TypeError, match="^explain\\(\\) takes the results of feedlab.ab, or their folder, and not a dict$"):
        feedlab.explain(scenario)
    with pytest.raises(TypeError, match="^measure\\(\\) takes a trace, .* and not a Result; result.trace\\(arm, world\\) makes one$"):
        feedlab.measure(compared)


def test_the_text_is_that_of_a_terminal(compared):
    assert repr(compared) == compared.text
    assert compared.text.startswith("tiny: 60 members, 3 days (1 warm-up), 2 arms in 2 parallel worlds\n")
    # Nowhere is the file by which the program got the dictionary.
    assert "feedlab.json" not in compared.text and "<dict>" not in compared.text


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
    # 2 arms, 2 worlds and 57 metrics.
    assert len(compared.rows("replications")) == 228
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
    assert texts[:2] == ["no change from newest", "popular: Relevance@10"]
    word = tree.find(".//{http://www.w3.org/2000/svg}tspan")
    assert word.text == "too small" and f"{compared._comparisons()[0]['shown']['change']} too small" in compared.verdict


def decided(candidate, metric, role, word, baseline=0.5, scale="share", change="+2.0% [−4.0, +8.0]"):
    """A comparison of results.json that was decided by 0.02 [−0.04, 0.08] and a margin of 0.01."""
    return {
        "candidate": candidate, "metric": metric.lower(), "asked": {"role": role}, "baseline_mean": baseline,
        "decided_by": {"scale": scale, "estimate": 0.02, "lower": -0.04, "upper": 0.08, "margin": 0.01},
        "shown": {"label": metric, "change": change, "limit": "−1%" if role == "guardrail" else "1%", "word": word},
    }


@pytest.mark.parametrize(
    ("scale", "baseline", "share"),
    # A change in the metric's unit is drawn as a share of the baseline.
    [("share", 0.4, 1), ("unit", 0.4, 2.5), ("unit", -0.4, 2.5)],
)
def test_the_drawing_has_the_interval_that_decided_and_the_limit(scale, baseline, share):
    entry = decided("popular", "Gini", "guardrail", "not sure yet", baseline, scale)
    html = _show.html("report", "verdict", "newest", [entry, {**entry, "decided_by": None}])
    tree = xml.etree.ElementTree.fromstring(html)
    texts = ["".join(element.itertext()) for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["no change from newest", "red mark: limit", "popular: Gini", "+2.0% [−4.0, +8.0], limit −1% not sure yet"]
    lines = [float(line.get("x1")) for line in tree.iter("{http://www.w3.org/2000/svg}line")]
    zero, lower, limit = lines
    (dot,) = tree.iter("{http://www.w3.org/2000/svg}circle")
    # In proportion: −4, −1 and 2 in percent, or 2.5 times as much.
    assert (lower - zero) / (limit - zero) == pytest.approx(4, abs=0.02)
    assert (float(dot.get("cx")) - zero) / (limit - zero) == pytest.approx(-2, abs=0.02)
    (value,) = _show.vega_lite([entry])["data"]["values"]
    assert value["estimate"] == pytest.approx(2 * share) and value["lower"] == pytest.approx(-4 * share)
    assert value["limit"] == pytest.approx(-1 * share)


def test_the_drawing_has_the_primary_metric_first_below_the_name_of_each_candidate():
    entries = [
        decided("b & c", "Gini", "guardrail", "not sure yet"), decided("b & c", "Open rate", "primary", "not sure yet"),
        decided("a", "MRR", "guardrail", "broken"), decided("a", "Open rate", "primary", "too small"),
    ]
    tree = xml.etree.ElementTree.fromstring(_show.html("report", "", "newest", entries))
    texts = ["".join(element.itertext()) for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    size = "+2.0% [−4.0, +8.0]"
    assert texts == [
        "no change from newest", "red mark: limit", "b & c", "Open rate", f"{size} not sure yet", "Gini", f"{size}, limit −1% not sure yet",
        "a", "Open rate", f"{size} too small", "MRR", f"{size}, limit −1% broken",
    ]


def test_what_has_no_percentage_is_a_text_beside_the_drawing():
    unit = decided("popular", "X", "primary", "better", 0, "unit", "+0.02 [−0.04, +0.08]")
    percent = decided("popular", "Y", "primary", "worse")
    text = "popular: X +0.02 [−0.04, +0.08] better"
    tree = xml.etree.ElementTree.fromstring(_show.html("report", "", "newest", [percent, unit]))
    assert [p.text for p in tree.findall("p")] == ["report", text]
    chart = _show.vega_lite([percent, unit])
    assert [value["difference"] for value in chart["data"]["values"]] == ["popular: Y"]
    assert chart["title"]["subtitle"] == [text]
    assert chart["layer"][1]["encoding"]["color"]["scale"] == {"domain": ["worse"], "range": ["#d9453a"]}
    assert "<svg" not in _show.html("report", "", "newest", [unit]) and _show.vega_lite([unit]) is None


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
    assert loaded.folder == "out"
    folder = loaded._folder
    assert os.path.isdir(folder) and folder != os.path.abspath("out")
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
    assert value["difference"] == "popular: Relevance@10" and value["verdict"] == "too small"
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


def test_a_result_is_that_of_its_call_where_a_ranker_changes_the_folder(scenario, with_arm):
    os.mkdir("elsewhere")
    os.chdir("elsewhere")
    feedlab.ab(scenario, out="out")
    elsewhere = os.getcwd()
    os.chdir("..")

    @feedlab.ranker(reads=["age_hours"])
    def moving(candidates, parameters):
        os.chdir(elsewhere)
        return -candidates["age_hours"]

    found = feedlab.ab(with_arm({"ranker": moving}), out="out")
    assert os.getcwd() == elsewhere and list(found.decisions) == ["popular", "mine"]
    assert found.folder == "out" and os.path.dirname(found.folder_now()) == os.path.dirname(elsewhere)
    assert os.path.dirname(found.report()) == found.folder_now()


def test_files_of_another_call_are_no_result(scenario, monkeypatch):
    ended = _commands._ended

    def overtaken(command, *arguments):
        done = ended(command, *arguments)
        with open("out/results.json", "a", encoding="utf-8") as file:
            file.write("\n")
        return done

    monkeypatch.setattr(_commands, "_ended", overtaken)
    with pytest.raises(feedlab.StaleResult, match="the files in out are not those of this call: another one has written there meanwhile"):
        feedlab.ab(scenario, out="out")
