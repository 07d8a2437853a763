#!/usr/bin/env python3
"""The types of the Python package and the notebooks of the documentation.

  documents_test.py SOURCE [Types] [Notebooks]
  documents_test.py SOURCE --update      runs the notebooks again and stores their results

Exit code 77: the tools are not installed (scripts/setup --python).
"""
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1])
PACKAGE = SOURCE / "app/python/neuronscope"
NOTEBOOKS = sorted((SOURCE / "docs/notebooks").glob("*.ipynb"))

# What users write, with the type that each value must have.
RIGHT = """
import datetime, pathlib
import neuronscope

run: neuronscope.Run = neuronscope.open(pathlib.Path("a.ntff"), "b.ntff", offsets={"rank 1": "1us"},
                                        progress=lambda phase, share: None)
table: neuronscope.Table = run.query("SELECT :a", {"a": 1}, limit=3)
names: list[str] = table.columns
value: float = float(run.summary(core=0)["total_time"])
rows: neuronscope.Analysis = run.analyze("operators", rows=3)
low: float | None = neuronscope.simulate(model="m", instance="i").metrics["throughput"].low
document: neuronscope.Document = neuronscope.cost({"schema": "s"}, as_of=datetime.date.today())
neuronscope.compare([run, "a"], "b")
neuronscope.plan(pathlib.Path("p.json"), instances=["inf2.xlarge"])
"""
WRONG = ['neuronscope.open(1)', 'neuronscope.open("a").query(3)', 'neuronscope.simulate(modell="m")',
         'neuronscope.simulate(batch="many")', 'neuronscope.plan()', 'neuronscope.models()["a"]["b"]["c"] + run',
         'x: int = neuronscope.open("a").summary()["t"]']


def mypy(*arguments):
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports",
                           "--cache-dir", os.devnull, *map(str, arguments)],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})


class Types(unittest.TestCase):
    def test_package(self):
        done = mypy(PACKAGE)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_programs_of_users(self):
        with tempfile.TemporaryDirectory() as folder:
            right = pathlib.Path(folder, "right.py")
            right.write_text(RIGHT, encoding="utf-8")
            wrong = pathlib.Path(folder, "wrong.py")
            wrong.write_text("import neuronscope\n" + "\n".join(WRONG), encoding="utf-8")
            done = mypy(right)
            self.assertEqual(done.returncode, 0, done.stdout)
            found = {int(line) for line in re.findall(r"wrong\.py:(\d+): error", mypy(wrong).stdout)}
            self.assertEqual(found, set(range(2, 2 + len(WRONG))))

    def test_stubs_describe_the_module(self):
        import neuronscope._core as core
        text = (PACKAGE / "_core.pyi").read_text(encoding="utf-8")
        stubs = set(re.findall(r"^(?:class|def) ([A-Za-z]\w*)", text, re.M)) | {"Values"}
        module = {name for name in dir(core) if not name.startswith("_")}
        self.assertEqual(module, stubs)
        for name in ("Column", "Columns", "Run"):
            body = text.split(f"class {name}:")[1].split("\nclass ")[0].split("\ndef ")[0]
            self.assertEqual({each for each in dir(getattr(core, name)) if not each.startswith("_")},
                             set(re.findall(r"    def (\w+)", body)))

    def test_everything_public_is_described(self):
        import neuronscope
        for name in neuronscope.__all__:
            found = getattr(neuronscope, name)
            if name.startswith("__"):
                continue
            self.assertTrue(found.__doc__, name)
            members = vars(found).items() if isinstance(found, type) else ()
            for member, value in members:
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    self.assertTrue(value.__doc__, f"{name}.{member}")


def execute(notebook, folder):
    """The notebook after it has run in an empty folder."""
    # The kernel runs in the folder of the notebook.
    copy = pathlib.Path(folder, notebook.name)
    copy.write_bytes(notebook.read_bytes())
    out = pathlib.Path(folder, "out.ipynb")
    done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute",
                           "--ExecutePreprocessor.timeout=120", f"--output={out}",
                           f"--output-dir={folder}", str(copy)],
                          capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != 0:
        raise AssertionError(f"{notebook.name}:\n{done.stderr[-3000:]}")
    return json.loads(out.read_text(encoding="utf-8"))


def tidy(notebook):
    """Without what differs from run to run."""
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    notebook["metadata"] = {"kernelspec": notebook["metadata"]["kernelspec"]}
    return notebook


class Notebooks(unittest.TestCase):
    def test_notebooks_run(self):
        self.assertGreaterEqual(len(NOTEBOOKS), 2)
        for path in NOTEBOOKS:
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                stored = json.loads(path.read_text(encoding="utf-8"))
                again = execute(path, folder)
                kinds = [[[output["output_type"], *output.get("data", {})] for output in cell.get("outputs", [])]
                         for cell in again["cells"]]
                self.assertEqual(kinds, [[[output["output_type"], *output.get("data", {})]
                                          for output in cell.get("outputs", [])]
                                         for cell in stored["cells"]],
                                 "run documents_test.py SOURCE --update")
                self.assertTrue(any("image/png" in output for cell in kinds for output in cell))


def main():
    if sys.argv[2:] == ["--update"]:
        for path in NOTEBOOKS:
            with tempfile.TemporaryDirectory() as folder:
                path.write_text(json.dumps(tidy(execute(path, folder)), indent=1, ensure_ascii=False) + "\n",
                                encoding="utf-8")
        return
    needed = {"Types": ["mypy"], "Notebooks": ["nbconvert", "ipykernel", "pandas", "matplotlib"]}
    missing = [module for part in sys.argv[2:] for module in needed.get(part, [])
               if importlib.util.find_spec(module) is None]
    if missing:
        print("not installed (scripts/setup --python):", *missing)
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])


if __name__ == "__main__":
    main()
