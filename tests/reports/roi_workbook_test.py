#!/usr/bin/env python3
"""Compares the workbooks of `nscope roi`, recalculated by LibreOffice, with its JSON.

  roi_workbook_test.py NSCOPE

The stored values of the formulas are removed first, so that LibreOffice must calculate them. Exit
code 77 (skipped) without LibreOffice.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from office import close, cut_rows, sheets_of, without_values

SKIPPED = 77
STUDIES = ["ailabs-30b-migration", "ailabs-30b-migration-2026", "inf2-llama2-70b-serving",
           "inf2-llama2-70b-serving-2026",
           str(pathlib.Path(__file__).parent / "tax_and_owned_hardware.roi.json")]
COLUMNS = {"tokens": 1, "target_share": 2, "committed_usd": 4, "stay_usd": 5,
           "old_machines_usd": 6, "new_machines_usd": 7, "running_usd": 8, "people_usd": 9,
           "one_off_usd": 10, "resale_usd": 11, "tax_usd": 12, "net_usd": 13, "cumulative_usd": 14,
           "present_usd": 16}


def check_payback(name, ours, theirs):
    if ours["state"] == "paid":
        close(name, ours["months"], theirs)
    elif ours["state"] == "nothing to pay":
        close(name, 0.0, theirs)
    elif theirs != "not within the horizon":
        raise AssertionError(f"{name}: {ours} in JSON, {theirs!r} in LibreOffice")


def check_advice(study, ours, lines):
    """Page one: prices with their dates, what matters most with its ranges, and what is unknown."""
    for heading in ("In short", "Not known"):
        if heading not in lines:
            raise AssertionError(f"{study}: no '{heading}' among {lines}")
    if not any(line.startswith("Price of ") for line in lines):
        raise AssertionError(f"{study}: no price with its date among {lines}")
    if ours["tornado"]:
        first = lines[lines.index("Assumptions that matter most") + 1]
        if ": net present value from " not in first or " to " not in first:
            raise AssertionError(f"{study}: '{first}' has no range")


def check(nscope, study, folder):
    folder.mkdir()
    report = folder / "report.xlsx"
    done = subprocess.run([nscope, "roi", study, "--json", "-o", str(report)], check=True,
                          capture_output=True)
    ours = json.loads(done.stdout)
    stripped = folder / "roi.xlsx"
    if cut := cut_rows(report):
        raise AssertionError(f"texts are cut: {cut[:3]}")
    formulas = without_values(report, stripped)
    if formulas < 10 * len(ours["cash_flow"]):
        raise AssertionError(f"{study}: only {formulas} formulas")
    sheets = sheets_of(stripped, folder)
    summary = {row[0]: row[1] for row in sheets["Summary"] if len(row) > 1}
    close("NPV", ours["npv_usd"], summary["Net present value [USD]"])
    if ours["internal_rate"]["state"] == "one":
        close("IRR", ours["internal_rate"]["annual"][0], summary["Internal rate of return"], 1e-5)
    check_payback("payback", ours["payback"], summary["Payback [months]"])
    check_payback("discounted payback", ours["discounted_payback"],
                  summary["Discounted payback [months]"])
    close("investment", ours["investment_usd"], summary["Engineering and one-off payments [USD]"])
    if summary["Inputs"] != "as delivered":
        raise AssertionError(f"{study}: inputs are '{summary['Inputs']}'")
    close("speed", ours["break_even_speed_ratio"], summary["Break-even speed ratio"])
    check_advice(study, ours, [row[0] for row in sheets["Recommendation"] if row])
    for index, month in enumerate(ours["cash_flow"]):
        row = sheets["Cash flow"][index + 1]
        for name, column in COLUMNS.items():
            # Without tax, the cash flow has no columns for it.
            close(f"{study}, month {index}, {name}", month.get(name, 0.0), row[column])
    print(f"{study}: {formulas} formulas, NPV {summary['Net present value [USD]']}, "
          f"payback {summary['Payback [months]']}")


def main():
    if shutil.which("soffice") is None:
        print("skipped: LibreOffice (soffice) is missing; `scripts/setup --quality` installs it")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        for study in STUDIES:
            check(sys.argv[1], study, pathlib.Path(work) / pathlib.Path(study).stem)
    return 0


if __name__ == "__main__":
    sys.exit(main())
