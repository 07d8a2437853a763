#!/usr/bin/env python3
"""Opens HTML timelines in Chromium from disk and compares them with the run. Skipped (77) without Chromium.

usage: timeline_test.py NSCOPE NSCOPE_GENERATE FIXTURES [--pictures FOLDER]

Captures are those of FIXTURES and of the folder in NSCOPE_CORPUS.
"""
import glob
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from chromium import Failure, Page, program

NSCOPE, GENERATE, FIXTURES = sys.argv[1:4]
PICTURES = sys.argv[5] if sys.argv[4:5] == ["--pictures"] else None
CORPUS = os.environ.get("NSCOPE_CORPUS", "")
FIXTURE_RUNS = ["tiny_profile.json", "tiny_trace.json", "tiny_kineto.json", "track_events.pftrace", "onchip_profile.json",
                "explorer_profile"]
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("FAILED:", what)


def nscope(*arguments, code=0):
    done = subprocess.run([NSCOPE, *arguments], capture_output=True, text=True, timeout=600)
    if done.returncode != code:
        raise Failure(f"nscope {' '.join(arguments)}: exit {done.returncode}: {done.stderr}")
    return done


def export(capture, out, *more):
    return json.loads(nscope("export", capture, "--format", "html-timeline", "-o", out, "--json", *more).stdout)


def query(capture, sql):
    """All rows of a query as lists."""
    return [list(row.values()) for row in json.loads(nscope("query", capture, sql, "--json").stdout)]


def corpus_runs():
    patterns = ["captures/kineto/*/*.gz", "captures/chrome_json/*.json", "captures/neuron/*/*.ntff",
                "captures/neuron/*/*.json", "captures/neuron_monitor/*", "captures_2026/neuron_moe",
                "captures_2026/neuron_older/*"]
    return sorted(path for pattern in patterns for path in glob.glob(os.path.join(CORPUS, pattern))) if CORPUS else []


def check_isolation(page, name):
    check(len(page.requests) == 1 and page.requests[0].startswith("file://"), f"{name}: requests {page.requests}")
    check(not page.problems, f"{name}: {page.problems[:3]}")


def check_counts(page, name, written):
    counts = page.run("""(() => { const { run } = neuronscope;
      return { slices: run.tracks.reduce((sum, track) => sum + track.start.length, 0), tracks: run.tracks.length,
        flows: run.flows ? run.flows.from.length : 0, head: run.head.slices }; })()""")
    check(counts["slices"] == counts["head"] == written["events"], f"{name}: {counts} of {written}")
    check(counts["tracks"] == written["tracks"] and counts["flows"] == written["dependencies"], f"{name}: {counts}")


def check_search(page, name):
    """Every event is found by its name, and the first match is selected."""
    word = page.run("""(() => { const { run } = neuronscope;
      const track = run.slice_tracks[0]; return track ? run.names[track.name_id[0]] : null; })()""")
    if not word or not word.strip() or not word.isprintable():
        return
    expected = page.run(f"""(() => {{ const {{ run }} = neuronscope;
      const words = {json.dumps(word)}.toLowerCase().split(/\\s+/).filter((each) => each);
      const hit = run.names.map((name) => words.every((each) => name.toLowerCase().includes(each)));
      return run.tracks.reduce((sum, track) => sum + track.name_id.filter((id) => hit[id]).length, 0); }})()""")
    page.key("/")
    page.call("Input.insertText", text=word)
    page.key("Enter")
    shown = page.run("document.getElementById('matches').textContent")
    check(shown.endswith(f" of {expected:,}"), f"{name}: search for {word!r} says {shown!r}, not {expected}")
    check(page.run("document.getElementById('tab-event').getAttribute('aria-selected')") == "true",
          f"{name}: the match is not selected")
    page.key("Escape")
    check(page.run("neuronscope.state.search") is None, f"{name}: Escape does not end the search")


def captures_open(page, folder):
    runs = [os.path.join(FIXTURES, name) for name in FIXTURE_RUNS] + corpus_runs()
    opened = 0
    for capture in runs:
        name = os.path.basename(os.path.dirname(capture)) + "/" + os.path.basename(capture)
        out = os.path.join(folder, "run.timeline.html")
        made = subprocess.run([NSCOPE, "export", capture, "-o", out, "--json"], capture_output=True, text=True)
        if made.returncode != 0:
            # Only files that are no captures by themselves may be refused.
            refused = subprocess.run([NSCOPE, "info", capture], capture_output=True).returncode
            check(refused != 0, f"{name}: {made.stderr.strip()}")
            continue
        page.open(out)
        check_isolation(page, name)
        check_counts(page, name, json.loads(made.stdout))
        check_search(page, name)
        check(not page.problems, f"{name}: {page.problems[:3]}")
        opened += 1
    print(f"{opened} captures opened")
    check(opened >= (len(FIXTURE_RUNS) if not CORPUS else 15), f"only {opened} captures opened")


def values_agree(page, folder):
    """Every event, sample, dependency and property is that of the SQL tables."""
    session = os.path.join(folder, "run.nscope")
    for source in ("tiny_profile.json", "tiny_kineto.json", "track_events.pftrace"):
        nscope("import", os.path.join(FIXTURES, source), "-o", session)
        out = os.path.join(folder, "run.timeline.html")
        export(session, out)
        page.open(out)
        shown = page.run("""(async () => { const { run, propertiesOf } = neuronscope; const slices = [], args = [];
          const ns = (units) => run.head.origin_ns + units / run.head.units_per_ns;
          for (const track of run.slice_tracks) for (let row = 0; row < track.slices; ++row) {
            slices.push([track.first + row, track.index, run.names[track.name_id[row]], Math.floor(ns(track.start[row]) + 1e-6),
              track.lane ? track.lane[row] : 0]);
            for (const { key, value } of await propertiesOf(track, row)) args.push([track.first + row, key, String(value)]);
          }
          const flows = run.flows ? [...run.flows.from].map((from, i) => [from, run.flows.to[i]]) : [];
          const samples = run.tracks.filter((track) => track.samples > 0).flatMap((track) =>
            [...track.time].map((time, i) => [track.index, Math.floor(ns(time) + 1e-6), track.value[i]]));
          return { slices, args, flows, samples }; })()""")
        check(shown["slices"] == query(session, "SELECT id, track_id, name, start_ns, depth FROM slice ORDER BY id"),
              f"{source}: slices differ")
        check(shown["flows"] == query(session, "SELECT from_slice_id, to_slice_id FROM flow ORDER BY id"),
              f"{source}: dependencies differ")
        check(shown["samples"] == query(session, "SELECT track_id, time_ns, value FROM counter ORDER BY track_id, time_ns"),
              f"{source}: samples differ")
        number = page.run("neuronscope.run.head.separators")
        check(number == [",", "."], f"separators {number}")
        expected = query(session, "SELECT slice_id, key, value FROM arg ORDER BY slice_id")
        text = lambda value: repr(value).removesuffix(".0") if isinstance(value, float) else str(value)
        check(sorted(map(tuple, shown["args"])) == sorted((row, key, text(value)) for row, key, value in expected),
              f"{source}: properties differ")


def numbers(page, folder):
    """Numbers are printed as profiler/base/format.h states, with the separators of the language."""
    out = os.path.join(folder, "run.timeline.html")
    script = """(({ durationText, timeText, counterText, propertyText }) => [durationText(213), durationText(54321),
      durationText(9999.6), timeText(42118), timeText(0.5, 0.1), counterText("", 8388608), counterText("share", 0.361),
      counterText("B", 4096), counterText("B/s", 1.68e7), counterText("rows", 0.123456), propertyText("pc", "integer", 12345),
      propertyText("elements", "integer", 16384), propertyText("transfer_size", "integer", 100),
      propertyText("flops", "real", 1.5e9)].map((text) => text.replaceAll("\u202f", " ")))(neuronscope)"""
    expected = ["213 ns", "54.3 µs", "10.0 µs", "42.118 µs", "0.5 ns", "8,388,608", "36.1 %", "4.00 KiB", "16.8 MB/s",
                "0.1235 rows", "12345", "16,384 (32.8 kFLOP)", "100 B", "1.50 GFLOP"]
    for language in ("en", "de"):
        export(os.path.join(FIXTURES, "tiny_profile.json"), out, "--language", language)
        page.open(out)
        shown = page.run(script)
        if language == "de":
            swapped = str.maketrans(",.", ".,")
            expected = [text.translate(swapped) for text in expected]
        check(shown == expected, f"{language}: {shown}")
        check(page.run("document.documentElement.lang") == language, "the language of the page")


def hostile_names(page, folder):
    """Names with markup are text, and whole numbers beyond 2^53 are exact."""
    evil = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 2'>\u2028${broken}"
    wide = 2**63 - 5
    capture = os.path.join(folder, evil.replace("/", "_")[:60] + ".json")
    with open(capture, "w") as file:
        json.dump({"traceEvents": [
            {"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": evil}},
            {"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": evil}},
            {"ph": "X", "name": evil, "cat": evil, "pid": 1, "tid": 1, "ts": 0, "dur": 9,
             "args": {evil: evil, "wide": wide, "small": -7, "real": 0.5}},
            {"ph": "X", "name": "javascript:window.broken=3", "pid": 1, "tid": 1, "ts": 20, "dur": 9}]}, file)
    session = os.path.join(folder, "evil.nscope")
    nscope("import", capture, "-o", session)
    out = os.path.join(folder, "evil.timeline.html")
    export(session, out)
    page.open(out)
    for tab in ("event", "range", "notes", "run"):
        page.run("neuronscope.select({ track: neuronscope.run.slice_tracks[0], row: 0 }, true)")
        page.run(f"document.getElementById('tab-{tab}').click()")
    page.run("document.getElementById('tab-event').click()")
    page.wait_for("document.querySelectorAll('#properties dd').length >= 4")
    page.mouse("mouseMoved", 300, 200)
    check(page.run("typeof window.broken") == "undefined", "markup in a name was run")
    check(page.run("document.images.length") == 0, "markup in a name made an image")
    check(page.run("document.querySelector('#panel h2').textContent") == evil, "the name is not shown as text")
    shown = page.run("[...document.querySelectorAll('#properties dd')].map((each) => each.textContent)")
    check(evil in shown and f"{wide:,}" in shown and "-7" in shown and "0.5" in shown, f"properties {shown}")
    check_isolation(page, "hostile names")


def gestures(page, folder):
    """Zoom, pan, selection, range, notes and keys."""
    out = os.path.join(folder, "run.timeline.html")
    export(os.path.join(FIXTURES, "tiny_kineto.json"), out)
    page.open(out)
    span = lambda: page.run("neuronscope.view.end - neuronscope.view.begin")
    whole = span()
    page.mouse("mouseMoved", 500, 300)
    page.key("w")
    check(span() < whole, "W does not zoom in")
    page.key("s")
    check(abs(span() - whole) < whole * 1e-6, "S does not zoom out")
    page.mouse("mouseWheel", 500, 300, deltaX=0, deltaY=-300, modifiers=2)
    page.wait_for(f"neuronscope.view.end - neuronscope.view.begin < {whole * 0.9}")
    before = page.run("neuronscope.view.begin")
    page.drag(600, 300, 500, 300)
    check(page.run("neuronscope.view.begin") > before, "dragging does not pan")
    before = page.run("neuronscope.view.begin")
    page.key("a")
    check(page.run("neuronscope.view.begin") < before, "A does not pan")
    page.key("Home")
    check(abs(span() - whole) < whole * 1e-6, "Home does not show the whole run")
    page.drag(260, 300, 900, 300, modifiers=8)
    page.wait_for("neuronscope.state.range !== null")
    totals = page.run("""(() => { const { state, rangeTotals, run } = neuronscope; const { begin, end } = state.range;
      let count = 0; for (const track of run.slice_tracks) for (let i = 0; i < track.slices; ++i)
        if (track.start[i] < end && track.end[i] > begin) ++count;
      return [rangeTotals(state.range).names.reduce((sum, [, each]) => sum + each.count, 0), count]; })()""")
    check(totals[0] == totals[1] > 0, f"range totals {totals}")
    check(page.run("document.querySelectorAll('#panel table tbody tr').length") > 0, "the range has no tables")
    page.key("?")
    check(page.run("document.getElementById('keys').open"), "? does not show the keys")
    page.key("Escape")
    page.wait_for("!document.getElementById('keys').open")
    check_isolation(page, "gestures")


def notes(page, folder):
    """Notes of a session are shown; those outside a selected part are counted."""
    session, out = os.path.join(folder, "notes.nscope"), os.path.join(folder, "notes.timeline.html")
    nscope("import", os.path.join(FIXTURES, "tiny_profile.json"), "-o", session)
    database = sqlite3.connect(session)
    with database:
        database.execute("CREATE TABLE annotation(seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT NOT NULL, "
                         "text TEXT NOT NULL, color INTEGER NOT NULL, start INTEGER NOT NULL, "
                         "duration INTEGER NOT NULL, slice INTEGER, tracks BLOB)")
        database.executemany("INSERT INTO annotation(kind, name, text, color, start, duration, slice) VALUES(?, ?, ?, ?, ?, ?, ?)",
                             [(0, "slow copy", "waits for <b>DMA</b> 3", 0xE06A3B, 600, 400, 3),
                              (1, "warm-up", "", 0x2BB58A, 0, 250, None), (2, "first token", "", 0x4F9CF9, 4000, 0, None)])
    database.close()
    export(session, out)
    page.open(out)
    page.run("document.getElementById('tab-notes').click()")
    names = page.run("[...document.querySelectorAll('#panel .note button')].map((each) => each.textContent)")
    check(names == ["slow copy", "warm-up", "first token"], f"notes {names}")
    page.run("document.querySelector('#panel .note button').click()")
    text = page.run("document.getElementById('panel').textContent")
    check("COPY" in text and "waits for <b>DMA</b> 3" in text, f"the event of a note: {text}")
    if PICTURES:
        page.key("Home")
        page.picture(os.path.join(PICTURES, "notes.png"))
    part = export(session, out, "--range", "0:300")
    check(part["left_out"] == ["2 notes outside the selected part are left out."], f"{part}")
    page.open(out)
    check(page.run("neuronscope.run.head.notes.map((note) => note.name)") == ["warm-up"], "notes of a part")
    check_isolation(page, "notes")


def large_run(page, folder):
    """A million events within 30 MB."""
    capture, out = os.path.join(folder, "large.json"), os.path.join(folder, "large.timeline.html")
    subprocess.run([GENERATE, "--format", "chrome", "--slices", "1e6", "-o", capture], check=True, stdout=subprocess.DEVNULL)
    written = export(capture, out)
    check(written["events"] == 1_000_000 and written["bytes"] < 30e6, f"{written}")
    begin = time.monotonic()
    page.open(out)
    check_counts(page, "a million events", written)
    paint = page.run("""new Promise((done) => { const { run, frames, setView } = neuronscope; const times = [];
      const step = () => { times.push(frames.last_ms); if (times.length > 20) done(times.sort((a, b) => a - b)[10]);
        else { setView(0, run.head.span * 0.7 ** times.length); requestAnimationFrame(() => requestAnimationFrame(step)); } };
      step(); })""")
    print(f"a million events: {written['bytes'] / 1e6:.1f} MB, first frame after {time.monotonic() - begin:.1f} s, "
          f"a frame takes {paint:.0f} ms (median)")
    check(paint < 1000, "frames are not fluent")
    more = os.path.join(folder, "larger.json")
    subprocess.run([GENERATE, "--format", "chrome", "--slices", "1000200", "-o", more], check=True, stdout=subprocess.DEVNULL)
    refused = nscope("export", more, "-o", out + ".2.timeline.html", code=2)
    check("1,000,200 events" in refused.stderr and "--range" in refused.stderr, refused.stderr)
    part = export(more, out, "--range", "0:1ms")
    check(0 < part["events"] < 1_000_000, f"{part}")
    page.open(out)
    check("selection_left_out_slices" in page.run("document.getElementById('panel').textContent"),
          "the page does not say what the range left out")


def killed_export(folder):
    """An export that is killed leaves no file under its name."""
    capture, out = os.path.join(folder, "large.json"), os.path.join(folder, "killed.timeline.html")
    for delay in (0.3, 1.0, 2.0):
        process = subprocess.Popen([NSCOPE, "export", capture, "-o", out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        if process.wait() == 0:
            os.remove(out)
        check(not os.path.exists(out), "a killed export left a file")


def pictures(page, folder):
    capture = glob.glob(os.path.join(CORPUS, "captures/neuron/fused_attention/*.ntff"))[0] if CORPUS else \
        os.path.join(FIXTURES, "tiny_profile.json")
    out = os.path.join(folder, "run.timeline.html")
    export(capture, out)
    for name, size in {"light": (1280, 800, 1, False), "dark": (1280, 800, 1, True), "dark-2x": (1280, 800, 2, True),
                       "narrow": (480, 860, 1, False), "narrow-2x-dark": (480, 860, 2, True)}.items():
        page.show(*size)
        page.open(out)
        page.run("""(() => { const { run, select, state } = neuronscope; const track = run.slice_tracks.find((each) =>
          each.name === "VectorE") ?? run.slice_tracks[0]; select({ track, row: track.slices >> 1 }, false); })()""")
        page.picture(os.path.join(PICTURES, f"{name}.png"))
        width = page.run("[document.documentElement.scrollWidth, innerWidth]")
        check(width[0] <= width[1], f"{name}: the page is wider than the window: {width}")
    page.show(1280, 800, 1, False)


def main():
    if not program():
        print("HTML timelines are not tested: Chromium is missing (scripts/setup installs it).")
        return 77
    folder = tempfile.mkdtemp(prefix="nscope_timeline_")
    try:
        with Page() as page:
            for test in (captures_open, values_agree, numbers, hostile_names, gestures, notes, large_run):
                print(test.__name__)
                try:
                    test(page, folder)
                except Failure as failure:
                    check(False, f"{test.__name__}: {failure}")
            killed_export(folder)
            if PICTURES:
                pictures(page, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
