"""LibreOffice as a calculator: what tests of our workbooks share."""
import csv
import html
import math
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


def cut_rows(workbook):
    """Rows that are too low for the least number of lines of their wrapped texts."""
    cut = []
    with zipfile.ZipFile(workbook) as book:
        def part(name):
            return book.read(name).decode()
        strings = [html.unescape("".join(re.findall(r"<t[^>]*>([^<]*)</t>", item)))
                   for item in re.findall(r"<si>(.*?)</si>", part("xl/sharedStrings.xml"), re.S)]
        formats = re.search(r"<cellXfs.*?</cellXfs>", part("xl/styles.xml"), re.S).group()
        wraps = ["wrapText" in each for each in re.findall(
            r"<xf [^>]*?/>|<xf .*?</xf>", formats, re.S)]
        for name in book.namelist():
            if not name.startswith("xl/worksheets/sheet"):
                continue
            sheet = part(name)
            widths = {}
            for first, last, width, more in re.findall(
                    r'<col min="(\d+)" max="(\d+)" width="([\d.]+)"([^>]*)>', sheet):
                for at in range(int(first), int(last) + 1):
                    widths[at] = 1e9 if "hidden" in more else float(width)
            spans = {f"A{row}": ord(last) - 64 for row, last in
                     re.findall(r'<mergeCell ref="A(\d+):([A-Z])\d+"', sheet)}
            for row, more, cells in re.findall(r'<row r="(\d+)"([^>]*)>(.*?)</row>', sheet, re.S):
                height = float((re.search(r'ht="([\d.]+)"', more) or [0, 15])[1])
                for place, style, at in re.findall(
                        r'<c r="([A-Z]+\d+)"(?: s="(\d+)")? t="s"><v>(\d+)</v>', cells):
                    first = 0
                    for letter in place.rstrip("0123456789"):
                        first = 26 * first + ord(letter) - 64
                    width = sum(widths.get(first + i, 9) for i in range(spans.get(place, 1)))
                    lines = math.ceil(0.72 * len(strings[int(at)]) / width)
                    if wraps[int(style or 0)] and height < 400 and 15 * lines > height + 1:
                        cut.append((name, row, strings[int(at)]))
    return cut


def close(name, ours, theirs, tolerance=2e-6):
    theirs = float(theirs.rstrip("%")) / (100 if theirs.endswith("%") else 1)
    if abs(ours - theirs) > tolerance * max(1.0, abs(ours)):
        raise AssertionError(f"{name}: we say {ours!r}, LibreOffice {theirs!r}")
