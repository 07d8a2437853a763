#!/usr/bin/env python3
"""LibreOffice calculates the workbook of `nscope plan` and comes to our figures.

  plan_workbook_test.py NSCOPE

The values that we store beside the formulas are removed first. Skipped (77) where there is no
LibreOffice.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from office import close, cut_rows, sheets_of, without_values

SKIPPED = 77
PLAN = {"schema": "nscope.plan/1", "model": "llama-3-8b",
        "traffic": {"requests_per_second": 20, "input_tokens": 500, "output_tokens": 100},
        "sla": {"e2e_p99_s": 4}, "instances": ["inf2.48xlarge", "trn1.32xlarge", "trn2.48xlarge"],
        "slots": [4, 16], "schedulers": ["continuous"]}
COUNT, PER_HOUR, PER_MONTH, PER_MILLION = 4, 6, 7, 8


TRAINING = {"schema": "nscope.plan/1", "model": "llama-3-8b",
            "training": {"sequence_length": 4096, "global_batch": 256, "pipeline_parallel": [1, 2],
                         "micro_batches": [1],
                         "job": {"tokens": 20_000_000_000, "deadline_days": 20,
                                 "node_mtbf_hours": 5000, "checkpoint": {"node_bandwidth": 1e9},
                                 "restart": {"detect_seconds": 600, "replace_seconds": 900,
                                             "load_executable_seconds": 120}, "trials": 1000}},
            "instances": ["trn1.32xlarge", "trn1n.32xlarge"], "max_instances": 4,
            "purchase": ["on_demand", "ri_1yr"]}
NODES, USD, PER_MILLION_TRAINED = 3, 7, 8


def report_of(nscope, plan, folder):
    folder.mkdir()
    document = folder / "plan.json"
    document.write_text(json.dumps(plan))
    report = folder / "report.xlsx"
    done = subprocess.run([nscope, "plan", str(document), "--json", "--as-of", "2026-08-01", "-o",
                           str(report)], check=True, capture_output=True)
    stripped = folder / "stripped.xlsx"
    if cut := cut_rows(report):
        raise AssertionError(f"texts are cut: {cut[:3]}")
    formulas = without_values(report, stripped)
    return json.loads(done.stdout), formulas, sheets_of(stripped, folder)


def check_training(nscope, folder):
    ours, formulas, sheets = report_of(nscope, TRAINING, folder)
    fleets = [each["fleet"] for each in ours["types"] if each["fleet"]]
    for fleets, sheet in ((fleets, "Fleets"), (ours["bought_otherwise"], "Purchase options")):
        if len(sheets[sheet]) != len(fleets) + 1 or not fleets:
            raise AssertionError(f"{sheet}: {len(sheets[sheet]) - 1} rows, we have {len(fleets)}")
        for fleet, cells in zip(fleets, sheets[sheet][1:]):
            name = f"{sheet}, {fleet['instance']}, {fleet['offer']['option']}"
            close(f"{name}, nodes", fleet["nodes"], cells[NODES])
            close(f"{name}, bill", fleet["usd"]["expected"], cells[USD], 1e-5)
            close(f"{name}, a million", fleet["usd_per_million_tokens"],
                  cells[PER_MILLION_TRAINED], 1e-4)
    print(f"training: {formulas} formulas")


def check_fleet(name, fleet, cells):
    close(f"{name}, count", fleet["count"], cells[COUNT])
    close(f"{name}, an hour", fleet["usd_per_hour"], cells[PER_HOUR])
    close(f"{name}, a month", fleet["usd_per_month"], cells[PER_MONTH])
    close(f"{name}, a million", fleet["usd_per_million_output_tokens"], cells[PER_MILLION], 1e-5)


def main():
    if shutil.which("soffice") is None:
        print("skipped: no LibreOffice (soffice); `scripts/setup --quality` installs it")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        ours, formulas, sheets = report_of(sys.argv[1], PLAN, folder / "traffic")
        fleets = {(row[1], row[0]): row for row in sheets["Fleets"][1:]}
        for fleet in ours["candidates"]:
            name = fleet["instance"]
            check_fleet(name, fleet, fleets[name, "the plan"])
            for end, usd in zip(("fast", "slow"), fleet["error_band"]["usd_per_hour"]):
                cells = fleets[name, f"{end} end of the error band"]
                if usd is None:
                    assert cells[COUNT] == "no fleet" and cells[PER_HOUR] == "unknown", cells
                else:
                    close(f"{name}, {end}", usd, cells[PER_HOUR])
        for offer, cells in zip(ours["best"]["offers"], sheets["Purchase options"][1:]):
            if offer["usd_per_hour"] is None:
                assert cells[PER_HOUR] == "unknown", cells
            else:
                close("offer", offer["fleet_usd_per_hour"], cells[PER_HOUR])
        for point, cells in zip(ours["frontier"], sheets["Other limits"][1:]):
            check_fleet("other limits", point["fleet"], cells)
        if len(ours["candidates"]) < 2 or not ours["frontier"] or formulas < 30:
            raise AssertionError("the plan is too small to prove anything")
        print(f"{formulas} formulas, {len(fleets)} fleets")
        check_training(sys.argv[1], folder / "training")
    return 0


if __name__ == "__main__":
    sys.exit(main())
