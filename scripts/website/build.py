"""Makes a static site of the Markdown pages: build.py ROOT OUT.

Pages keep their paths, so that a link is the same in the repository and in the site. The headings and lists of
`docs/README.md` are the navigation. A linked file or folder that is not Markdown becomes a page with its text.
"""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import links
from markdown_it import MarkdownIt

HERE = pathlib.Path(__file__).resolve().parent
FIRST = ["README.md", "docs/README.md"]
PICTURES = {".svg", ".png"}


def address(path):
    """Where in the site the page of a file of the repository is."""
    path = pathlib.PurePosixPath(path)
    if path.name == "README.md":
        return str(path.with_name("index.html"))
    return str(path.with_suffix(".html")) if path.suffix == ".md" else f"files/{path}.html"


def relative(target, page):
    return os.path.relpath(target, os.path.dirname(page) or ".")


class Site:
    def __init__(self, root, out):
        self.root, self.out = root, out
        self.frame = (HERE / "page.html").read_text()
        self.parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=True, text=True)
        self.files = set(filter(None, listed.stdout.split("\0")))
        self.folders = {str(parent) for file in self.files for parent in pathlib.PurePosixPath(file).parents}
        self.wanted, self.done, self.index = list(FIRST), set(), []

    # Links

    def target(self, target, source):
        """The address of a link of a source file, and the page that it needs."""
        parts = urllib.parse.urlsplit(target)
        if parts.scheme or not parts.path:
            return target
        path = os.path.normpath(os.path.join(os.path.dirname(source), urllib.parse.unquote(parts.path)))
        if pathlib.PurePosixPath(path).suffix in PICTURES:
            goal = path
            (self.out / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / path, self.out / path)
        else:
            if path in self.folders and f"{path}/README.md" in self.files:
                path = f"{path}/README.md"
            self.wanted.append(path)
            goal = address(path)
        anchor = f"#{parts.fragment}" if parts.fragment else ""
        return urllib.parse.quote(relative(goal, address(source))) + anchor

    # Pages

    def write(self, path, title, body):
        page = address(path)
        up = relative(".", page) + "/"
        text = self.frame
        for name, value in {
            "title": html.escape(title), "root": up, "navigation": self.navigation(page), "body": body,
        }.items():
            text = text.replace("{{" + name + "}}", value)
        (self.out / page).parent.mkdir(parents=True, exist_ok=True)
        (self.out / page).write_text(text)

    def navigation(self, page):
        rows = []
        for heading, entries in self.sections:
            rows.append(f"<h2>{html.escape(heading)}</h2><ul>")
            for text, goal in entries:
                here = ' aria-current="page"' if goal == page else ""
                rows.append(f'<li><a href="{relative(goal, page)}"{here}>{html.escape(text)}</a></li>')
            rows.append("</ul>")
        return "".join(rows)

    def read_sections(self, samples):
        """The navigation: each heading of the page of contents with the links of the lists or tables below it."""
        self.sections = [("FeedLab", [("Overview", "index.html"), ("Documentation", "docs/index.html")])]
        for line in (self.root / "docs/README.md").read_text().splitlines():
            if line.startswith("## "):
                self.sections.append((links.plain(line[3:]), []))
            elif self.sections and re.match(r"[-*|] ", line):
                if found := re.search(r"\[([^\]]*)\]\(([^)#]*\.md)\)", line):
                    path = os.path.normpath(os.path.join("docs", found[2]))
                    self.sections[-1][1].append((links.plain(found[1]), address(path)))
        self.sections.append(("Sample reports", samples))
        self.sections = [section for section in self.sections if section[1]]

    def render_markdown(self, path):
        tokens = self.parser.parse((self.root / path).read_text())
        taken, contents, title = {}, [], path
        sections = [["", "", []]]
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                text = links.plain(tokens[index + 1].content)
                anchor = links.slug(tokens[index + 1].content, taken)
                token.attrSet("id", anchor)
                if token.tag == "h1":
                    title = text
                elif token.tag == "h2":
                    contents.append(f'<li><a href="#{anchor}">{html.escape(text)}</a></li>')
                sections.append([text, anchor, []])
            elif token.type in ("inline", "fence", "code_block"):
                if tokens[index - 1].type != "heading_open":
                    shown = token.content if token.type != "inline" else links.plain(token.content)
                    sections[-1][2].append(re.sub(r"<[^>]+>", " ", shown))
            elif token.type == "html_block":
                token.content = self.rewritten(token.content, path)
            for child in token.children or []:
                for name in ("href", "src"):
                    if child.attrGet(name):
                        child.attrSet(name, self.target(child.attrGet(name), path))
                if child.type == "html_inline":
                    child.content = self.rewritten(child.content, path)
        body = self.parser.renderer.render(tokens, self.parser.options, {})
        body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
        body = re.sub(r"<t([hd]) style=\"text-align:(\w+)\">", r'<t\1 class="\2">', body)
        for heading, anchor, texts in sections:
            text = re.sub(r"\s+", " ", " ".join(texts)).strip()
            if heading or text:
                self.index.append([title, heading, address(path) + (f"#{anchor}" if anchor else ""), text])
        listing = f"<nav class='contents' aria-label='On this page'><ul>{''.join(contents)}</ul></nav>"
        if len(contents) > 2:
            body = body.replace("</h1>", f"</h1>{listing}", 1)
        self.write(path, title, body)

    def rewritten(self, text, path):
        return re.sub(
            r'\b(href|src|srcset)="([^"]+)"', lambda m: f'{m[1]}="{self.target(m[2], path)}"', text)

    def render_file(self, path):
        if path in self.folders:
            inside = sorted(f for f in self.files if f.startswith(f"{path}/"))
            rows = "".join(
                f'<li><a href="{self.target(os.path.relpath(f, os.path.dirname(path) or "."), path)}">'
                f"{html.escape(f[len(path) + 1:])}</a></li>" for f in inside)
            body = f"<ul>{rows}</ul>"
        else:
            body = f"<pre><code>{html.escape((self.root / path).read_text())}</code></pre>"
        self.write(path, path, f"<h1><code>{html.escape(path)}</code></h1>{body}")

    def build(self):
        samples = [
            (title, f"samples/{name}") for line in (self.out / "samples/list.txt").read_text().splitlines()
            for name, title in [line.split("\t")]
        ]
        (self.out / "samples/list.txt").unlink()
        self.read_sections(samples)
        self.wanted += sorted(f for f in self.files if f.startswith("docs/") and f.endswith(".md"))
        while self.wanted:
            path = self.wanted.pop()
            if path in self.done:
                continue
            self.done.add(path)
            if path.endswith(".md"):
                self.render_markdown(path)
            elif path in self.files or path in self.folders:
                self.render_file(path)
        self.index.sort()
        data = json.dumps(self.index, ensure_ascii=False, separators=(",", ":"))
        (self.out / "search-index.js").write_text(f"window.feedlabIndex={data}\n")
        (self.out / "style.css").write_text(self.colours() + (HERE / "style.css").read_text())
        shutil.copyfile(HERE / "search.js", self.out / "search.js")
        print(f"{len(self.done)} pages, {len(samples)} sample reports, {len(data) // 1024} KiB of search index")

    def colours(self):
        """The colours and fonts of the reports, light and dark."""
        theme = json.loads((self.root / "Sources/PageResources/Page/theme.json").read_text())
        rules = {
            name: ";".join(f"--{key}:{value}" for key, value in theme[name].items() if re.fullmatch(r"[a-z]+", key))
            for name in ("light", "dark")
        }
        return (
            f":root{{color-scheme:light dark;--font:{theme['font']};--mono:{theme['mono']};{rules['light']}}}\n"
            f"@media (prefers-color-scheme:dark){{:root{{{rules['dark']}}}}}\n")


if __name__ == "__main__":
    Site(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()).build()
