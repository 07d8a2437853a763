#!/usr/bin/env python3
"""Runs the commands of docs/ci on simulated runs: the jobs as people copy them.

  ci_examples_test.py NSCOPE DOCS_CI

Each job is run three times in one folder: with runs as the history has them (it must
pass and add them), with slower ones (it must stop with 1 and write its reports), and
with nothing that measures (it must stop).
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from check_reports import check_junit, check_sarif

# file, and what its commands begin with
JOBS = {
    "github-actions.yml": r"run: ",
    "gitlab-ci.yml": r"- (?=ci/|nscope )",
    "buildspec.yml": r"- (?=ci/|nscope |aws )",
}


def yaml_commands(text, start):
    """Commands of a YAML file: what follows `start`, with the lines below it that are
    indented more (a block after "|" keeps its lines, anything else is one line)."""
    lines = text.splitlines()
    commands = []
    for number, line in enumerate(lines):
        match = re.match(r"(\s*)" + start + r"(.*)", line)
        if not match:
            continue
        below = []
        for more in lines[number + 1:]:
            if more.strip() and len(more) - len(more.lstrip()) <= len(match.group(1)):
                break
            below.append(more.strip())
        first = match.group(2)
        commands.append("\n".join(below) if first == "|" else " ".join([first, *below]).strip())
    return commands


def jenkins_commands(text):
    return [a or b for a, b in re.findall(r"sh '''(.*?)'''|sh '([^']*)'", text, re.DOTALL)]


def commands_of(path):
    text = path.read_text(encoding="utf-8")
    if path.name == "Jenkinsfile":
        return jenkins_commands(text)
    return yaml_commands(text, JOBS[path.name])


def readme_commands(path):
    block = re.search(r"```sh\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL).group(1)
    return [line.strip() for line in block.splitlines()]


class Project:
    """A folder with ci/ as the README says, and the tools of the CI systems."""

    def __init__(self, nscope, docs, folder):
        self.folder = folder
        tools = folder / "tools"
        tools.mkdir()
        (tools / "nscope").symlink_to(nscope)
        # Stands for "aws s3 cp FROM TO": the bucket is a folder.
        (tools / "aws").write_text('#!/bin/sh\nexec cp "$(echo "$3" | sed s,s3://,,)" '
                                   '"$(echo "$4" | sed s,s3://,,)"\n', encoding="utf-8")
        (tools / "aws").chmod(0o755)
        (folder / "ci").mkdir()
        (folder / "bucket").mkdir()
        for name in ("measure.sh", "rules.json"):
            shutil.copy(docs / name, folder / "ci" / name)
        self.environment = {
            "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(folder), "LC_ALL": "C.UTF-8",
            "GITHUB_STEP_SUMMARY": str(folder / "step_summary.md"), "GITHUB_SHA": "abc123",
            "CI_COMMIT_BRANCH": "main", "CI_COMMIT_SHA": "abc123", "BUILD_NUMBER": "7",
            "GIT_COMMIT": "abc123", "HISTORY": str(folder / "ci/history.db"),
            "HISTORY_BUCKET": "bucket", "CODEBUILD_BUILD_NUMBER": "7",
            "CODEBUILD_RESOLVED_SOURCE_VERSION": "abc123"}

    def run(self, commands, **more):
        """The exit code of the first command that fails, and how many ran."""
        for number, command in enumerate(commands):
            # At most two runs each, for time: these are simulated and do not vary.
            command = command.replace("runs 10", "runs 2")
            done = subprocess.run(["bash", "-euc", command], cwd=self.folder, check=False,
                                  env={**self.environment, **more}, capture_output=True, text=True)
            if done.returncode != 0:
                return done.returncode, number + 1, done.stdout + done.stderr
        return 0, len(commands), ""

    def clean(self):
        shutil.rmtree(self.folder / "runs", ignore_errors=True)
        for name in ("gate.xml", "gate.md", "gate.sarif"):
            (self.folder / name).unlink(missing_ok=True)


def check_job(nscope, docs, path):
    commands = commands_of(path)
    gates = [command for command in commands if command.lstrip().startswith("nscope gate")]
    assert len(gates) == 2 and any("measure.sh" in c for c in commands), commands
    with tempfile.TemporaryDirectory() as work:
        project = Project(nscope, docs, pathlib.Path(work))
        code, _, said = project.run(commands)
        assert code != 0, f"passes without a history: {said}"
        project.clean()
        code, _, said = project.run(readme_commands(docs / "README.md"))
        assert code == 0, said
        shutil.copy(project.folder / "ci/history.db", project.folder / "bucket/history.db")
        project.clean()

        code, _, said = project.run(commands)
        assert code == 0, said
        assert not check_junit(project.folder / "gate.xml").findall(".//failure")
        assert not check_sarif(project.folder / "gate.sarif")["runs"][0]["results"]
        history = subprocess.run(
            [nscope, "gate", "--baseline", "ci/history.db", "runs", "--rules", "ci/rules.json"],
            cwd=project.folder, capture_output=True, check=True, text=True).stdout
        assert history.startswith("2 new runs compared with 4 baseline runs in "), history
        project.clean()

        before = (project.folder / "ci/history.db").read_bytes()
        code, ran, said = project.run(commands, MEASURE_FLAGS="--batch 8")
        assert code == 1, f"{code}: {said}"
        assert "nscope gate" in commands[ran - 1] and "--junit" in commands[ran - 1], said
        assert check_junit(project.folder / "gate.xml").findall(".//failure")
        assert (project.folder / "ci/history.db").read_bytes() == before
        project.clean()

        (project.folder / "ci/measure.sh").write_text("#!/bin/sh\nmkdir -p runs\n", encoding="utf-8")
        code, _, said = project.run(commands)
        assert code == 3, f"{code}: {said}"


def check_action(nscope, docs):
    """Runs the steps of the composite action as GitHub does: inputs are variables of each step."""
    import yaml
    text = (docs / "github-action/action.yml").read_text(encoding="utf-8")
    action = yaml.safe_load(text)
    inputs = {name: str(each.get("default", "")) for name, each in action["inputs"].items()}
    inputs["runs"] = "runs"

    def commands(**given):
        values = {**inputs, **given}
        fill = lambda word: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: values[m[1]], word)
        steps = []
        for step in action["runs"]["steps"]:
            assert step["shell"] == "bash" and "${{" not in step["run"], step
            wanted = re.fullmatch(r"inputs\.(\w+) == '(\w+)'", step.get("if", "inputs.strict == 'no'"))
            if "if" in step and values[wanted[1]] != wanted[2]:
                continue
            sets = "".join(f"export {name}='{fill(value)}'\n" for name, value in step["env"].items())
            steps.append(sets + step["run"])
        return steps

    check_gate_and_update(nscope, docs, commands(), commands(update="true"), "gate/gate", "gate/trend.html")


def check_component(nscope, docs):
    """Runs the scripts of the GitLab component with the defaults of its inputs."""
    import yaml
    text = (docs / "gitlab-component/templates/gate.yml").read_text(encoding="utf-8")
    head, body = text.split("\n---\n")
    inputs = {name: each["default"] for name, each in yaml.safe_load(head)["spec"]["inputs"].items()}
    jobs = yaml.safe_load(re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda m: inputs[m[1]], body))
    # A job with "needs" gets the artifacts of the jobs that it names only, and the runs are artifacts.
    assert all("measure" in job["needs"] for job in jobs.values()), jobs
    gate = jobs["performance-gate"]["script"]
    update = jobs["performance-history"]["script"]
    check_gate_and_update(nscope, docs, gate, gate + update, "gate", "trend.html")
    paths = jobs["performance-gate"]["artifacts"]["paths"] + jobs["performance-history"]["artifacts"]["paths"]
    assert paths == ["gate.md", "gate.sarif", "gate.svg", "trend.html"], paths


def check_gate_and_update(nscope, docs, gate, update, reports, trend):
    """Passes, adds runs, and fails for slower ones, with all reports."""
    with tempfile.TemporaryDirectory() as work:
        project = Project(nscope, docs, pathlib.Path(work))
        code, _, said = project.run([*readme_commands(docs / "README.md"), "rm -r runs",
                                     "ci/measure.sh runs 10", *update], GITHUB_REF_NAME="main")
        assert code == 0, said
        check_junit(project.folder / f"{reports}.xml")
        check_sarif(project.folder / f"{reports}.sarif")
        assert "passing" in (project.folder / f"{reports}.svg").read_text(encoding="utf-8")
        page = (project.folder / trend).read_text(encoding="utf-8")
        assert "abc123" in page and page.count("<svg") >= 1 and "<script" not in page, page[:500]
        project.clean()
        code, _, said = project.run(["ci/measure.sh runs 10", *gate], MEASURE_FLAGS="--batch 8")
        assert code == 1, f"{code}: {said}"
        assert "regression" in (project.folder / f"{reports}.svg").read_text(encoding="utf-8")
        assert check_junit(project.folder / f"{reports}.xml").findall(".//failure")


def check_yaml(path):
    """With a YAML parser at hand: the file is YAML, and it sees the same commands."""
    try:
        import yaml
    except ImportError:
        return
    found = []

    def walk(node):
        if isinstance(node, dict):
            for key, value in node.items():
                if key == "run":
                    found.append(value)
                elif key in ("script", "commands"):
                    found.extend(value)
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(yaml.safe_load(path.read_text(encoding="utf-8")))
    plain = [re.sub(r"\\?\s+", " ", command).strip() for command in found]
    ours = [re.sub(r"\\?\s+", " ", command).strip() for command in commands_of(path)]
    assert plain == ours, (plain, ours)


def main():
    nscope, docs = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    for name in [*JOBS, "Jenkinsfile"]:
        if name in JOBS:
            check_yaml(docs / name)
        check_job(nscope, docs, docs / name)
        print(f"{name}: ok")
    check_action(nscope, docs)
    check_component(nscope, docs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
