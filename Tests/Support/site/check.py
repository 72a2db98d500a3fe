"""Checks the built site: 'check.py SITE [BASE [PICTURES]]'. Each page that DocC's data names must be there. A browser opens the first page
and all that it links to, at three widths, light and dark: the console must be empty, each link must lead somewhere, and the first page may
not scroll sideways. Prints what fails, and leaves pictures only where it is asked to."""

import functools
import http.server
import json
import os
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urldefrag

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(Path(__file__).parent.parent / "inspector"))
from play import Page  # noqa: E402

WIDTHS = [(400, 800), (1280, 800), (1920, 1080)]
PATIENCE = 60  # seconds; a page that is drawn sooner does not wait
failures = []


def fail(what):
    if what not in failures:
        failures.append(what)
        print("FAILS " + what, flush=True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass


def serve(site, base):
    """Serves the site as Python's plain server does, below BASE; returns the address of the first page."""
    if base:
        root = Path(tempfile.mkdtemp())
        (root / base.strip("/")).parent.mkdir(parents=True, exist_ok=True)
        (root / base.strip("/")).symlink_to(site.resolve())
    else:
        root = site
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}{base}/"


def addresses(value):
    """The addresses on the site that a page's data names."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("url", "path", "destination") and isinstance(part, str) and part.startswith("/"):
                yield part
            yield from addresses(part)
    elif isinstance(value, list):
        for part in value:
            yield from addresses(part)


def check_data(site):
    """Checks that what the data files refer to is there."""
    files = list((site / "data").rglob("*.json"))
    known = set()
    for file in files:
        for address in set(addresses(json.loads(file.read_text("utf8")))) - known:
            known.add(address)
            path = site / unquote(urldefrag(address)[0]).lstrip("/")
            if not (path.is_file() or (path / "index.html").is_file()):
                fail(f"{file.relative_to(site)}: there is no {address}")
    print(f"site: {len(files)} data files name {len(known)} addresses")


def draw(page, address):
    """Opens a page, and waits until it is drawn."""
    page.browser.get(address)
    try:
        WebDriverWait(page.browser, PATIENCE).until(
            lambda _: page.run("return document.readyState === 'complete' && document.querySelector('h1') !== null"))
    except TimeoutException:
        fail(f"{address} is not drawn")


def look(page, address, first, pictures):
    """Looks at a page in each width and scheme; returns its links."""
    draw(page, address)
    for width, height in WIDTHS:
        page.size(width, height)
        for scheme in ("light", "dark"):
            page.scheme(scheme)
            if address == first and page.run("return document.documentElement.scrollWidth > innerWidth"):
                fail(f"{address} scrolls sideways at {width} pixels")
            if pictures:
                page.run("document.getAnimations().forEach(animation => animation.finish())")  # of colors
                name = address.removeprefix(first).strip("/").replace("/", "-") or "first"
                page.browser.save_screenshot(os.path.join(pictures, f"{name}-{width}-{scheme}.png"))
    for line in page.browser.get_log("browser"):
        if line["level"] in ("SEVERE", "WARNING"):
            fail(f"{address}: {line['message'][:300]}")
    for broken in page.run("return [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"):
        fail(f"{address}: there is no picture {broken}")
    links = page.run("return [...document.querySelectorAll('a[href]')].map(a => a.href)")
    for link in links:
        target, fragment = urldefrag(link)
        if fragment and target == page.browser.current_url.split("#")[0] \
                and not page.run("return document.getElementById(arguments[0]) !== null", unquote(fragment)):
            fail(f"{address}: there is no #{fragment}")
    return links


def check_pages(site, base, pictures):
    first = serve(site, base)
    page = Page(first)
    start = look(page, first, first, pictures)
    linked = {first: start}
    for address in dict.fromkeys(urldefrag(link)[0] for link in start):
        if address != first and address.startswith(first):
            linked[address] = look(page, address, first, pictures)
    page.browser.quit()
    origin = first.removesuffix(base + "/") + "/"
    targets = {urldefrag(link)[0]: address for address, links in linked.items() for link in links if link.startswith(origin)}
    for target, address in targets.items():
        if not target.startswith(first):
            fail(f"{address} links to {target}, which is not on the site")
            continue
        try:
            urllib.request.urlopen(target, timeout=PATIENCE).close()
        except urllib.error.HTTPError as error:
            fail(f"{address} links to {target}, which answers {error.code}")
    print(f"site: {len(linked)} pages in a browser, with links to {len(targets)}")


def main(site, base="", pictures=None):
    check_data(Path(site))
    check_pages(Path(site), base.rstrip("/"), pictures)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
