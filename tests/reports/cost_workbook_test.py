#!/usr/bin/env python3
"""Compares the workbooks of `nscope cost`, recalculated by LibreOffice, with its JSON.

  cost_workbook_test.py NSCOPE

The stored values of the formulas are removed first, so that LibreOffice must calculate them. Then
an input is changed, and the matrix must change accordingly. Exit code 77 (skipped) without
LibreOffice.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from office import close, cut_rows, sheets_of, without_values

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
SCENARIOS = ["inf2-llama2-70b-serving", "ailabs-30b-migration", "spot-checkpointing",
             "hybrid-gpu-trainium", str(HERE.parent / "golden/fixtures/economics.json"),
             str(HERE.parent / "golden/fixtures/served.json")]
# Column of the sheet "Matrix" for each key of a row; null in JSON is a word in the sheet.
COLUMNS = {"tokens_per_second": 6, "tokens_per_usd": 7, "tokens_per_usd_low": 8,
           "tokens_per_usd_high": 9, "usd_per_million_tokens": 10,
           "usd_per_million_tokens_low": 11, "usd_per_million_tokens_high": 12, "run_hours": 13,
           "run_usd": 14, "month_usd_metered": 15, "month_groups": 16, "month_usd_dedicated": 17,
           "month_utilisation": 18}
WORDS = ("no band", "unknown", "not offered", "limits missed", "")


def check_matrix(scenario, ours, matrix):
    if len(matrix) != len(ours["rows"]) + 1:
        raise AssertionError(f"{scenario}: {len(matrix) - 1} rows instead of {len(ours['rows'])}")
    for row, cells in zip(ours["rows"], matrix[1:]):
        name = f"{scenario}, {row['work']}, {row['option']}"
        for member, column in COLUMNS.items():
            if row.get(member) is not None:
                close(f"{name}, {member}", row[member], cells[column])
            elif member in row and cells[column] not in WORDS:
                # The hours of a run do not depend on a price.
                if member != "run_hours":
                    raise AssertionError(f"{name}, {member}: unknown, but '{cells[column]}'")


def check_result(scenario, ours, result):
    shown = {row[0]: row[1] for row in result if len(row) > 1}
    close(f"{scenario}, best", ours["best"]["tokens_per_usd"], shown["Tokens per USD"])
    close(f"{scenario}, best", ours["best"]["usd_per_million_tokens"],
          shown["USD per million tokens"])
    if shown["Item"] != ours["best"]["work"]:
        raise AssertionError(f"{scenario}: best is {ours['best']['work']}, not {shown['Item']}")


def check_bundles(scenario, ours, sheet):
    rows = ours["economics"]["bundles"]["rows"]
    for row, cells in zip(rows, sheet[1:]):
        if row["usd"] is not None:
            close(f"{scenario}, {row['bundle']}, {row['part']}", row["usd"], cells[5])
        if row["to_base"] is not None:
            close(f"{scenario}, {row['bundle']}, x", row["to_base"], cells[6])


def check(nscope, scenario, folder):
    folder.mkdir()
    report = folder / "report.xlsx"
    done = subprocess.run([nscope, "cost", scenario, "--json", "--as-of", "2026-08-01", "-o",
                           str(report)], check=True, capture_output=True)
    ours = json.loads(done.stdout)
    stripped = folder / "cost.xlsx"
    if cut := cut_rows(report):
        raise AssertionError(f"texts are cut: {cut[:3]}")
    formulas = without_values(report, stripped)
    sheets = sheets_of(stripped, folder)
    if ours["rows"]:
        if formulas < 8 * len(ours["rows"]):
            raise AssertionError(f"{scenario}: only {formulas} formulas")
        check_matrix(scenario, ours, sheets["Matrix"])
        check_result(scenario, ours, sheets["Result"])
    if "bundles" in ours.get("economics", {}):
        check_bundles(scenario, ours, sheets["Bundles"])
    print(f"{scenario}: {formulas} formulas, {len(ours['rows'])} rows")


def check_change(nscope, folder):
    """Half the utilisation of the first item gives half the tokens per dollar."""
    folder.mkdir()
    report = folder / "report.xlsx"
    done = subprocess.run([nscope, "cost", "ailabs-30b-migration", "--json", "--as-of",
                           "2026-08-01", "-o", str(report)], check=True, capture_output=True)
    row = json.loads(done.stdout)["rows"][0]
    changed = folder / "changed.xlsx"
    with zipfile.ZipFile(report) as old, zipfile.ZipFile(changed, "w") as new:
        names = old.read("xl/workbook.xml").decode()
        cell = re.search(r'name="use_1"[^>]*>Inputs!\$B\$(\d+)<', names).group(1)
        for name in old.namelist():
            content = old.read(name)
            if name.startswith("xl/worksheets/"):
                content = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", content)
            if name == "xl/worksheets/sheet2.xml":
                content, count = re.subn(rb'(<c r="B%s"[^>]*><v>)1(</v>)' % cell.encode(),
                                         rb"\g<1>0.5\2", content)
                if count != 1:
                    raise AssertionError("the utilisation of the first item is not on Inputs")
            new.writestr(name, content)
    matrix = sheets_of(changed, folder)["Matrix"]
    close("half busy", row["tokens_per_usd"] / 2, matrix[1][COLUMNS["tokens_per_usd"]])
    close("half busy", row["usd_per_million_tokens"] * 2,
          matrix[1][COLUMNS["usd_per_million_tokens"]])


def main():
    if shutil.which("soffice") is None:
        print("skipped: LibreOffice (soffice) is missing; `scripts/setup --quality` installs it")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        for number, scenario in enumerate(SCENARIOS):
            check(sys.argv[1], scenario, pathlib.Path(work) / str(number))
        check_change(sys.argv[1], pathlib.Path(work) / "change")
    return 0


if __name__ == "__main__":
    sys.exit(main())
