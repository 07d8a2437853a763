#!/usr/bin/env python3
"""Proves that our exports say the same to Perfetto's trace processor as to us.

  compare_exports.py NSCOPE PEER_DIR [--node NODE] [--corpus DIR] [--keep DIR] [FILE...]

Writes the device captures of the corpus (or the given FILEs) and a simulated run
as Perfetto and as Chrome JSON, loads them into the trace processor (PEER_DIR is
what fetch.sh unpacked) and compares with `nscope query`: numbers of slices,
counter samples and flows in all, of slices and their summed durations for every
track, of samples and their summed values for every counter. Perfetto counts whole
nanoseconds, so each slice is expected as floor(end) - floor(start).
Exit code 1 where anything differs, 77 where there is nothing to run.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
WORKLOAD = ["--model", "llama-2-70b", "--instance", "inf2.48xlarge", "--tp", "24", "--batch", "1",
            "--input", "128", "--output", "16"]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr.strip()}")
    return done.stdout


class Session:
    """A run as nscope itself sees it."""

    def __init__(self, nscope, path):
        self.nscope, self.path = nscope, path

    def query(self, sql):
        # Larger than any limit for interactive use.
        text = run([self.nscope, "query", self.path, sql, "--format", "json", "--quiet"])
        rows = json.loads(text)
        return rows["rows"] if isinstance(rows, dict) else rows

    def totals(self):
        return self.query("SELECT (SELECT count(*) FROM slice) AS slices,"
                          " (SELECT count(*) FROM counter) AS counters,"
                          " (SELECT count(*) FROM flow) AS flows")[0]

    def tracks(self):
        """(parent's name, name) -> slices and ns, by Perfetto's whole nanoseconds."""
        # Ticks may be negative; the offset makes division round down.
        last = self.query("SELECT start_ticks, start_ns FROM slice ORDER BY start_ns DESC LIMIT 1")
        unit = last[0]["start_ticks"] // last[0]["start_ns"] if last and last[0]["start_ns"] else 1
        low = 10**15 * unit
        rows = self.query(
            f"SELECT t.name, p.name AS parent, count(*) AS n,"
            f" sum((s.start_ticks + s.duration_ticks + {low}) / {unit}"
            f" - (s.start_ticks + {low}) / {unit}) AS ns"
            f" FROM slice s JOIN track t ON t.id = s.track_id"
            f" LEFT JOIN track p ON p.id = t.parent_id GROUP BY t.id")
        return added_up(((row["parent"], row["name"]), row["n"], row["ns"]) for row in rows)

    def counters(self):
        rows = self.query("SELECT t.name, p.name AS parent, count(*) AS n, sum(c.value) AS total"
                          " FROM counter c JOIN track t ON t.id = c.track_id"
                          " LEFT JOIN track p ON p.id = t.parent_id GROUP BY t.id")
        return added_up(((row["parent"], row["name"]), row["n"], row["total"]) for row in rows)


def added_up(rows):
    """Adds the figures of tracks that have the same name at the same place."""
    out = collections.defaultdict(lambda: [0, 0])
    for place, count, total in rows:
        out[place][0] += count
        out[place][1] += total
    return {place: tuple(figures) for place, figures in out.items()}


class Peer:
    """What the trace processor found in one file."""

    def __init__(self, node, package, trace):
        self.report = json.loads(run([node, HERE / "trace_processor.mjs", package, trace]))

    def totals(self):
        return {name: self.report[name] for name in ("slices", "counters", "flows")}

    def tracks(self):
        return added_up(
            ((row["parent_track"] or row["process"], row["thread"] or row["track"] or row["process"]),
             row["slices"], row["duration_ns"]) for row in self.report["slice_tracks"])

    def counters(self):
        return added_up(((row["parent_track"] or row["process"], row["track"]), row["samples"],
                         row["value_sum"]) for row in self.report["counter_tracks"])


def by_name(figures):
    """Chrome JSON knows processes and threads only, so tracks are compared by name alone. Lanes of
    overlapping slices are threads called "NAME (2)", counters are called "NAME KEY"."""
    return added_up((re.sub(r"( \(\d+\)| value)$", "", name or ""), *values)
                    for (_, name), values in figures.items())


def differences(ours, theirs, what):
    for place in sorted(set(ours) | set(theirs), key=str):
        left, right = ours.get(place, (0, 0)), theirs.get(place, (0, 0))
        if left[0] != right[0] or not math.isclose(left[1], right[1], rel_tol=1e-12, abs_tol=1e-9):
            yield f"{what} {place}: nscope {left}, trace processor {right}"


def compare(session, peer, style):
    found = [f"{name}: nscope {count}, trace processor {peer.totals()[name]}"
             for name, count in session.totals().items() if count != peer.totals()[name]]
    simple = by_name if style == "chrome" else (lambda figures: figures)
    found += differences(simple(session.tracks()), simple(peer.tracks()), "track")
    found += differences(simple(session.counters()), simple(peer.counters()), "counter")
    found += [f"import error {row['name']}: {row['value']}"
              for row in peer.report["import_errors"]]
    return found


def inputs(options, work):
    """(name, session) of everything to compare."""
    files = [pathlib.Path(file) for file in options.files]
    if not files and options.corpus:
        files = sorted(pathlib.Path(options.corpus, "captures", "neuron").glob("*/*.ntff"))
    for file in files:
        session = work / f"{len(list(work.iterdir()))}.nscope"
        run([options.nscope, "import", file, "-o", session, "--quiet"])
        yield f"{file.parent.name}/{file.name}", Session(options.nscope, session)
    if not options.files:
        session = work / "simulated.nscope"
        run([options.nscope, "simulate", *WORKLOAD, "-o", session, "--quiet"])
        yield "simulated run", Session(options.nscope, session)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nscope")
    parser.add_argument("peer")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--node", default="node")
    parser.add_argument("--corpus", default=os.environ.get("NSCOPE_CORPUS"))
    parser.add_argument("--keep", help="a folder for the exports, which otherwise are removed")
    options = parser.parse_args()
    places = [pathlib.Path(options.peer), pathlib.Path(options.peer, "assets", "trace-processor")]
    if not any((place / "engine.mjs").exists() for place in places):
        print(f"no trace processor in {options.peer}: run {HERE / 'fetch.sh'}")
        return SKIPPED
    if shutil.which(options.node) is None:
        print(f"'{options.node}' is not installed")
        return SKIPPED
    formats = json.loads(run([options.nscope, "formats", "--json"]))
    known = {row["id"] for row in formats.get("exports", [])}
    failed = compared = 0
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(options.keep or temporary)
        for name, session in inputs(options, work):
            for style, extension in (("perfetto", ".pftrace"), ("chrome", ".json")):
                if style not in known:
                    print(f"{name}: no exporter '{style}' in this build")
                    continue
                export = session.path.with_suffix(extension)
                run([options.nscope, "export", session.path, "--format", style, "-o", export,
                     "--quiet"])
                peer = Peer(options.node, options.peer, export)
                found = compare(session, peer, style)
                compared += 1
                failed += bool(found)
                totals = peer.totals()
                print(f"{name} as {style}: {'DIFFERS' if found else 'equal'};"
                      f" {totals['slices']} slices, {totals['counters']} samples,"
                      f" {totals['flows']} flows, {len(session.tracks())} tracks with slices")
                for line in found[:20]:
                    print(f"    {line}")
    if compared == 0:
        return SKIPPED
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
