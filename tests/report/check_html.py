#!/usr/bin/env python3
"""Loads the HTML report in a browser without a window: both accesses show, the filters work, and hostile
findings stay text.

Usage: check_html.py REPORT.html
Exit status 77 (skipped) when no Chromium is installed. DEADHEAT_BROWSER names another browser.
"""
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Runs in the page: uses the controls as a person would and notes what is shown after each step.
DRIVER = """
<script nonce="deadheat">
(async () => {
  const wait = () => new Promise((done) => setTimeout(done, 200));
  const get = (id) => document.getElementById(id);
  const look = () => ({
    rows: [...document.querySelectorAll('#rows > li')].map((row) => row.dataset.rule),
    count: get('count').textContent,
    title: document.querySelector('.detail h2')?.textContent ?? '',
    marks: [...document.querySelectorAll('.access mark')].map((mark) => mark.textContent),
    threads: [...document.querySelectorAll('.access .who')].map((who) => who.textContent),
    help: [...document.querySelectorAll('.help .page p')].map((p) => p.textContent).join(' '),
    images: document.images.length,
    address: decodeURIComponent(location.hash),
  });
  const change = async (act) => {
    get('filters').reset();
    await wait();
    act();
    get('filters').dispatchEvent(new Event('input', { bubbles: true }));
    await wait();
    return look();
  };
  const seen = {};
  seen.start = look();
  seen.rule = await change(() => { get('f-rule').value = 'erlang-registry'; });
  seen.file = await change(() => { get('f-text').value = 'kernels/'; });
  seen.confidence = await change(() => { get('f-confidence').value = 90; });
  seen.level = await change(() => {
    for (const box of document.querySelectorAll('.levels input')) box.checked = box.value === 'warning';
  });
  seen.nothing = await change(() => { get('f-text').value = 'no such thing'; });
  seen.hostile = await change(() => { get('f-rule').value = 'java-escape'; });
  seen.order = await change(() => { get('f-order').value = 'confidence'; });
  seen.reset = await change(() => {});
  document.querySelectorAll('#rows button')[2].click();
  await wait();
  seen.click = look();
  const result = document.createElement('pre');
  result.id = 'seen';
  result.textContent = JSON.stringify(seen);
  document.body.append(result);
})();
</script>
"""


def find_browser():
    names = [os.environ.get("DEADHEAT_BROWSER"), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


def dump_dom(browser, url):
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
                   "--virtual-time-budget=20000", "--dump-dom", url]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"the browser failed with status {done.returncode}:\n{done.stderr.decode(errors='replace')}")
    return done.stdout.decode("utf-8", errors="replace")


class Dom(html.parser.HTMLParser):
    """Collects rows, marks and the text of elements with an id that are asked for."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.marks, self.scripts, self.ids, self.open = [], [], 0, {}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.open.append((tag, attributes.get("id")))
        if tag == "li" and "data-rule" in attributes:
            self.rows.append(attributes["data-rule"])
        self.marks += [""] if tag == "mark" else []
        self.scripts += tag == "script"

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self.open and self.open[-1][0] == "mark":
            self.marks[-1] += data
        if self.open and self.open[-1][1]:
            self.ids[self.open[-1][1]] = self.ids.get(self.open[-1][1], "") + data


FAILURES = []


def expect(what, actual, expected):
    if actual != expected:
        FAILURES.append(f"{what}:\n  expected {expected!r}\n  but got  {actual!r}")


def check_linked_view(browser, report):
    dom = Dom(dump_dom(browser, report.as_uri() + "#rule=exo-race"))
    expect("rows of a linked filter", dom.rows, ["exo-race"])
    expect("count of a linked filter", dom.ids.get("count"), "1 of 8 findings")
    expect("both accesses are marked, then the related place", dom.marks, ["A[i + 1]", "A[i]", "par(0, n)"])
    expect("script elements", dom.scripts, 2)


def check_controls(browser, report):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "report.html"
        page = report.read_text(encoding="utf-8")
        copy.write_text(page.replace("</body>", DRIVER + "</body>"), encoding="utf-8")
        dom = Dom(dump_dom(browser, copy.as_uri()))
    if "seen" not in dom.ids:
        sys.exit("the script in the page did not finish")
    seen = json.loads(dom.ids["seen"])
    everything = ["java-unsynchronized-access", "erlang-registry", "data-race", "smalltalk-race", "exo-race",
                  "lock-discipline", "java-escape", "unused-ignore"]
    expect("rows at first", seen["start"]["rows"], everything)
    expect("count at first", seen["start"]["count"], "8 findings")
    expect("both accesses at first", seen["start"]["marks"], ["balance", "balance"])
    expect("threads at first", seen["start"]["threads"], ["Account.balance()", "Account.deposit(long)"])
    expect("filter by rule", seen["rule"]["rows"], ["erlang-registry"])
    expect("count when filtered by rule", seen["rule"]["count"], "1 of 8 findings")
    expect("accesses when filtered by rule", seen["rule"]["marks"], ["register(Name, Pid)", "whereis(Name)"])
    expect("the address follows the filter", seen["rule"]["address"], "#rule=erlang-registry")
    expect("filter by file", seen["file"]["rows"], ["exo-race"])
    expect("filter by confidence", seen["confidence"]["rows"],
           ["erlang-registry", "data-race", "exo-race", "unused-ignore"])
    expect("filter by level", seen["level"]["rows"], ["lock-discipline"])
    expect("a filter that nothing passes", seen["nothing"]["rows"], [])
    expect("order by confidence", seen["order"]["rows"][0], "data-race")
    expect("after a reset", seen["reset"]["rows"], everything)
    expect("after a click", seen["click"]["threads"], ["thread T1 (worker-1)", "thread T2 (main)"])
    hostile = seen["hostile"]
    expect("hostile message stays text", hostile["title"].startswith('</script><script>alert("x")</script>'), True)
    expect("hostile path makes no image", hostile["images"], 0)
    expect("rule pages are shown", "Two accesses that race: <b>not markup</b>" in hostile["help"], True)


def main(path):
    browser = find_browser()
    if browser is None:
        print("skipped: no Chromium is installed (scripts/setup --with-browser)")
        return 77
    report = pathlib.Path(path).resolve()
    check_linked_view(browser, report)
    check_controls(browser, report)
    for failure in FAILURES:
        print(failure)
    print("failed" if FAILURES else "the report works in the browser")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
