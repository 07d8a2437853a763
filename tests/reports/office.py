"""LibreOffice as a calculator: what tests of our workbooks share."""
import csv
import re
import subprocess
import zipfile

# Text, comma, UTF-8, full precision, every sheet to a file of its own.
ALL_SHEETS = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"


def without_values(source, target):
    """Copies a workbook without the results of its formulas; returns how many there were."""
    removed = 0
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.startswith("xl/worksheets/"):
                content, count = re.subn(rb"(</f>)<v>[^<]*</v>", rb"\1", content)
                removed += count
            new.writestr(name, content)
    return removed


def sheets_of(workbook, folder):
    """Every sheet as rows, calculated."""
    done = subprocess.run(
        ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless",
         "--convert-to", ALL_SHEETS, "--outdir", str(folder / "csv"), str(workbook)],
        capture_output=True, timeout=300, check=False)
    sheets = {}
    for path in (folder / "csv").glob("*.csv"):
        with open(path, encoding="utf-8", newline="") as text:
            sheets[path.stem.split("-", 1)[1]] = list(csv.reader(text))
    if not sheets:
        raise RuntimeError(done.stderr.decode())
    return sheets


def close(name, ours, theirs, tolerance=2e-6):
    theirs = float(theirs.rstrip("%")) / (100 if theirs.endswith("%") else 1)
    if abs(ours - theirs) > tolerance * max(1.0, abs(ours)):
        raise AssertionError(f"{name}: we say {ours!r}, LibreOffice {theirs!r}")
