"""scripts/release, scripts/manual.py and scripts/comment."""

import hashlib
import importlib.machinery
import importlib.util
import json
import pathlib
import platform
import shutil
import subprocess
import sys
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"


def loaded(name):
    """A script as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


# The manual

DESCRIPTION = {
    "command": {
        "commandName": "feedlab", "abstract": "What would it do?", "shouldDisplay": True,
        "arguments": [{
            "kind": "flag", "names": [{"kind": "short", "name": "h"}, {"kind": "long", "name": "help"}], "valueName": "help",
            "abstract": "Show help.", "shouldDisplay": True, "isOptional": True, "isRepeating": False,
        }],
        "subcommands": [
            {"commandName": "secret", "abstract": "Hidden.", "shouldDisplay": False},
            {
                "commandName": "check", "abstract": "Fail.", "shouldDisplay": True,
                "discussion": ".One.\n\nExamples:\n  feedlab check 'a\\b'",
                "arguments": [
                    {
                        "kind": "option", "names": [{"kind": "long", "name": "fail-on"}], "valueName": "what", "abstract": "What fails.",
                        "allValues": ["worse", "any"], "defaultValue": "worse", "sectionTitle": "How sure", "shouldDisplay": True,
                        "isOptional": True, "isRepeating": False,
                    },
                    {
                        "kind": "positional", "valueName": "dir", "abstract": "Folders.", "shouldDisplay": True, "isOptional": True,
                        "isRepeating": True,
                    },
                ],
            },
        ],
    }
}

FEEDLAB = r"""
.TH FEEDLAB 1 "2026-11-26" "feedlab 1.2.3" "FeedLab"
.SH NAME
feedlab \- What would it do?
.SH SYNOPSIS
\fBfeedlab\fR [\fIoptions\fR] \fIcommand\fR
.SH COMMANDS
.TP
\fBfeedlab\-check\fR(1)
Fail.
.SH OPTIONS
.TP
\fB\-h\fR, \fB\-\-help\fR
Show help.
.SH EXIT STATUS
.TP
\fB0\fR
Success. It did.
"""

CHECK = r"""
.TH FEEDLAB\-CHECK 1 "2026-11-26" "feedlab 1.2.3" "FeedLab"
.SH NAME
feedlab\-check \- Fail.
.SH SYNOPSIS
\fBfeedlab check\fR [\fIoptions\fR] [\fIdir\fR...]
.SH DESCRIPTION
\&.One.
.PP
Examples:
.RS
.nf
feedlab check \(aqa\eb\(aq
.fi
.RE
.SH ARGUMENTS
.TP
\fIdir\fR
Folders.
.SH HOW SURE
.TP
\fB\-\-fail\-on\fR \fIwhat\fR
What fails. (values: worse, any; default: worse)
.SH SEE ALSO
\fBfeedlab\fR(1)
"""


def test_each_command_that_is_shown_has_a_page_of_the_manual():
    codes = [{"code": 0, "meaning": "success", "detail": "It did."}]
    pages = loaded("manual.py").pages(DESCRIPTION, codes, "1.2.3", "2026-11-26")
    assert list(pages) == ["feedlab.1", "feedlab-check.1"]
    assert pages["feedlab.1"] == FEEDLAB[1:]
    assert pages["feedlab-check.1"] == CHECK[1:]


# The release


@pytest.fixture
def tree(folder, monkeypatch, licences):
    """A repository with what a release is made of, and a program that describes itself."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if (sys.platform, platform.machine()) != ("linux", "x86_64") or None in (compiler, shutil.which("dpkg-query"), shutil.which("swift")):
        pytest.skip("releases are made on Debian, with a compiler")
    # The script has modules beside it.
    monkeypatch.syspath_prepend(str(SCRIPTS))
    if subprocess.run(["dpkg-query", "--show", *loaded("release").DEBIAN], capture_output=True).returncode:
        pytest.skip("releases are made where their Debian packages are")
    tree = folder / "tree"
    for path in (
        "scripts/release", "scripts/packing.py", "scripts/manual.py", "scripts/wheel", "scripts/comment", "scripts/dependencies", "LICENSE", "NOTICE",
        "Python/feedlab/__init__.py", "Python/feedlab_ranker-stubs/__init__.pyi", "Rankers/python/feedlab_ranker.py",
        "Sources/FeedLabCommand/Dependencies/dependencies.tsv",
        "Sources/Experiments/FeedLab.swift",
    ):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tree / path)
    checkouts = next(path for path in (ROOT / ".build-static/checkouts", ROOT / ".build/checkouts") if path.is_dir())
    (tree / ".build").mkdir()
    (tree / ".build" / "checkouts").symlink_to(checkouts)
    (tree / ".gitignore").write_text(".build/\n")
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "All", "--date", "2026-11-26T00:00:00Z"]):
        git(tree, *command)
    said = {"--version": "feedlab 1.2.3\n", "commands": json.dumps(DESCRIPTION), "exit-codes": "[]", "bash": "B\n", "zsh": "Z\n", "fish": "F\n"}
    cases = "".join(f"if (!strcmp(words[i], {json.dumps(word)})) fputs({json.dumps(text)}, stdout);\n" for word, text in said.items())
    source = f"#include <stdio.h>\n#include <string.h>\nint main(int n, char **words) {{ for (int i = 1; i < n; i++) {{ {cases} }} }}\n"
    subprocess.run([compiler, "-static", "-x", "c", "-o", folder / "feedlab", "-"], input=source.encode(), check=True)
    return tree


def git(tree, *arguments):
    identity = ["-c", "user.name=One", "-c", "user.email=one@example.org"]
    environment = {"PATH": "/usr/bin:/bin", "GIT_COMMITTER_DATE": "2026-11-26T00:00:00Z", "HOME": str(tree)}
    return subprocess.run(["git", *identity, *arguments], cwd=tree, env=environment, check=True, capture_output=True, text=True).stdout


def released(tree, out):
    done = subprocess.run(
        [sys.executable, tree / "scripts" / "release", "--program", tree.parent / "feedlab", "--out", out], capture_output=True, text=True)
    return done.returncode, done.stderr


def test_a_release_is_the_same_each_time_and_has_what_a_program_needs(tree, folder, licences):
    assert released(tree, folder / "once") == (0, "")
    assert released(tree, folder / "again") == (0, "")
    names = [
        "SHA256SUMS", "feedlab-1.2.3-linux-x86_64.tar.gz", "feedlab-1.2.3-py3-none-manylinux_2_17_x86_64.whl", "feedlab-1.2.3-source.tar.gz",
        "feedlab-1.2.3.spdx.json",
    ]
    assert sorted(path.name for path in (folder / "once").iterdir()) == names
    assert all((folder / "once" / name).read_bytes() == (folder / "again" / name).read_bytes() for name in names)
    sums = [line.split("  ") for line in (folder / "once" / "SHA256SUMS").read_text().splitlines()]
    assert [(hashlib.sha256((folder / "once" / name).read_bytes()).hexdigest(), name) for name in names[1:]] == [tuple(line) for line in sums]
    with tarfile.open(folder / "once" / names[1]) as archive:
        members = {member.name.partition("/")[2]: member for member in archive.getmembers()}
        assert {member.name.partition("/")[0] for member in archive.getmembers()} == {"feedlab-1.2.3-linux-x86_64"}
        # Of the commit: 26 November 2026, 0 h.
        assert {(member.mtime, member.uid, member.gid, member.uname) for member in members.values()} == {(1795651200, 0, 0, "")}
        assert {name for name, member in members.items() if member.mode == 0o755} == {"bin/feedlab", "share/feedlab/comment"}
        assert {
            "share/man/man1/feedlab.1", "share/man/man1/feedlab-check.1", "share/bash-completion/completions/feedlab",
            "share/zsh/site-functions/_feedlab", "share/fish/vendor_completions.d/feedlab.fish", "share/doc/feedlab/feedlab.spdx.json",
        } <= set(members)
        prefix = "share/doc/feedlab/"
        documents = {name.removeprefix(prefix) for name in members if name.startswith(prefix)}
        assert documents == {*licences, "SOURCES", "feedlab.spdx.json"}
        assert {name: archive.extractfile(members[prefix + name]).read() for name in licences} == licences

        def content(name):
            return archive.extractfile(members[name]).read().decode()

        assert content("share/zsh/site-functions/_feedlab") == "Z\n"
        commit = git(tree, "rev-parse", "HEAD").strip()
        assert f"It was built from commit {commit} by scripts/static-worker, with" in content("share/doc/feedlab/SOURCES")
        assert "\n  gsl=" in content("share/doc/feedlab/SOURCES")
        assert "under the tag\nswift-" in content("share/doc/feedlab/SOURCES")
    with tarfile.open(folder / "once" / names[3]) as archive:
        source = {member.name for member in archive.getmembers()}
        assert {f"feedlab-1.2.3-source/{path}" for path in ("scripts/release", "packages/Yams/Package.swift")} <= source


def contained(sbom):
    """The names of what is in the program, by the relations of the SBOM."""
    names = {package["SPDXID"]: package["name"] for package in sbom["packages"]}
    found, waiting = set(), ["SPDXRef-feedlab"]
    while waiting:
        one = waiting.pop()
        reached = {relation["relatedSpdxElement"] for relation in sbom["relationships"] if relation["spdxElementId"] == one} - found
        found |= reached
        waiting += reached
    return {names[one] for one in found}


def test_each_component_of_the_sbom_is_in_the_notice_and_has_its_licence(packing, licences):
    sbom = subprocess.run([sys.executable, SCRIPTS / "dependencies", "sbom"], capture_output=True, text=True)
    if sbom.returncode:
        pytest.skip(sbom.stderr.strip())
    components = contained(json.loads(sbom.stdout))
    assert {"GSL", "SQLite", "Swift", "ICU", "GNU C library", "GNU C++ library", "LibYAML", "Yams"} <= components
    notice = licences["NOTICE"].decode()
    for component in components:
        assert component in notice
        texts = [text for name, text in licences.items() if name.startswith(f"{component.replace(' ', '-')}-")]
        assert texts and all(len(text) > 1000 for text in texts), component
    assert licences["ICU-LICENSE"].startswith(b"UNICODE LICENSE V3\n")
    assert licences["GPL-3.0.txt"] == pathlib.Path("/usr/share/common-licenses/GPL-3").read_bytes()


def test_a_licence_that_this_machine_lacks_ends_a_release(packing, licences, folder, monkeypatch, capsys):
    def refusal():
        with pytest.raises(SystemExit) as end:
            packing.licences()
        assert end.value.code == 1
        return capsys.readouterr().err

    monkeypatch.setattr(sys, "argv", ["scripts/release"])
    # The older text of another version is not taken.
    (folder / "LICENSE").write_text("UNICODE, INC. LICENSE AGREEMENT\n")
    places = (str(folder / "*SE"), str(folder / "nowhere"))
    texts = {**packing.TEXTS, "ICU": (packing.TEXTS["ICU"][0]._replace(places=places, remedy="look elsewhere"),)}
    monkeypatch.setattr(packing, "TEXTS", texts)
    assert refusal() == (
        f"release: error: ICU-LICENSE, which has to go with the program, is not in {places[0]} or {places[1]}: look elsewhere\n")
    del texts["ICU"]
    assert refusal() == "release: error: the program contains ICU, and TEXTS of packing.py does not say where its licence is\n"


def test_a_licence_is_the_part_of_a_file_that_is_about_the_component(packing):
    node = "".join(
        f'- {name}, located at deps/{name}, is licensed as follows:\n  """\n    {name} 1\n\n      2\n  """\n\n' for name in ("Acorn", "ICU", "zlib"))
    assert packing.section_of_icu(node) == "ICU 1\n\n  2\n"
    assert packing.section_of_icu("B\n") == "B\n"
    assert packing.first_comment("/*\n * A\n */\n\n#if B // C\n") == "/*\n * A\n */\n"
    assert packing.first_comment("// A\n//\n// B\nextension C {\n// D\n") == "// A\n//\n// B\n"


def test_a_release_is_made_from_a_commit(tree, folder):
    (tree / "LICENSE").write_text("Another.\n")
    assert released(tree, folder / "out") == (
        1, "release: error: the work tree has changes that are in no commit; a release is made from a commit\n")
    assert not (folder / "out").exists()


# The comment


def test_a_comment_says_what_is_missing(folder, monkeypatch, capsys):
    def refusal(*arguments):
        with pytest.raises(SystemExit) as end:
            loaded("comment").main(list(arguments))
        return end.value.code, capsys.readouterr().err

    for name in ("GITHUB_REPOSITORY", "GITHUB_API_URL", "TOKEN", "CI_PROJECT_ID"):
        monkeypatch.delenv(name, raising=False)
    code, text = refusal("bitbucket", "1", "check.md", "gate")
    assert code == 64 and text.startswith("Writes what 'feedlab check' found as the one comment of a gate on a change")
    assert refusal("github", "x", "check.md", "gate")[0] == 64
    assert refusal("github", "1", "check.md")[0] == 64
    assert refusal("github", "1", "check.md", "gate") == (1, "comment: error: check.md cannot be read: No such file or directory\n")
    report = folder / "check.md"
    report.write_bytes(b"\xff")
    assert refusal("github", "1", "check.md", "gate") == (1, "comment: error: check.md cannot be read: it is no text\n")
    report.write_text("Hello.\n")
    assert refusal("github", "1", "check.md", "gate") == (
        1, "comment: error: check.md is no report of 'feedlab check --report markdown=FILE': it does not begin with <!-- feedlab:check -->\n")
    report.write_text("<!-- feedlab:check -->\n")
    assert refusal("github", "1", "check.md", "gate") == (1, "comment: error: the variable GITHUB_REPOSITORY is not set\n")
    assert refusal("gitlab", "1", "check.md", "gate") == (1, "comment: error: the variable CI_PROJECT_ID is not set\n")
    monkeypatch.setenv("GITHUB_REPOSITORY", "town/feed")
    monkeypatch.setenv("TOKEN", "a-token")
    monkeypatch.setenv("GITHUB_API_URL", "http://127.0.0.1:1")
    assert refusal("github", "1", "check.md", "gate") == (
        1, "comment: error: http://127.0.0.1:1/repos/town/feed cannot be reached: [Errno 111] Connection refused\n")


def test_a_token_stays_at_its_host():
    comment = loaded("comment")
    request = comment.urllib.request.Request("https://git.example/api/notes?page=1", headers={"PRIVATE-TOKEN": "a-token"})

    def redirected(address, request=request):
        return comment.SameHost().redirect_request(request, None, 302, "Found", {}, address).full_url

    assert redirected("https://git.example/api/projects/2/notes") == "https://git.example/api/projects/2/notes"
    for address, place in (
        ("http://git.example/api/notes", "http://git.example"), ("https://evil.example/api/notes", "https://evil.example"),
        ("https://git.example:8443/api/notes", "https://git.example"), ("https://git.example@evil.example/", "https://evil.example"),
    ):
        with pytest.raises(comment.Redirected) as error:
            redirected(address)
        assert str(error.value) == f"https://git.example/api/notes?page=1 redirects to {place}, which does not get the token"
    post = comment.urllib.request.Request("https://git.example/api/notes", b"{}", method="POST")
    with pytest.raises(comment.Redirected):
        redirected("https://git.example/api/projects/2/notes", post)


def test_the_failure_of_a_check_is_a_report_and_an_annotation(folder, monkeypatch, capsys):
    comment, errors, report = loaded("comment"), folder / "errors.txt", folder / "new" / "check.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    errors.write_bytes(b"\x1b[1mfeed.yml:1: 5% \xff\x07\r\n````\n")
    comment.main(["failure", "65", str(errors), str(report)])
    assert report.read_text() == (
        "<!-- feedlab:check -->\n### FeedLab check: could not run (exit code 65)\n\n"
        "`````text\nfeed.yml:1: 5% \ufffd\ufffd\n````\n`````\n")
    assert capsys.readouterr().out == "::error title=FeedLab check could not run (exit code 65)::feed.yml:1: 5%25 \ufffd\ufffd%0A````\n"
    # The program's own annotation is at the line, and would be no text for people.
    errors.write_text("feed.yml:1: a fault\n::error file=feed.yml,line=1,title=FeedLab::a fault\n")
    comment.main(["failure", "65", str(errors), str(report)])
    assert report.read_text().endswith("\n```text\nfeed.yml:1: a fault\n```\n")
    assert capsys.readouterr().out == ""
    errors.write_text("x" * 5000)
    comment.main(["failure", "65", str(errors), str(report)])
    assert f"\n```text\n{'x' * 4000}\n… The log has the rest.\n```\n" in report.read_text()
    # A program that was killed printed nothing, and there may be no file.
    monkeypatch.delenv("GITHUB_ACTIONS")
    capsys.readouterr()
    comment.main(["failure", "137", str(folder / "none"), str(report)])
    assert report.read_text() == "<!-- feedlab:check -->\n### FeedLab check: could not run (exit code 137)\n"
    assert capsys.readouterr().out == ""
