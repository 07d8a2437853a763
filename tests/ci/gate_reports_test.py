#!/usr/bin/env python3
"""The gate's reports are valid whatever the metrics are called.

  gate_reports_test.py NSCOPE
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from check_reports import Invalid, check_junit, check_sarif

NAMES = ["plain", "a<b>&\"'", "]]>", "tab\there", "line\nbreak", "bell\x07", "\x00", "é 漢 🚀",
         "|`*_[x](y)", "\ufffe", " padded "]
LEVELS = {"plain": 1.0}


def summary(values):
    metrics = {name: {"value": value, "unit": "s", "provenance": "measured"}
               for name, value in values.items()}
    return json.dumps({"schema": "nscope.summary/1", "metrics": metrics})


def write_case(folder):
    for i in range(10):
        noise = 1 + 0.001 * i
        for kind, factor in (("base", 1.0), ("new", 1.5)):
            (folder / kind).mkdir(exist_ok=True)
            values = {name: noise * LEVELS.get(name, factor) for name in NAMES}
            (folder / kind / f"{i}.json").write_text(summary(values), encoding="utf-8")
    (folder / "one.json").write_text(summary({name: 2.0 for name in NAMES}), encoding="utf-8")
    rules = [{"metric": name.replace("[", "\\["), "direction": "lower_is_better",
              "relative_limit": 0.1} for name in NAMES + ["gone <&>"]]
    (folder / "my rules.json").write_text(
        json.dumps({"schema": "nscope.gate/1", "rules": rules}), encoding="utf-8")


def gate(nscope, folder, new):
    done = subprocess.run(
        [nscope, "gate", "--baseline", "base", new, "--rules", "my rules.json", "--junit", "g.xml",
         "--sarif", "g.sarif", "--markdown", "g.md", "--json"],
        cwd=folder, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    junit = check_junit(folder / "g.xml")
    sarif = check_sarif(folder / "g.sarif")
    table = (folder / "g.md").read_text(encoding="utf-8").split("\n\n")[2].strip().split("\n")
    assert len(table) == 2 + len(report["checks"]), table
    return report, junit, sarif


def check_broken_ones_are_found(junit_file):
    """The checks themselves can fail."""
    text = junit_file.read_text(encoding="utf-8")
    for old, new in (("tests=\"", "tests=\"9"), ("<testcase name=", "<testcase nome="),
                     ("<system-err/>", ""), ("timestamp=\"2", "timestamp=\"x2"),
                     ("<failure ", "<faiure ")):
        broken = junit_file.with_name("broken.xml")
        broken.write_text(text.replace(old, new, 1).replace("</failure>", "</faiure>", 1)
                          if old == "<failure " else text.replace(old, new, 1), encoding="utf-8")
        try:
            check_junit(broken)
        except Invalid:
            continue
        raise AssertionError(f"not found: {old} -> {new}")


def main():
    nscope = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        write_case(folder)
        report, junit, sarif = gate(nscope, folder, "new")
        statuses = [check["status"] for check in report["checks"]]
        assert statuses.count("regression") == len(NAMES) - 1, statuses
        assert statuses.count("missing") == 1, statuses
        assert len(junit.findall(".//failure")) == len(NAMES) - 1
        assert len(junit.findall(".//error")) == 1
        assert len(sarif["runs"][0]["results"]) == len(NAMES)
        check_broken_ones_are_found(folder / "g.xml")
        report, junit, _ = gate(nscope, folder, "one.json")
        assert len(junit.findall(".//skipped")) == len(NAMES), report
    return 0


if __name__ == "__main__":
    sys.exit(main())
