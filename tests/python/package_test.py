#!/usr/bin/env python3
"""The Python package: its results are those of the command line, in the same memory for all readers.

  package_test.py NSCOPE FIXTURES CAPTURES [TEST...]

Exit code 77: pandas is not installed (scripts/setup --python).
"""
import gc
import importlib.util
import json
import os
import pathlib
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import arrow_reader
import neuronscope

NSCOPE, FIXTURES, CAPTURES = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
KINETO = FIXTURES / "tiny_kineto.json"
# Each kind of column, with missing values and names that are hard to keep.
EVERY_KIND = """
  SELECT 1 AS whole, 1 AS some, 1.5 AS real, NULL AS empty, 'a,"b' AS text, 1 AS mixed, 1 AS words, 7 AS whole
  UNION ALL SELECT -9007199254740993, NULL, NULL, NULL, 'ü', 2.5, 'x', 8
  UNION ALL SELECT 3, 3, -0.25, NULL, NULL, 3, 2.5, 9"""


def nscope(*arguments, code=0):
    done = subprocess.run([NSCOPE, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise AssertionError(f"{arguments}: exit {done.returncode}\n{done.stderr}")
    return done


def document(*arguments, code=0):
    return json.loads(nscope(*arguments, "--json", code=code).stdout)


def endless():
    """A statement that runs for minutes."""
    return ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) "
            "SELECT max(i) FROM n")


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.session = os.path.join(cls.folder.name, "example.nscope")
        cls.simulation = neuronscope.simulate("example", output=cls.session)
        cls.run_of_example = neuronscope.open(cls.session)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def error_of(self, *arguments, code):
        """What the command line says, without its name and its advice."""
        lines = nscope(*arguments, code=code).stderr.strip().removeprefix("nscope: ").split("\n")
        return "\n".join(line for line in lines if not line.startswith("See 'nscope"))


class Runs(PackageTest):
    def test_every_kind_of_value(self):
        table = neuronscope.open(KINETO).query(EVERY_KIND)
        self.assertEqual(table.columns, ["whole", "some", "real", "empty", "text", "mixed", "words",
                                         "whole_2"])
        self.assertEqual(list(table), [
            (1, 1, 1.5, None, 'a,"b', 1.0, "1", 7),
            (-9007199254740993, None, None, None, "ü", 2.5, "x", 8),
            (3, 3, -0.25, None, None, 3.0, "2.5", 9)])

    def test_query_equals_command_line(self):
        sql = "SELECT name, start_ns, duration_ns, core, engine FROM slice ORDER BY id"
        expected = json.loads(nscope("query", self.session, sql, "--json").stdout)
        table = self.run_of_example.query(sql)
        self.assertGreater(len(table), 100)
        self.assertEqual(table.to_dicts(), expected)
        self.assertFalse(table.more)

    def test_parameters_and_limit(self):
        table = self.run_of_example.query("SELECT id, :factor * id AS more FROM slice WHERE id >= :from",
                                          {"factor": 2.5, "from": 10}, limit=3)
        self.assertEqual(list(table), [(10, 25.0), (11, 27.5), (12, 30.0)])
        self.assertTrue(table.more)
        self.assertIn("left out more", repr(table))

    def test_numbers_of_other_libraries(self):
        import numpy as np
        from decimal import Decimal

        for value, kept in ((np.float32(2.5), 2.5), (Decimal("1.5"), 1.5), (np.int64(-7), -7), (True, 1),
                            (np.str_("a"), "a")):
            self.assertEqual(self.run_of_example.query("SELECT :x AS x", {"x": value})["x"], [kept])
        for value in (None, [1], b"5"):
            with self.assertRaisesRegex(TypeError, "parameter 'x' must be a number or a text"):
                self.run_of_example.query("SELECT :x", {"x": value})
        with self.assertRaisesRegex(ValueError, "64 bits"):
            self.run_of_example.query("SELECT :x", {"x": 2**63})
        track = np.int64(self.run_of_example.tracks()["id"][0])
        self.assertEqual(self.run_of_example.slices(track)["name"], self.run_of_example.slices(int(track))["name"])
        whole = self.run_of_example.analyze("idle", range=(np.int64(2), 30.5), core=None, cause=None)
        self.assertEqual(list(whole), list(self.run_of_example.analyze("idle", range="2ns:30.5ns")))

    def test_wrong_arguments_are_named(self):
        for call, error, text in (
                (lambda: self.run_of_example.query("SELECT 1", limit=2.5), TypeError, "limit must be an integer"),
                (lambda: self.run_of_example.query("SELECT 1", limit=-1), ValueError, "limit must be from 0"),
                (lambda: self.run_of_example.query("SELECT 1", timeout=-1), ValueError, "timeout must be above 0"),
                (lambda: self.run_of_example.query(None), TypeError, "statement must be a text"),
                (lambda: self.run_of_example.slices(None), TypeError, "track must be"),
                (lambda: self.run_of_example.analyze("idle", core="x"), TypeError, "core must be an integer"),
                (lambda: self.run_of_example.analyze("idle", range=5), TypeError, "range must be"),
                (lambda: self.run_of_example.summary()["total_tim"], KeyError, "total_time"),
                (lambda: self.run_of_example.tracks()["nam"], KeyError, "name")):
            with self.assertRaisesRegex(error, text):
                call()

    def test_empty_results(self):
        table = self.run_of_example.query("SELECT id, name FROM slice WHERE id < 0")
        self.assertEqual((len(table), list(table), table.columns), (0, [], ["id", "name"]))
        self.assertEqual(table.to_pandas().shape, (0, 2))
        self.assertEqual(arrow_reader.read_stream(table)[0], {"id": [], "name": []})

    def test_summary_equals_command_line(self):
        expected = document("summary", self.session)
        metrics = self.run_of_example.summary()
        self.assertEqual({name: metric.value for name, metric in metrics.items()},
                         {name: entry["value"] for name, entry in expected["metrics"].items()})
        time_ = metrics["total_time"]
        self.assertEqual((time_.unit, float(time_)), ("s", time_.value))
        self.assertIn(time_.provenance, ("simulated", "measured"))
        self.assertEqual(metrics.unavailable, expected["unavailable"])
        self.assertEqual(list(metrics.to_pandas().index), list(metrics))
        part = self.run_of_example.summary(range="0:1ms", core=0)
        self.assertLess(part["total_time"].value, time_.value)

    def test_every_analysis_equals_command_line(self):
        expected = {each["id"]: each for each in
                    document("analyze", self.session, "--all")["analyses"]}
        self.assertEqual({each["id"] for each in neuronscope.analyses()}, set(expected))
        for id_, entry in expected.items():
            with self.subTest(id_):
                table = self.run_of_example.analyze(id_)
                self.assertEqual(len(table), len(entry["rows"]))
                self.assertEqual(table.notes, entry["notes"])
                self.assertEqual(table.parameters, entry["parameters"])
                self.assertTrue(table.definition)
                for row, other in zip(table.to_dicts(), entry["rows"]):
                    for name, value in other.items():
                        same = row[name] == value or str(row[name]) == str(value)
                        self.assertTrue(same, f"{name}: {row[name]} and {value}")

    def test_parameters_of_an_analysis(self):
        table = self.run_of_example.analyze("operators", rows=3)
        self.assertEqual(table.parameters["rows"], 3)
        self.assertLessEqual(len(table), 4)
        self.assertTrue(any(unit == "ns" for unit in table.units.values()), table.units)

    def test_slices_equal_sql(self):
        tracks = [row for row in self.run_of_example.tracks().to_dicts() if row["slices"]]
        self.assertTrue(tracks)
        for track in tracks:
            sql = ("SELECT id, name, start_ns, duration_ns, wait_ns, depth FROM slice "
                   "WHERE track_id = :track ORDER BY id")
            expected = self.run_of_example.query(sql, {"track": track["id"]})
            self.assertEqual(list(self.run_of_example.slices(track["id"])), list(expected))
        found = self.run_of_example.slices(tracks[0]["path"])
        self.assertEqual((len(found), found.units), (tracks[0]["slices"],
                         {"start_ns": "ns", "duration_ns": "ns", "wait_ns": "ns"}))

    def test_listed_columns_equal_sql(self):
        """Such statements are read without SQLite; with a condition, SQLite reads them."""
        columns = "id, track_id, name, start_ns, duration_ns, wait_ns, depth"
        for run in (self.run_of_example, neuronscope.open(CAPTURES / "two_cores.ntff")):
            for listed in (columns, "name,name", " depth ,\n id"):
                direct = run.query(f"SELECT {listed} FROM slice")
                by_sql = run.query(f"SELECT {listed} FROM slice WHERE id >= 0")
                self.assertEqual((direct.columns, list(direct)), (by_sql.columns, list(by_sql)))
                self.assertGreater(len(direct), 0)
            for limit in (0, 7, len(direct), len(direct) + 1):
                direct = run.query("SELECT id FROM slice", limit=limit)
                by_sql = run.query("SELECT id FROM slice WHERE id >= 0", limit=limit)
                self.assertEqual((list(direct), direct.more), (list(by_sql), by_sql.more))
        for wrong in ("SELECT FROM slice", "SELECT id, FROM slice", "SELECT none FROM slice",
                      "SELECT id FROM slices"):
            with self.assertRaises(neuronscope.Error):
                self.run_of_example.query(wrong)

    def test_paths(self):
        home = os.environ["HOME"]
        try:
            os.environ["HOME"] = self.folder.name
            self.assertEqual(len(neuronscope.open("~/example.nscope").tracks()),
                             len(self.run_of_example.tracks()))
        finally:
            os.environ["HOME"] = home
        run = neuronscope.open(KINETO, alone=True)
        saved = pathlib.Path(self.folder.name) / "-saved.nscope"
        run.save(saved)
        self.assertEqual(list(neuronscope.open(saved).query("SELECT * FROM slice")),
                         list(run.query("SELECT * FROM slice")))

    def test_properties_and_diagnostics(self):
        expected = document("info", self.session)
        self.assertEqual(self.run_of_example.properties(), expected["properties"])
        self.assertEqual(len(self.run_of_example.diagnostics()), len(expected["diagnostics"]))

    def test_compare(self):
        other = os.path.join(self.folder.name, "other.nscope")
        neuronscope.simulate("example", batch=8, output=other)
        expected = document("compare", self.session, other)
        result = neuronscope.compare(self.session, neuronscope.open(other))
        self.assertEqual(result.to_dict(), expected)
        repeats = neuronscope.compare([self.session, self.session], [other, neuronscope.open(KINETO)])
        self.assertEqual(repeats.schema, expected["schema"])


class Memory(PackageTest):
    def test_numpy_and_arrow_share_the_memory(self):
        table = self.run_of_example.query("SELECT id, start_ns / 2.0 AS half, name FROM slice")
        _, _, addresses = arrow_reader.read_stream(table)
        frame = table.to_pandas()
        for address, name in zip(addresses, ("id", "half")):
            self.assertEqual(table.to_numpy(name).ctypes.data, address)
            self.assertEqual(frame[name].to_numpy().ctypes.data, address)
        with self.assertRaises(ValueError):
            table.to_numpy("id")[0] = 1

    def test_views_outlive_the_table(self):
        table = neuronscope.open(KINETO).query(EVERY_KIND)
        numbers, capsule = table.to_numpy("whole"), table.__arrow_c_stream__()
        del table
        gc.collect()
        self.assertEqual(list(numbers), [1, -9007199254740993, 3])
        stream = arrow_reader.part_of(capsule, b"arrow_array_stream", arrow_reader.Stream)
        array = arrow_reader.Array()
        self.assertEqual(stream.get_next(stream, array), 0)
        del capsule, stream
        gc.collect()
        self.assertEqual(array.length, 3)
        array.release(array)

    def test_arrow(self):
        table = neuronscope.open(KINETO).query(EVERY_KIND)
        columns, _, _ = arrow_reader.read_stream(table)
        self.assertEqual(columns, {name: table[name] for name in table.columns})
        schema, array = table.__arrow_c_array__()
        again = arrow_reader.read_struct(
            arrow_reader.part_of(schema, b"arrow_schema", arrow_reader.Schema),
            arrow_reader.part_of(array, b"arrow_array", arrow_reader.Array))
        self.assertEqual(again, columns)
        operators = self.run_of_example.analyze("operators")
        columns, fields, _ = arrow_reader.read_stream(operators)
        self.assertEqual(columns, {name: operators[name] for name in operators.columns})
        self.assertEqual({name: field["unit"] for name, field in fields.items() if "unit" in field},
                         operators.units)

    def test_pandas(self):
        import pandas
        frame = neuronscope.open(KINETO).query(EVERY_KIND).to_pandas()
        self.assertEqual([str(kind) for kind in frame.dtypes],
                         ["int64", "Int64", "float64", "object", "object", "float64", "object", "int64"])
        self.assertEqual(frame["whole"][1], -9007199254740993)
        self.assertTrue(frame["some"].isna()[1] and frame["real"].isna()[1] and frame["text"].isna()[2])
        table = self.run_of_example.query("SELECT engine, duration_ns FROM slice")
        by_kind = [table.to_pandas(text=kind).groupby("engine", observed=True)["duration_ns"].sum()
                   for kind in ("object", "category")]
        expected = dict(iter(self.run_of_example.query(
            "SELECT engine, sum(duration_ns) FROM slice WHERE engine NOTNULL GROUP BY engine")))
        self.assertEqual([dict(each) for each in by_kind], [expected, expected])
        self.assertIsInstance(table.to_pandas(text="category")["engine"].dtype, pandas.CategoricalDtype)
        with self.assertRaises(ValueError):
            table.to_pandas(text="words")

    def test_text_that_is_not_utf8(self):
        table = self.run_of_example.query("SELECT CAST(x'61ff62' AS TEXT) AS t UNION ALL SELECT 'a\ufffdb'")
        self.assertEqual(table["t"], ["a\ufffdb"] * 2)
        self.assertEqual(list(table.to_pandas(text="category")["t"]), ["a\ufffdb"] * 2)

    def test_results_are_freed(self):
        sql = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
               "SELECT i, i * 0.5 FROM n")
        for _ in range(3):
            self.run_of_example.query(sql).__arrow_c_stream__()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(10):
            arrow_reader.part_of(self.run_of_example.query(sql).__arrow_c_array__()[1], b"arrow_array",
                                 arrow_reader.Array)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 40_000, "kB more after ten results of 16 MB")


class Errors(PackageTest):
    def test_text_is_that_of_the_command_line(self):
        broken = FIXTURES / "not_a_capture.txt"
        truncated = FIXTURES / "truncated.json"
        cases = [
            ("not_found", 3, ["info", "/no/such/file"], lambda: neuronscope.open("/no/such/file")),
            ("bad_input", 3, ["info", broken], lambda: neuronscope.open(broken)),
            ("invalid_argument", 2, ["query", self.session, "SELECT nothing"],
             lambda: self.run_of_example.query("SELECT nothing")),
            ("invalid_argument", 2, ["analyze", self.session, "nothing"],
             lambda: self.run_of_example.analyze("nothing")),
            ("invalid_argument", 2, ["analyze", self.session, "operators", "--set", "rows=many"],
             lambda: self.run_of_example.analyze("operators", rows="many")),
            ("invalid_argument", 2, ["summary", self.session, "--core", "99"],
             lambda: self.run_of_example.summary(core=99)),
            ("invalid_argument", 2, ["summary", self.session, "--range", "later"],
             lambda: self.run_of_example.summary(range="later")),
            ("not_found", 3, ["simulate", "--model", "nobody-1b", "--instance", "trn2.48xlarge"],
             lambda: neuronscope.simulate(model="nobody-1b", instance="trn2.48xlarge")),
            ("bad_input", 3, ["plan", truncated], lambda: neuronscope.plan(truncated)),
            ("invalid_argument", 2, ["plan", "llama3-8b-chat-day", "--as-of", "someday"],
             lambda: neuronscope.plan("llama3-8b-chat-day", as_of="someday")),
            ("not_found", 3, ["roi", "no-such-study"], lambda: neuronscope.roi("no-such-study")),
        ]
        for kind, code, arguments, call in cases:
            with self.subTest(arguments):
                with self.assertRaises(neuronscope.Error) as caught:
                    call()
                self.assertEqual(str(caught.exception), self.error_of(*arguments, code=code))
                self.assertEqual(caught.exception.code, kind)
                self.assertTrue(str(caught.exception).endswith(caught.exception.message))

    def test_document_of_a_dictionary(self):
        workload = {"schema": "nscope.workload/1", "model": "llama-3.1-8b", "instance": "trn2.48xlarge"}
        self.assertEqual(neuronscope.simulate(workload).metrics["tpot_p50"],
                         neuronscope.simulate(model="llama-3.1-8b", instance="trn2.48xlarge")
                         .metrics["tpot_p50"])
        with self.assertRaises(neuronscope.Error) as caught:
            neuronscope.simulate({**workload, "batch": "many"})
        self.assertRegex(str(caught.exception), r"^document: /?batch")

    def test_unknown_track(self):
        with self.assertRaisesRegex(neuronscope.Error, "unknown track 'TensorE'; similar: '.*TensorE"):
            self.run_of_example.slices("TensorE")
        for track in (-1, 10**6):
            with self.assertRaisesRegex(neuronscope.Error, "unknown track"):
                self.run_of_example.slices(track)

    def test_result_that_is_too_large(self):
        # The limit is half of the memory; the time limit ends the test elsewhere.
        sql = endless().replace("max(i)", "i")
        with self.assertRaisesRegex(neuronscope.Error, "time limit"):
            self.run_of_example.query(sql, timeout=0.2)

    def test_error_can_be_pickled(self):
        error = neuronscope.Error("f: why", "io", "why", "f")
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), copy.code, copy.message, copy.where), ("f: why", "io", "why", "f"))


class Interruption(PackageTest):
    def test_interrupt_ends_the_work(self):
        timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            self.run_of_example.query(endless())
        self.assertLess(time.monotonic() - start, 3)
        self.assertEqual(list(self.run_of_example.query("SELECT 1")), [(1,)])

    def test_interrupt_ends_a_plan(self):
        threading.Timer(1.0, signal.raise_signal, [signal.SIGINT]).start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            neuronscope.plan("llama3-8b-pretraining")
            time.sleep(10)  # a plan that ended sooner
        self.assertLess(time.monotonic() - start, 8)

    def test_progress(self):
        calls = []
        neuronscope.open(CAPTURES / "two_cores.ntff", progress=lambda *call: calls.append(call))
        self.run_of_example.query("SELECT 1", progress=lambda *call: calls.append(call))
        self.assertIn(("Running the query", None), calls)
        self.assertTrue(all(share is None or 0 <= share <= 1 for _, share in calls), calls)

    def test_exception_of_progress(self):
        class Stop(Exception):
            pass

        def stop(phase, share):
            raise Stop(phase)
        start = time.monotonic()
        with self.assertRaisesRegex(Stop, "Running the query"):
            self.run_of_example.query(endless(), progress=stop)
        self.assertLess(time.monotonic() - start, 3)

    def test_other_threads_run_meanwhile(self):
        results, ticks = [], []
        def work():
            results.append(neuronscope.simulate("example").metrics["throughput"])
            results.append(len(self.run_of_example.query("SELECT * FROM slice")))
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            ticks.append(time.monotonic())
            time.sleep(0.005)
        self.assertEqual(len(results), 8)
        self.assertEqual(len(set(map(str, results))), 2)
        self.assertLess(max(b - a for a, b in zip(ticks, ticks[1:] or ticks)), 1.0)

    def test_waiting_query_can_be_interrupted(self):
        def block():
            with self.assertRaises(neuronscope.Error):
                self.run_of_example.query(endless(), timeout=2)
        blocker = threading.Thread(target=block)
        blocker.start()
        time.sleep(0.2)
        threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            self.run_of_example.query("SELECT 1")
        self.assertLess(time.monotonic() - start, 1.2)
        blocker.join()


class Commands(PackageTest):
    def test_simulation(self):
        expected = document("simulate", "example")
        self.assertEqual(self.simulation.to_dict(), expected)
        speed = self.simulation.metrics["throughput"]
        self.assertEqual((speed.unit, speed.provenance), ("tokens/s", "simulated"))
        self.assertTrue(speed.low < speed.value < speed.high)
        self.assertTrue(self.simulation.feasible and self.simulation.passed)

    def test_a_path_is_never_the_name_of_a_document(self):
        with self.assertRaises(neuronscope.Error) as caught:
            neuronscope.simulate(pathlib.Path("example"))
        self.assertEqual((caught.exception.code, caught.exception.where), ("not_found", "./example"))

    def test_workload_that_does_not_fit(self):
        result = neuronscope.simulate(model="deepseek-v3", instance="trn1.2xlarge")
        self.assertFalse(result.feasible or result.passed)
        self.assertEqual(result.to_dict(),
                         document("simulate", "--model", "deepseek-v3", "--instance", "trn1.2xlarge", code=1))

    def test_cost(self):
        import datetime
        result = neuronscope.cost("inf2-llama2-70b-serving", as_of=datetime.date(2026, 11, 20))
        self.assertEqual(result.to_dict(),
                         document("cost", "inf2-llama2-70b-serving", "--as-of", "2026-11-20"))
        rows = result["rows"]
        priced = next(i for i, row in enumerate(rows) if row["usd_per_hour"] is not None)
        price = result.quantity(f"/rows/{priced}/usd_per_hour")
        self.assertEqual((price.value, price.unit), (rows[priced]["usd_per_hour"], "USD/h"))
        self.assertEqual(price.provenance, rows[priced]["price_provenance"])
        self.assertEqual(len(result.to_pandas("/rows")), len(rows))
        both = neuronscope.cost(model="llama-3.1-8b", instance=["trn2.48xlarge", "inf2.48xlarge"],
                                region="us-east-2", as_of="2026-11-20")
        self.assertEqual({row["instance"] for row in both["rows"]}, {"trn2.48xlarge", "inf2.48xlarge"})
        unknown = next(i for i, row in enumerate(both["rows"]) if row["usd_per_hour"] is None)
        missing = both.quantity(f"/rows/{unknown}/usd_per_hour")
        self.assertIsNone(missing.value)
        self.assertEqual(str(missing), "unknown")
        with self.assertRaisesRegex(ValueError, "unknown"):
            float(missing)

    def test_roi(self):
        result = neuronscope.roi("inf2-llama2-70b-serving-2026", as_of="2026-11-20")
        self.assertEqual(result.to_dict(),
                         document("roi", "inf2-llama2-70b-serving-2026", "--as-of", "2026-11-20"))
        self.assertEqual(result.quantity("/npv_usd").unit, "USD")
        with self.assertRaisesRegex(KeyError, "has nothing at /no/thing"):
            result.at("/no/thing")

    def test_plan(self):
        plan = neuronscope.plan("llama3-8b-pretraining", as_of="2026-11-20", timeout=3)
        self.assertEqual(plan.schema, "nscope.training_plan_report/1")
        self.assertEqual(plan.passed, plan["best"] is not None and plan["complete"])

    def test_catalogue(self):
        listed = document("hardware")
        for table, rows in ((neuronscope.models(), document("models")["models"]),
                            (neuronscope.devices(), listed["devices"]),
                            (neuronscope.instances(), listed["instances"])):
            self.assertEqual(table.to_dicts(), rows)
        self.assertTrue(neuronscope.devices().units["memory_bandwidth"])
        self.assertTrue(neuronscope.devices().reasons)

    def test_options_are_those_of_the_command_line(self):
        """A new option of a command must get an argument, unless it concerns only printed text."""
        import inspect
        from neuronscope import _commands
        omitted = {"help", "detail", "json", "quiet", "progress", "language", "output", "format", "rows",
                   "residuals", "alone"}
        for name in ("simulate", "cost", "plan", "roi", "compare"):
            with self.subTest(name):
                text = nscope(name, "--help").stdout
                options = {word.strip(",").split("=")[0].removeprefix("--")
                           for line in text.split("\n") for word in line.strip().split(" ")[:1]
                           if line.startswith("  -")}
                options = {part.removeprefix("--") for option in options for part in option.split(",")
                           if not part.startswith("-") or part.startswith("--")}
                options = {option for option in options if len(option) > 1 or name == "simulate"}
                options -= omitted | {"o", "h", "q"} | ({"seed"} if name == "compare" else set())
                arguments = {_commands._OPTIONS.get(each, each.replace("_", "-")) for each in
                             inspect.signature(getattr(neuronscope, name)).parameters}
                options.discard("-o")
                self.assertEqual(options - arguments, set())


if __name__ == "__main__":
    if importlib.util.find_spec("pandas") is None:
        print("not installed (scripts/setup --python): pandas")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
