#!/usr/bin/env python3
"""Builds the site in .build/site: `site.py TARGET…`. FLAGS are those of the build; BASE is the site's folder on its server, as /headrace.

DocC builds one archive of all targets, whose pages link to each other, and one of the pages in Documentation; both are merged, and a
first page is put in front. DocC's warnings are errors, except for two kinds: the parameters 'fileID', 'filePath', 'line' and 'column'
are filled in by the compiler, and explained nowhere; and files that another package has not named in its manifest are its own.
"""
import html
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / ".build/site"
PARTS = ROOT / ".build/site-parts"
BASE = os.environ.get("BASE", "").rstrip("/")
SWIFT = os.environ.get("SWIFT", "swift")
NOT_COUNTED = re.compile(
    r"Parameter '(fileID|filePath|line|column)' is missing documentation"
    r"|found \d+ file\(s\) which are unhandled"
)
KEYWORD = re.compile(r"(@?\b(?:struct|enum|case|var|some|func|inout|switch|if|guard|else|return|for|await|in)\b|@\w+)")


def run(what, *command):
    """Runs a command of DocC; its warnings end the build."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    output = "\n" + result.stdout + result.stderr
    warnings = [part for part in re.split(r"\n(?=warning: )", output)[1:] if not NOT_COUNTED.search(part.split("\n")[0])]
    if result.returncode:
        sys.exit(f"{output}site: {what} could not be built")
    if warnings:
        sys.exit("\n".join(warnings) + f"\nsite: fix these warnings of {what}")


def address(path):
    """The page that DocC makes of a Markdown file, or None."""
    path = Path(os.path.normpath(path))
    if path.suffix != ".md":
        return None
    for folder in path.parents:
        if folder.suffix == ".docc":
            page = [folder.stem] if path.stem == folder.stem else [folder.stem, path.stem]
            return "/".join(["documentation"] + page).lower()
    if path == Path("Documentation/articles.md"):
        return "documentation/articles"
    if path.parent == Path("Documentation") or path == Path("ARCHITECTURE.md"):
        return f"documentation/articles/{path.stem}".lower()
    return None


def title_and_abstract(path):
    """The title of a page, and its first sentence."""
    title, abstract = re.match(r"# (.+?)\n(?:\n@Metadata \{.*?\n\})?\n(.+?)\n\n", (ROOT / path).read_text("utf8"), re.S).groups()
    sentence = re.split(r"(?<=[.:]) +(?=[A-Z])", " ".join(abstract.split()))[0]
    return [re.sub(r"`(.+?)`", r"<code>\1</code>", html.escape(text, quote=False)) for text in (title.replace("`", ""), sentence)]


def pages(folder):
    """Makes a catalog of the pages in Documentation, with links to DocC's pages. The list of articles is the first of them."""
    def link(match, path):
        target = address(path.parent / match[2].split("#")[0])
        return f"[{match[1]}](/{target})" if target else match[1]

    for path in [Path("ARCHITECTURE.md")] + [file.relative_to(ROOT) for file in (ROOT / "Documentation").glob("*.md")]:
        text = (ROOT / path).read_text("utf8").replace("](pictures/", "](")
        text = re.sub(r"(?<!!)\[([^]]+)\]\((?!https?:|#)([^)]+)\)", lambda match: link(match, path), text)
        if path.stem == "articles":
            text = text.replace("\n", "\n\n@Metadata {\n  @TechnologyRoot\n}\n", 1)
        (folder / path.name).write_text(text, "utf8")
    for picture in (ROOT / "Documentation/pictures").glob("*.svg"):
        shutil.copy(picture, folder)


def code(path, first):
    """A declaration of a source, from its first line to its closing brace."""
    lines = (ROOT / path).read_text("utf8").split("\n")
    start = lines.index(first)
    text = "\n".join(lines[start:lines.index("}", start) + 1])
    return KEYWORD.sub(r"<b>\1</b>", html.escape(text, quote=False))


def lines_of_readme(*starts):
    """Lines of the README, by what they start with; their comments are not aligned."""
    lines = (ROOT / "README.md").read_text("utf8").split("\n")
    found = (next(line for line in lines if line.startswith(start)) for start in starts)
    return html.escape(re.sub(" +//", "  //", "\n".join(found)), quote=False)


def measured(operation, second, column, index=None):
    """A figure of a table of Documentation/performance.md, by the first two cells of its row; or one of several in a cell."""
    lines = (ROOT / "Documentation/performance.md").read_text("utf8").split("\n")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    place = next(number for number, row in enumerate(rows) if row[:2] == [operation, second])
    names = next(row for row in reversed(rows[:place]) if row[:1] == ["operation"])
    figure = rows[place][names.index(column)]
    return (figure.split(", ")[int(index)] if index else figure).replace(" ", "&nbsp;")


def article(path, title=None):
    """A link to a page, with its abstract."""
    own, abstract = title_and_abstract(path)
    return f'<a href="{address(path)}/">{title or own}</a>\n<p>{abstract}</p>'


def first_page(targets):
    """Fills in Documentation/site/index.html: `{{function argument | argument}}`."""
    def products():
        catalogs = [next((ROOT / "Sources").glob(f"*/{target}/{target}.docc")).relative_to(ROOT) for target in targets]
        return "\n".join(f"<li>{article(catalog / (catalog.stem + '.md'))}</li>" for catalog in catalogs)

    functions = {"code": code, "readme": lines_of_readme, "measured": measured, "article": article, "products": products}

    def fill(match):
        name, _, arguments = match[1].partition(" ")
        return functions[name](*(argument.strip() for argument in arguments.split("|") if argument))

    source = ROOT / "Documentation/site"
    template = (source / "index.html").read_text("utf8")
    (SITE / "index.html").write_text(re.sub(r"\{\{(.+?)\}\}", fill, template), "utf8")
    shutil.copy(source / "site.css", SITE)
    shutil.copy(source / "theme-settings.json", SITE)


def link_back():
    """Puts a link to the first page above each of DocC's pages; DocC shows an element of this name."""
    link = f'<a href="{BASE}/" style="display: block; padding: 0.4em 1.3em; color: var(--color-link)">← Headrace</a>'
    element = f"class extends HTMLElement {{ connectedCallback() {{ this.innerHTML = '{link}' }} }}"
    script = f"<script>customElements.define('custom-header', {element})</script>"
    for page in (SITE / "documentation").rglob("index.html"):
        page.write_text(page.read_text("utf8").replace("</head>", script + "</head>"), "utf8")


def main(targets):
    os.chdir(ROOT)
    for folder in (SITE, PARTS):
        shutil.rmtree(folder, ignore_errors=True)
    catalog = PARTS / "Articles.docc"
    catalog.mkdir(parents=True)
    docc = os.environ.get("DOCC_EXEC") or shutil.which("docc") or str(Path(shutil.which(SWIFT)).with_name("docc"))
    hosting = ["--transform-for-static-hosting"] + (["--hosting-base-path", BASE] if BASE else [])
    products, articles = PARTS / "Products.doccarchive", PARTS / "Articles.doccarchive"
    run("the products", SWIFT, "package", *shlex.split(os.environ.get("FLAGS", "")), "--disable-sandbox", "generate-documentation",
        *(word for target in targets for word in ("--target", target)), "--enable-experimental-combined-documentation",
        *hosting, "--output-path", str(products))
    pages(catalog)
    run("the pages", docc, "convert", str(catalog), *hosting, "--enable-experimental-external-link-support",
        "--fallback-bundle-identifier", "headrace.articles", "--fallback-display-name", "Articles", "--output-path", str(articles))
    run("the site", docc, "merge", str(products), str(articles), "--synthesized-landing-page-name", "Headrace", "--output-path", str(SITE))
    first_page(targets)
    link_back()
    print(f"site: {SITE.relative_to(ROOT)}/index.html; 'make site-serve' shows it")


if __name__ == "__main__":
    main(sys.argv[1:])
