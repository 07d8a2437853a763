"""Strict checks of the gate's reports: JUnit XML against junit.xsd (with xmllint where
it is installed; by hand, for the same rules and the counts, everywhere), SARIF against
what the standard requires of the parts we write."""
import json
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree

PROBLEM = {"message", "type"}
# element: required attributes, optional attributes, pattern of its children's names
JUNIT = {
    "testsuites": (set(), set(), r"(testsuite )+"),
    "testsuite": ({"name", "package", "id", "timestamp", "hostname", "tests", "failures",
                   "errors", "skipped", "time"}, set(),
                  r"properties (testcase )*system-out system-err "),
    "properties": (set(), set(), r"(property )*"),
    "property": ({"name", "value"}, set(), r""),
    "testcase": ({"name", "classname", "time"}, set(), r"((skipped|error|failure) )?"),
    "skipped": (set(), {"message"}, r""),
    "error": (PROBLEM, set(), r""),
    "failure": (PROBLEM, set(), r""),
    "system-out": (set(), set(), r""),
    "system-err": (set(), set(), r""),
}
VALUES = {"id": r"\d+", "tests": r"\d+", "failures": r"\d+", "errors": r"\d+", "skipped": r"\d+",
          "time": r"\d+(\.\d+)?", "timestamp": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"}


class Invalid(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Invalid(message)


def check_element(element):
    need(element.tag in JUNIT, f"<{element.tag}> is not known")
    required, optional, children = JUNIT[element.tag]
    given = set(element.attrib)
    need(required <= given, f"<{element.tag}> lacks {sorted(required - given)}")
    need(given <= required | optional, f"<{element.tag}> has {sorted(given - required - optional)}")
    for name, value in element.attrib.items():
        need(re.fullmatch(VALUES.get(name, r"(?s).*"), value), f"{name}={value!r}")
    names = "".join(child.tag + " " for child in element)
    need(re.fullmatch(children, names), f"<{element.tag}> holds {names}")
    for child in element:
        check_element(child)


def check_junit(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    need(root.tag == "testsuites", "the root is not <testsuites>")
    check_element(root)
    for suite in root:
        counts = {"tests": "testcase", "failures": "testcase/failure", "errors": "testcase/error",
                  "skipped": "testcase/skipped"}
        for attribute, place in counts.items():
            need(int(suite.get(attribute)) == len(suite.findall(place)), f"{attribute} is wrong")
    if shutil.which("xmllint"):
        schema = pathlib.Path(__file__).parent / "junit.xsd"
        done = subprocess.run(["xmllint", "--noout", "--schema", schema, path],
                              capture_output=True, check=False, text=True)
        need(done.returncode == 0, done.stderr)
    return root


def check_sarif(path):
    document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    need(document["version"] == "2.1.0" and document["$schema"].endswith(".json"), "head")
    need(set(document) == {"$schema", "version", "runs"}, "members")
    for run in document["runs"]:
        need(set(run) == {"tool", "columnKind", "results"}, "members of a run")
        need(run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints"), "columnKind")
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        need(run["tool"]["driver"]["name"] and len(set(rules)) == len(rules), "driver")
        for result in run["results"]:
            need(rules[result["ruleIndex"]] == result["ruleId"], "ruleIndex")
            need(result["level"] in ("none", "note", "warning", "error"), "level")
            need(result["message"]["text"], "message")
            for location in result["locations"]:
                place = location["physicalLocation"]
                need(re.fullmatch(r"[A-Za-z0-9\-._~/:%]+", place["artifactLocation"]["uri"]), "uri")
                need(place["region"]["startLine"] >= 1, "startLine")
            for suppression in result.get("suppressions", []):
                need(suppression["kind"] in ("inSource", "external"), "suppression")
    return document
