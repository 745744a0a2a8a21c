#!/usr/bin/env python3
"""Loads the HTML report in a browser without a window: both accesses show, the filters work, and hostile
findings stay text.

Usage: check_html.py REPORT.html
Exit status 77 (skipped) when no Chromium is installed. DEADHEAT_BROWSER names another browser.
"""
import base64
import hashlib
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
<script nonce="driver">
(async () => {
  const wait = () => new Promise((done) => setTimeout(done, 200));
  const get = (id) => document.getElementById(id);
  const look = () => ({
    rows: [...document.querySelectorAll('#rows [role=option]')].map((row) => row.dataset.rule),
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
  const key = (name) => get('rows').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
  document.querySelectorAll('#rows [role=option]')[1].click();
  await wait();
  seen.click = look();
  seen.clickOpens = getComputedStyle(get('detail')).position;
  get('back').click();
  key('End');
  seen.end = look();
  key('ArrowUp');
  key('Home');
  seen.home = look();
  seen.active = get(get('rows').getAttribute('aria-activedescendant')).dataset.rule;
  seen.group = await change(() => { get('f-group').value = 'file'; });
  seen.groups = [...document.querySelectorAll('#rows .group')].map((group) => group.textContent);
  seen.levels = [...document.querySelectorAll('.levels .n')].map((n) => Number(n.textContent));
  await change(() => { get('f-rule').value = 'data-race'; });
  seen.lanes = [...document.querySelectorAll('.interleaving .lane-name')].map((name) => name.textContent);
  const predicted = lanes({ rule: 'data-race', witness: { steps: ['worker acquires m at A.run', 'worker releases m at A.run', 'main acquires m'] },
    accesses: [{ thread: 'main', does: 'writes x', place: 'A.java:1', locks: ['m'] },
      { thread: 'worker', does: 'writes x', place: 'B.java:2', locks: [] }] });
  seen.timeline = ['.lane-name', '.lock-bar', '.step.breaks'].map((part) => predicted.querySelectorAll(part).length);
  const longNames = lanes({ rule: 'data-race', accesses: ['addConsumer', 'removeProducer'].map((name) => ({
    thread: `ConnectionDotFileInterceptor.${name}(ConnectionContext, ConsumerInfo)`, does: 'writes x', place: 'A.java:1' })) });
  get('detail').append(longNames);
  seen.longNames = [...longNames.querySelectorAll('.lane-name')].map((name) => [name.textContent, name.getBBox().width < 350]);
  longNames.remove();
  window.dispatchEvent(new Event('beforeprint'));
  seen.printed = document.querySelectorAll('#printed .detail').length;
  seen.copies = [...document.querySelectorAll('#detail .copy')].map((button) => button.textContent);
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


def dump_dom(browser, url, size="1200,900"):
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
                   f"--window-size={size}",
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
        if "data-rule" in attributes:
            self.rows.append(attributes["data-rule"])
        self.marks += [""] if tag == "mark" else []
        self.scripts += tag == "script"

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if any(tag == "mark" for tag, _ in self.open):
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


def with_driver(page):
    """The page with a script of ours, which its policy must be told of."""
    allowed = page.replace("script-src '", "script-src 'nonce-driver' '", 1)
    return allowed.replace("</body>", DRIVER + "</body>")


def drive(browser, page, size):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "report.html"
        copy.write_text(with_driver(page), encoding="utf-8")
        dom = Dom(dump_dom(browser, copy.as_uri(), size))
    if "seen" not in dom.ids:
        sys.exit("the script in the page did not finish")
    return json.loads(dom.ids["seen"])


def check_policy(page):
    policy = page.split('Content-Security-Policy" content="')[1].split('"')[0]
    expect("no inline script is allowed", "unsafe" in policy or "nonce" in policy, False)
    script = page.split("<script>")[1].split("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    expect("the policy has the hash of the script", f"'sha256-{digest}'" in policy, True)


def check_phone(browser, page):
    seen = drive(browser, page, "500,900")
    expect("a row opens over the whole screen of a phone", seen["clickOpens"], "fixed")


def check_many(browser, page):
    """Five thousand findings: only the rows in view are in the page."""
    before, rest = page.split('id="data">', 1)
    text, after = rest.split("</script>", 1)
    data = json.loads(text)
    first = data["findings"][0]
    data["findings"] = [{**first, "fingerprint": str(i)} for i in range(5000)]
    many = before + 'id="data">' + json.dumps(data).replace("<", "\\u003c") + "</script>" + after
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "many.html"
        copy.write_text(many, encoding="utf-8")
        dom = Dom(dump_dom(browser, copy.as_uri()))
    expect("count of many", dom.ids.get("count"), "5,000 findings")
    expect("few rows of many are in the page", 5 <= len(dom.rows) <= 60, True)


def check_controls(browser, page):
    seen = drive(browser, page, "1200,900")
    everything = ["data-race", "exo-race", "erlang-registry", "java-unsynchronized-access", "smalltalk-race",
                  "lock-discipline", "unused-ignore", "java-escape"]
    expect("rows at first", seen["start"]["rows"], everything)
    expect("count at first", seen["start"]["count"], "8 findings")
    expect("threads at first", seen["start"]["threads"], ["thread T1 (worker-1)", "thread T2 (main)"])
    expect("filter by rule", seen["rule"]["rows"], ["erlang-registry"])
    expect("count when filtered by rule", seen["rule"]["count"], "1 of 8 findings")
    expect("accesses when filtered by rule", seen["rule"]["marks"], ["register(Name, Pid)", "whereis(Name)"])
    expect("the address follows the filter", seen["rule"]["address"], "#rule=erlang-registry")
    expect("filter by file", seen["file"]["rows"], ["exo-race"])
    expect("filter by confidence", seen["confidence"]["rows"],
           ["data-race", "exo-race", "erlang-registry", "unused-ignore"])
    expect("filter by level", seen["level"]["rows"], ["lock-discipline"])
    expect("a filter that nothing passes", seen["nothing"]["rows"], [])
    expect("order by confidence", seen["order"]["rows"][0], "data-race")
    expect("after a reset", seen["reset"]["rows"], everything)
    expect("after a click", seen["click"]["threads"], ["thread i = 0", "thread i = 1"])
    expect("a click leaves the list in view on a desktop", seen["clickOpens"], "static")
    expect("the key End", seen["end"]["title"] != seen["start"]["title"], True)
    expect("the key Home", seen["home"]["title"], seen["start"]["title"])
    expect("the active row", seen["active"], everything[0])
    expect("every finding is in a group", len(seen["group"]["rows"]), 8)
    expect("groups have counts", sum(int(group[-1]) for group in seen["groups"]), 8)
    expect("levels have counts", sum(seen["levels"]), 8)
    expect("the interleaving has two lanes", len(seen["lanes"]), 2)
    expect("long names are cut where methods do not differ, and fit their lanes", seen["longNames"],
           [["…onDotFileInterceptor.addConsumer(…)", True], ["…otFileInterceptor.removeProducer(…)", True]])
    expect("a predicted race has lanes, bars of locks, and accesses that come next", seen["timeline"], [2, 2, 3])
    expect("print has what is selected", seen["printed"], 1)
    expect("what can be copied", "Copy fingerprint" in seen["copies"], True)
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
    page = report.read_text(encoding="utf-8")
    check_policy(page)
    check_controls(browser, page)
    check_phone(browser, page)
    check_many(browser, page)
    for failure in FAILURES:
        print(failure)
    print("failed" if FAILURES else "the report works in the browser")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
