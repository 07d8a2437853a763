#!/usr/bin/env python3
"""The server of `nscope mcp`: handshake, every tool, roots, limits, cancellation and bad input.

usage: mcp_test.py NSCOPE FIXTURES
"""
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

from mcp_client import Client

NSCOPE, FIXTURES = sys.argv[1:3]
PROFILE = os.path.join(FIXTURES, "tiny_profile.json")

# Arguments with which each tool answers.
CALLS = {
    "list_files": {},
    "open_run": {"run": "tiny_profile.json"},
    "run_summary": {"run": "tiny_profile.json"},
    "find_bottlenecks": {"run": "tiny_profile.json"},
    "analyze_run": {"run": "tiny_profile.json", "analysis": "idle"},
    "performance_bounds": {"run": "tiny_profile.json"},
    "query_run": {"run": "tiny_profile.json", "sql": "SELECT count(*) AS n FROM slice"},
    "find_events": {"run": "tiny_profile.json", "search": "dur>1"},
    "show_event": {"run": "tiny_profile.json", "event": 1},
    "compare_runs": {"base": "tiny_profile.json", "new": "tiny_profile.json"},
    "simulate": {"model": "llama-3.1-8b", "instance": "trn2.3xlarge"},
    "check_memory": {"workload": "example"},
    "check_throughput_claim": {"model": "llama-3.1-8b", "instance": "trn1.32xlarge",
                               "tokens_per_second": 500, "source": "a test"},
    "look_up_prices": {"instance": "trn1"},
    "compare_costs": {"model": "llama-3.1-8b", "instances": ["trn1.32xlarge"]},
    "plan_fleet": {"plan": "inf2-100rps-sla", "seconds": 20},
    "evaluate_migration": {"study": "inf2-llama2-70b-serving"},
    "read_bill": {"file": "bills/cur2.csv"},
    "list_models": {},
    "list_hardware": {"name": "trainium2"},
}


def fits(value, schema):
    """Whether a value has a type that the schema permits."""
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if isinstance(value, bool):
        return "boolean" in types
    if isinstance(value, (int, float)):
        return "number" in types or ("integer" in types and value == int(value))
    return {str: "string", list: "array", dict: "object"}.get(type(value)) in types


class ServerTest(unittest.TestCase):
    def started(self, *options, **keywords):
        client = Client(NSCOPE, *options, **keywords)
        self.addCleanup(lambda: client.process.stdin is None or client.close())
        return client

    def ready(self, *options):
        client = self.started(*(options or ("--root", FIXTURES)))
        client.initialize()
        return client


class Handshake(ServerTest):
    def test_states_the_revision_of_the_client_if_it_is_known(self):
        for asked, stated in (("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")):
            result = self.started().initialize(revision=asked)
            self.assertEqual(result["protocolVersion"], stated)
            self.assertEqual(result["serverInfo"]["name"], "nscope")

    def test_requires_initialize_first(self):
        client = self.started()
        self.assertEqual(client.request("tools/list")["error"]["code"], -32600)
        self.assertEqual(client.request("ping")["result"], {})
        client.initialize()
        self.assertIn("error", client.request("initialize", {"protocolVersion": "2025-11-25"}))

    def test_ends_with_the_input(self):
        client = self.ready()
        self.assertEqual(client.close(), (0, ""))

    def test_answers_the_calls_before_the_end_of_the_input(self):
        client = self.ready()
        client.send("tools/call", {"name": "list_hardware", "arguments": {}}, 77)
        client.process.stdin.close()
        client.process.stdin = None
        self.assertFalse(client.answer(77)["result"]["isError"])
        client.close()


class Tools(ServerTest):
    def test_every_tool_answers_and_its_command_repeats_the_answer(self):
        client = self.ready()
        tools = client.request("tools/list")["result"]["tools"]
        self.assertEqual({tool["name"] for tool in tools}, set(CALLS))
        for tool in tools:
            with self.subTest(tool["name"]):
                self.assertTrue(tool["annotations"]["readOnlyHint"])
                answer, error = client.call(tool["name"], timeout=300, **CALLS[tool["name"]])
                self.assertIsNone(error)
                self.assertTrue(answer["result"])
                self.assertNotIn("nscope-mcp", json.dumps(answer))
                if tool["name"] in ("open_run", "query_run", "look_up_prices", "check_memory"):
                    self.check_command(answer)

    def check_command(self, answer):
        words = shlex.split(answer["command"])
        self.assertEqual(words[0], "nscope")
        run = subprocess.run([NSCOPE, *words[1:]], capture_output=True, check=True)
        document = json.loads(run.stdout)
        if isinstance(document, list):
            self.assertEqual(answer["result"], document[:20])
        else:
            self.assertLessEqual(set(answer["result"]), set(document))

    def test_schemas_state_required_and_unknown_arguments(self):
        client = self.ready()
        for tool in client.request("tools/list")["result"]["tools"]:
            schema = tool["inputSchema"]
            self.assertFalse(schema["additionalProperties"])
            self.assertLessEqual(set(schema["required"]), set(schema["properties"]))
        _, error = client.call("query_run", run="tiny_profile.json")
        self.assertIn("sql: is required", error)
        _, error = client.call("query_run", run="tiny_profile.json", sqll="SELECT 1")
        self.assertIn("did you mean 'sql'", error)

    def test_wrong_types_and_values_are_errors_of_the_tool(self):
        client = self.ready()
        for arguments in ({"run": 5}, {"run": ["a"]}, {"run": "tiny_profile.json", "limit": 0},
                          {"run": "tiny_profile.json", "limit": 1.5},
                          {"run": "tiny_profile.json", "offset": -1},
                          {"run": "tiny_profile.json", "all": "yes"},
                          {"run": "tiny_profile.json", "at": "no pointer"},
                          {"run": "tiny\u0000profile.json"}):
            answer, error = client.call("open_run", **arguments)
            self.assertIsNone(answer, arguments)
            self.assertTrue(error)

    def test_a_list_is_read_page_by_page(self):
        client = self.ready()
        call = {"run": "tiny_profile.json", "search": "dur>1"}
        whole, _ = client.call("find_events", **call)
        events = whole["result"]["events"]
        pages = []
        for offset in range(len(events)):
            page, _ = client.call("find_events", at="/events", offset=offset, limit=1, **call)
            pages += page["result"]
            self.assertEqual(page["left_out"], [{"at": "/events", "shown_from": offset, "shown": 1,
                                                 "total": len(events)}])
        self.assertEqual(pages, events)

    def test_lists_that_the_command_shortened_are_left_out(self):
        client = self.ready()
        answer, _ = client.call("find_events", run="tiny_profile.json", search="dur>=0", events=1)
        self.assertGreater(answer["result"]["count"], 1)
        self.assertIn({"at": "/events", "shown_from": 0, "shown": 1, "total": answer["result"]["count"]},
                      answer["left_out"])
        second, _ = client.call("find_events", run="tiny_profile.json", search="dur>=0", events=1,
                                at="/events", offset=1)
        self.assertNotIn(second["result"], (answer["result"]["events"], []))
        answer, _ = client.call("query_run", run="tiny_profile.json", sql="SELECT 1", rows=1)
        self.assertEqual(answer["left_out"], [])

    def test_large_answers_are_shortened_and_say_so(self):
        client = self.ready()
        statement = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) "
                     "SELECT i, printf('%.*c', 9000, 'x') AS text FROM n")
        answer, _ = client.call("query_run", run="tiny_profile.json", rows=5000, sql=statement, limit=1000)
        self.assertLess(len(json.dumps(answer)), 100_000)
        left_out = {each["at"]: each for each in answer["left_out"]}
        self.assertEqual(left_out[""]["total"], 5000)
        self.assertEqual(left_out["/0/text"]["characters"], 9000)

    def test_a_document_can_be_in_the_call(self):
        client = self.ready()
        workload = {"schema": "nscope.workload/1", "model": "llama-3.1-8b",
                    "instance": "trn2.3xlarge"}
        answer, error = client.call("check_memory", workload=workload)
        self.assertIsNone(error)
        self.assertTrue(answer["result"]["feasible"])
        _, error = client.call("check_memory", workload=dict(workload, modell="x"))
        self.assertTrue(error.startswith("workload.json: /modell: "), error)

    def test_a_captures_import_is_kept_until_the_file_changes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.json")
            event = {"name": "a", "ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1}
            client = self.ready("--root", folder)
            for count in (1, 2):
                with open(path, "w") as file:
                    json.dump({"traceEvents": [dict(event, ts=i) for i in range(count)]}, file)
                for _ in range(2):
                    answer, error = client.call("query_run", run=path,
                                                sql="SELECT count(*) AS n FROM slice")
                    self.assertIsNone(error)
                    self.assertEqual(answer["result"], [{"n": count}])


class Files(ServerTest):
    def test_only_files_below_the_roots_open(self):
        with tempfile.TemporaryDirectory() as folder:
            inside = os.path.join(folder, "inside")
            os.mkdir(inside)
            secret = os.path.join(folder, "secret.json")
            shutil.copy(PROFILE, secret)
            os.symlink(secret, os.path.join(inside, "link.json"))
            os.symlink(folder, os.path.join(inside, "up"))
            os.mkfifo(os.path.join(inside, "pipe"))
            client = self.ready("--root", inside)
            for path in ("/proc/self/fd/0", "/proc/self/cwd", f"/proc/{os.getpid()}/root{secret}",
                         "ssh://localhost" + secret, "file://" + secret, "link.json#t=0us-1us",
                         secret + "#event=1", "inside/../../secret.json",
                         "../secret.json", secret, "link.json", "up/secret.json", "/etc/passwd",
                         "pipe", "/dev/zero", "", "/proc/self/environ", "nothing.json", "."):
                answer, error = client.call("open_run", run=path)
                self.assertIsNone(answer, path)
                self.assertNotIn("traceEvents", error)
            for tool, name in (("check_memory", "workload"), ("compare_costs", "scenario"),
                               ("plan_fleet", "plan"), ("evaluate_migration", "study")):
                for path in ("../secret.json", secret, "secret.json", "/etc/passwd"):
                    answer, error = client.call(tool, **{name: path})
                    self.assertIsNone(answer, path)

    def test_documents_name_no_files_outside_of_the_roots(self):
        with tempfile.TemporaryDirectory() as folder:
            inside = os.path.join(folder, "inside")
            os.makedirs(os.path.join(inside, "transformer"))
            os.mkdir(os.path.join(inside, "bills"))
            secret = os.path.join(folder, "secret.json")
            with open(secret, "w") as file:
                file.write('{"schema": "SECRET"}')
            os.symlink(secret, os.path.join(inside, "link.json"))
            os.symlink(secret, os.path.join(inside, "transformer", "config.json"))
            study = {"schema": "nscope.roi/1", "title": "x", "baseline": {"scenario": secret}}
            for name, text in (("outer.json", json.dumps({"scenario": "named.json"})),
                               ("named.json", json.dumps({"summary": secret})),
                               ("model_index.json", '{"_class_name": "FluxPipeline"}'),
                               ("bills/absolute.json", json.dumps({"reportKeys": [secret]})),
                               ("bills/above.json", json.dumps({"reportKeys": ["../../secret.json"]}))):
                with open(os.path.join(inside, name), "w") as file:
                    file.write(text)
            client = self.ready("--root", inside)
            absent = os.path.join(folder, "absent.json")
            for place in (secret, absent, "../secret.json", os.path.join(inside, "link.json")):
                study["baseline"]["scenario"] = place
                for tool, name in (("evaluate_migration", "study"), ("compare_costs", "scenario"),
                                   ("plan_fleet", "plan"), ("simulate", "workload")):
                    _, error = client.call(tool, **{name: study})
                    self.assertIn(f"/baseline/scenario: '{place}' is not a file in a folder that may be opened", error)
            for path in ("outer.json", "named.json"):
                error = client.call("evaluate_migration", study=path)[1]
                self.assertIn(f"/summary: '{secret}' is not a file in a folder that may be opened", error)
            for manifest in ("bills/absolute.json", "bills/above.json"):
                self.assertIn("not in its folder: secret.json", client.call("read_bill", file=manifest)[1])
            _, error = client.call("simulate", config="model_index.json", instance="trn2.3xlarge")
            self.assertIn("symbolic link out", error)
            # A model that a document names by the path of its config.json.
            for place, why in ((secret, "is not a file"), ("../secret.json", "absolute path"),
                               (os.path.join(inside, "link.json"), "is not a file"), (folder, "is not a file"),
                               (os.path.join(inside, "model_index.json"), "symbolic link out")):
                plan = {"schema": "nscope.plan/1", "model": place}
                self.assertIn(why, client.call("plan_fleet", plan=plan)[1], place)
            with open(os.path.join(inside, "w.json"), "w") as file:
                json.dump({"schema": "nscope.workload/1", "model": "../secret.json"}, file)
            self.assertIn("/model: '../secret.json' is not a file", client.call("simulate", workload="w.json")[1])
            for tool, arguments in (("simulate", {"model": secret, "instance": "trn2.3xlarge"}),
                                    ("compare_costs", {"model": secret, "instances": ["trn2.3xlarge"]})):
                self.assertIn("unknown model", client.call(tool, **arguments)[1])

    def test_source_files_that_are_links_are_not_read(self):
        with tempfile.TemporaryDirectory() as folder:
            inside = os.path.join(folder, "inside")
            os.mkdir(inside)
            with open(os.path.join(folder, "secret.py"), "w") as file:
                file.write("SECRET\n" * 100)
            os.symlink(os.path.join(folder, "secret.py"), os.path.join(inside, "kernel.py"))
            session = os.path.join(inside, "run.nscope")
            capture = os.path.join(folder, "capture.json")
            with open(PROFILE) as file:
                text = json.load(file)
            for row in text["instruction"]:
                row["nki_source_location"] = "/src/inside/kernel.py:3"
            with open(capture, "w") as file:
                json.dump(text, file)
            subprocess.run([NSCOPE, "import", capture, "-o", session, "--quiet"], check=True, capture_output=True)
            answer, error = self.ready("--root", inside).call("analyze_run", run="run.nscope",
                                                              analysis="source-lines")
            self.assertIsNone(error)
            self.assertIn("kernel.py", json.dumps(answer))
            self.assertNotIn("SECRET", json.dumps(answer))

    def test_values_are_never_options(self):
        client = self.ready()
        target = os.path.join(tempfile.gettempdir(), f"nscope-mcp-test-{os.getpid()}.html")
        for value in (f"--output={target}", f"-o{target}", "--help", "--version", "--list"):
            for tool, arguments in (("compare_costs", {"scenario": value}),
                                    ("compare_costs", {"model": value}),
                                    ("find_events", {"run": "tiny_profile.json", "search": value}),
                                    ("query_run", {"run": "tiny_profile.json", "sql": value}),
                                    ("list_models", {"name": value})):
                client.call(tool, **arguments)
                self.assertFalse(os.path.exists(target))

    def test_the_roots_of_the_client_open(self):
        client = self.started()
        client.initialize({"roots": {"listChanged": True}})
        asked = client.next_message()
        self.assertEqual(asked["method"], "roots/list")
        client.send_text(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {
            "roots": [{"uri": "file://" + FIXTURES}, {"uri": "https://example.com/"}, 5]}}) + "\n")
        answer, error = client.call("open_run", run=PROFILE)
        self.assertIsNone(error)

    def test_without_roots_the_error_says_what_to_do(self):
        client = self.started()
        client.initialize()
        self.assertIn("--root", client.call("open_run", run=PROFILE)[1])
        self.assertIsNone(client.call("check_memory", workload="example")[1])

    def test_the_name_of_a_document_is_not_that_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "example"), "w") as file:
                file.write("no workload")
            client = self.ready("--root", folder)
            self.assertIsNone(client.call("check_memory", workload="example")[1])
            self.assertIn("example", client.call("check_memory", workload="./example")[1])

    def test_writes_only_new_files_in_the_folder_that_the_user_allows(self):
        with tempfile.TemporaryDirectory() as folder:
            client = self.ready("--root", FIXTURES, "--allow-write", folder)
            call = {"base": "tiny_profile.json", "new": "tiny_profile.json"}
            _, error = client.call("compare_runs", report="report.md", **call)
            self.assertIsNone(error)
            self.assertTrue(os.path.getsize(os.path.join(folder, "report.md")))
            for path in ("report.md", "../x.md", "/tmp/x.md", "", ".", "no folder/x.md"):
                self.assertIsNotNone(client.call("compare_runs", report=path, **call)[1], path)
            reader = self.ready()
            self.assertIn("unknown argument",
                          reader.call("compare_runs", report="report.md", **call)[1])


class Calls(ServerTest):
    LONG = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000000) "
            "SELECT count(*) FROM n")

    def test_a_cancelled_call_gets_no_answer(self):
        client = self.ready()
        client.send("tools/call", {"name": "query_run", "arguments": {
            "run": "tiny_profile.json", "sql": self.LONG}, "_meta": {"progressToken": "p"}}, 50)
        while client.next_message().get("method") != "notifications/progress":
            pass
        client.send("notifications/cancelled", {"requestId": 50, "reason": "test"})
        answer = client.request("tools/call", {"name": "list_models", "arguments": {}})
        self.assertFalse(answer["result"]["isError"])
        self.assertNotIn(50, [message.get("id") for message in client.received])

    def test_answers_others_while_a_call_runs(self):
        client = self.ready()
        client.send("tools/call", {"name": "query_run", "arguments": {
            "run": "tiny_profile.json", "sql": self.LONG}}, 60)
        self.assertEqual(client.request("ping")["result"], {})
        client.send("notifications/cancelled", {"requestId": 60})

    def test_a_query_reads_a_thousand_rows_unless_the_call_asks_for_more(self):
        client = self.ready()
        count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        answer, error = client.call("query_run", run="tiny_profile.json", sql=count)
        self.assertIsNone(error)
        self.assertIn("--limit=1000", answer["command"])
        self.assertIn("the result has more", answer["note"])
        self.assertEqual(answer["left_out"], [{"at": "", "shown_from": 0, "shown": 20, "total": None}])
        answer, error = client.call("query_run", run="tiny_profile.json", sql=count, offset=1990)
        self.assertEqual([row["i"] for row in answer["result"]], list(range(1991, 2011)))
        answer, error = client.call("query_run", run="tiny_profile.json", sql=count, rows=5)
        self.assertEqual([row["i"] for row in answer["result"]], [1, 2, 3, 4, 5])

    def test_a_call_over_its_time_limit_says_so(self):
        client = self.ready("--root", FIXTURES, "--call-timeout", "1")
        _, error = client.call("query_run", run="tiny_profile.json", sql=self.LONG)
        self.assertIn("1 s", error)

    def test_a_plan_ends_after_the_seconds_that_the_call_allows(self):
        client = self.ready()
        answer, error = client.call("plan_fleet", plan="inf2-100rps-sla", seconds=0.5)
        self.assertIsNone(error)
        self.assertFalse(answer["result"]["complete"])

    def test_without_a_temporary_folder_the_error_says_so(self):
        run = subprocess.run([NSCOPE, "mcp"], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                             env=dict(os.environ, TMPDIR="/absent"))
        self.assertEqual(run.returncode, 3)
        self.assertIn("TMPDIR", run.stderr)

    def test_ends_on_a_signal_and_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            client = self.started("--root", FIXTURES,
                                  environment=dict(os.environ, TMPDIR=folder))
            client.initialize()
            client.call("open_run", run=PROFILE)
            client.process.terminate()
            self.assertIn(client.process.wait(timeout=30), (0, 130))
            self.assertEqual(os.listdir(folder), [])
            client.close()


class BadMessages(ServerTest):
    def test_each_bad_message_is_an_error_of_the_protocol(self):
        client = self.ready()
        for text, code in (("{", -32700), ("[]", -32600), ("5", -32600), ("null", -32600),
                           ('{"jsonrpc":"2.0"}', -32600), ('{"method":"ping","id":1}', -32600),
                           ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
                           ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600),
                           ('{"jsonrpc":"2.0","id":1,"method":5}', -32600),
                           ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602),
                           ('{"jsonrpc":"2.0","id":1,"method":"nothing"}', -32601),
                           ('{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602),
                           ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'
                            '{"name":"open_run","arguments":[]}}', -32602),
                           ('{"jsonrpc":"2.0","id":1,"method":"resources/read","params":'
                            '{"uri":"file:///etc/passwd"}}', -32002),
                           ('{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":'
                            '{"name":"find_the_bottleneck"}}', -32602),
                           ('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":'
                            '{"cursor":"x"}}', -32602),
                           ("[" * 10000, -32700), ('{"a":"\\ud800"}', -32700)):
            client.send_text(text + "\n")
            self.assertEqual(client.next_message()["error"]["code"], code, text)
        client.send_text(b"\xff\xfe\n")
        self.assertEqual(client.next_message()["error"]["code"], -32700)

    def test_a_message_that_is_too_long_is_refused(self):
        client = self.ready()
        client.send_text('{"jsonrpc":"2.0","id":1,"method":"' + "x" * (9 << 20) + '"}\n')
        self.assertIn("8 MiB", client.next_message()["error"]["message"])
        self.assertEqual(client.request("ping")["result"], {})

    def test_hostile_arguments_of_every_tool_are_errors_of_the_tool(self):
        client = self.ready("--root", FIXTURES, "--call-timeout", "5")
        hostile = [None, True, -1, 1e308, 2 ** 70, "", "../" * 40 + "etc/passwd", "/proc/self/environ",
                   "--output=/tmp/x", "\ud7ff\u202e\u0007", "%s%n{}{0}", "x" * 100_000, [], [[]], {}, {"a": {}},
                   ["--help"], [None], "ssh://-oProxyCommand=x/y"]
        for tool in client.request("tools/list")["result"]["tools"]:
            given = dict(CALLS[tool["name"]])
            if "seconds" in tool["inputSchema"]["properties"]:
                given["seconds"] = 0.1
            for name, schema in tool["inputSchema"]["properties"].items():
                for value in hostile:
                    answer, error = client.call(tool["name"], timeout=60, **dict(given, **{name: value}))
                    self.assertTrue(answer is not None or error, (tool["name"], name, value))
                    if not fits(value, schema):
                        self.assertIsNone(answer, (tool["name"], name, value))
        self.assertEqual(client.close(), (0, ""))

    def test_two_thousand_changed_messages_leave_the_server_alive(self):
        client = self.ready()
        choose = random.Random(20261127)
        seeds = [json.dumps({"jsonrpc": "2.0", "id": "changed", "method": "tools/call", "params": {
            "name": name, "arguments": arguments}}) for name, arguments in CALLS.items()
            if name in ("list_files", "open_run", "list_hardware", "query_run")]
        seeds += ['{"jsonrpc":"2.0","id":"changed","method":"prompts/list"}',
                  '{"jsonrpc":"2.0","id":"changed","method":"resources/list","params":{}}']
        sent = 0
        while sent < 2000:
            text = bytearray(choose.choice(seeds).encode())
            for _ in range(choose.randint(1, 6)):
                at = choose.randrange(len(text))
                text[at] = choose.choice(b'{}[]",:0\\x\x00\xff')
            text = bytes(text).replace(b"\n", b" ")
            client.send_text(text + b"\n")
            sent += 1
            if sent % 50 == 0:
                self.assertEqual(client.request("ping", timeout=120)["result"], {})
        code, error = client.close()
        self.assertEqual((code, error), (0, ""))


class Definitions(ServerTest):
    def test_every_resource_can_be_read(self):
        client = self.ready()
        resources = client.request("resources/list")["result"]["resources"]
        self.assertGreater(len(resources), 5)
        for resource in resources:
            content = client.request("resources/read", {"uri": resource["uri"]})["result"]["contents"][0]
            self.assertEqual(content["mimeType"], resource["mimeType"])
            if resource["mimeType"] == "application/json":
                json.loads(content["text"])
            else:
                self.assertTrue(content["text"].startswith("# "), resource["uri"])

    def test_tables_of_sql_are_described(self):
        client = self.ready()
        page = client.request("resources/read", {"uri": "nscope://sql"})["result"]["contents"][0]["text"]
        _, error = client.call("query_run", run="tiny_profile.json", sql="SELECT * FROM qqq")
        tables = error.split("the tables are ")[1].split(", ")
        self.assertIn("slice", tables)
        for table in tables:
            self.assertRegex(page, rf"\| {table}[ (]")

    def test_prompts_contain_their_arguments(self):
        client = self.ready()
        for prompt in client.request("prompts/list")["result"]["prompts"]:
            given = {each["name"]: f"<{each['name']}>" for each in prompt["arguments"]}
            result = client.request("prompts/get", {"name": prompt["name"], "arguments": given})
            text = result["result"]["messages"][0]["content"]["text"]
            for value in given.values():
                self.assertIn(value, text)
            self.assertNotIn("{", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
