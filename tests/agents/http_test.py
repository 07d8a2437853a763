#!/usr/bin/env python3
"""The server of `nscope mcp --http`: access, sessions, streams, limits and bad input.

usage: http_test.py NSCOPE FIXTURES
"""
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

NSCOPE, FIXTURES = sys.argv[1:3]
TOKEN = "0123456789abcdef-test"
REVISION = "2025-11-25"
LONG = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000000) "
        "SELECT count(*) FROM n")


class Server:
    """A server on a free port. `address` and `token` are what it prints."""

    def __init__(self, *options, environment=None):
        self.process = subprocess.Popen(
            [NSCOPE, "mcp", "--http", "127.0.0.1:0", "--root", FIXTURES, *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, NSCOPE_MCP_TOKEN=TOKEN) if environment is None else environment)
        line = self.process.stdout.readline()
        if not line.startswith("Address: "):
            raise RuntimeError(f"the server did not start: {line} {self.process.stderr.read()}")
        self.address = line.split()[1]
        self.port = int(self.address.rsplit(":", 1)[1].split("/")[0])
        self.token = TOKEN
        if environment is not None:
            self.token = self.process.stdout.readline().split()[1]

    def stop(self):
        self.process.terminate()
        _, error = self.process.communicate(timeout=60)
        return self.process.returncode, error


class Client:
    """One client with one session."""

    def __init__(self, server, initialize=True):
        self.server = server
        self.session = None
        self.last_id = 0
        if initialize:
            answer = self.request("initialize", {"protocolVersion": REVISION, "capabilities": {
                "roots": {}}, "clientInfo": {"name": "test", "version": "1"}})
            assert answer["result"]["protocolVersion"] == REVISION, answer
            assert self.notify("notifications/initialized") == 202

    def headers(self, **changes):
        headers = {"Authorization": f"Bearer {self.server.token}", "Content-Type": "application/json",
                   "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": REVISION}
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        for name, value in changes.items():
            headers[name.replace("_", "-")] = value
        return {name: value for name, value in headers.items() if value is not None}

    def send(self, method="POST", body=b"", path="/mcp", **changes):
        """Status, headers and body of the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        try:
            connection.request(method, path, body, self.headers(**changes))
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def post(self, message):
        return self.send(body=json.dumps(message).encode())

    def request(self, method, params=None):
        self.last_id += 1
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params or {}}
        status, headers, body = self.post(message)
        assert status == 200, (status, body)
        self.session = headers.get("Mcp-Session-Id") or self.session
        if headers["Content-Type"] == "application/json":
            return json.loads(body)
        messages = events(body)
        self.progress = messages[:-1]
        return messages[-1] if messages else None

    def notify(self, method, params=None):
        return self.post({"jsonrpc": "2.0", "method": method, "params": params or {}})[0]

    def call(self, tool, **arguments):
        return self.request("tools/call", {"name": tool, "arguments": arguments})["result"]


def events(body):
    """The messages of a stream of server-sent events."""
    messages = []
    for event in body.decode().split("\n\n"):
        data = [line[6:] for line in event.split("\n") if line.startswith("data: ")]
        if data:
            messages.append(json.loads("".join(data)))
    return messages


class HttpTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        code, error = cls.server.stop()
        assert (code in (0, 130)) and error == "", (code, error)

    def refused(self, status, client=None, **request):
        client = client or Client(self.server)
        request.setdefault("body", b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
        found, headers, body = client.send(**request)
        self.assertEqual(found, status, body)
        return headers, body


class Access(HttpTest):
    def test_without_the_token_nothing_is_answered(self):
        for value in (None, "", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", TOKEN,
                      f"Basic {TOKEN}"):
            headers, body = self.refused(401, Authorization=value)
            self.assertTrue(headers["WWW-Authenticate"].startswith("Bearer"))
            self.assertNotIn(TOKEN.encode(), body)

    def test_requests_of_web_pages_on_other_hosts_are_refused(self):
        for origin in ("https://example.com", "null", "", "http://localhost.example.com",
                       "http://127.0.0.1.example.com", "file://", "http://localhost@example.com",
                       "http://127.0.0.1:80:90"):
            self.refused(403, Origin=origin)
        for origin in ("http://localhost", "http://127.0.0.1:3000", "https://[::1]:8", "http://LOCALHOST"):
            self.refused(200, Origin=origin)

    def test_a_name_that_resolves_to_this_machine_is_refused(self):
        for host in ("example.com", "example.com:80", "localhost.example.com", "10.0.0.1", "[::2]"):
            self.refused(403, Host=host)
        for host in ("localhost", "127.0.0.1", f"[::1]:{self.server.port}"):
            self.refused(200, Host=host)

    def test_a_new_token_is_printed_once_and_is_long(self):
        environment = {key: value for key, value in os.environ.items() if key != "NSCOPE_MCP_TOKEN"}
        server = Server(environment=environment)
        self.addCleanup(server.stop)
        self.assertGreaterEqual(len(server.token), 64)
        Client(server)
        with open(f"/proc/{server.process.pid}/cmdline") as file:
            self.assertNotIn(server.token, file.read())

    def test_the_token_of_a_file_works_if_only_its_owner_can_read_it(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("a-token-in-a-file\n")
            file.flush()
            server = Server("--token-file", file.name)
            self.addCleanup(server.stop)
            server.token = "a-token-in-a-file"
            Client(server)
            os.chmod(file.name, 0o640)
            self.check_start(["--root", FIXTURES, "--token-file", file.name], "chmod 600")

    def check_start(self, options, message, address="127.0.0.1:0", **environment):
        run = subprocess.run([NSCOPE, "mcp", "--http", address, *options], capture_output=True, text=True,
                             timeout=30, env=dict(os.environ, **environment))
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn(message, run.stderr)

    def test_refuses_to_start_where_it_would_not_be_safe(self):
        root = ["--root", FIXTURES]
        self.check_start([], "--root")
        self.check_start(root, "--allow-network", address="0.0.0.0:0")
        self.check_start(root, "--allow-network", address="[::]:0")
        self.check_start(root, "not an address", address="example.com:80")
        self.check_start(root, "not an address", address="127.0.0.1")
        self.check_start(root, "not an address", address="127.0.0.1:99999")
        self.check_start(root, "16", NSCOPE_MCP_TOKEN="short")
        run = subprocess.run([NSCOPE, "mcp", "--token-file", "x"], capture_output=True, text=True,
                             stdin=subprocess.DEVNULL)
        self.assertIn("--http", run.stderr)

    def test_a_port_in_use_is_an_error(self):
        run = subprocess.run([NSCOPE, "mcp", "--root", FIXTURES, "--http", f"127.0.0.1:{self.server.port}"],
                             capture_output=True, text=True, timeout=30)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("cannot listen", run.stderr)


class Transport(HttpTest):
    def test_paths_methods_and_media_types(self):
        self.refused(404, path="/")
        self.refused(404, path="/mcp/x")
        headers, _ = self.refused(405, method="GET", body=b"")
        self.assertEqual(headers["Allow"], "POST, DELETE")
        for method in ("PUT", "HEAD", "OPTIONS", "PATCH"):
            client = Client(self.server)
            self.assertEqual(client.send(method, b"")[0], 405)
        self.refused(415, Content_Type="text/plain")
        self.refused(415, Content_Type=None)
        self.refused(406, Accept="application/json")
        self.refused(406, Accept="text/event-stream")
        self.refused(406, Accept=None)
        self.refused(200, Accept="text/event-stream;q=0.5 , application/json")
        self.refused(200, Content_Type="application/json; charset=utf-8")

    def test_only_known_revisions_are_accepted(self):
        self.refused(400, MCP_Protocol_Version="1999-01-01")
        self.refused(200, MCP_Protocol_Version="2025-06-18")
        self.refused(200, MCP_Protocol_Version=None)

    def test_each_client_has_a_session_that_it_can_end(self):
        client = Client(self.server)
        other = Client(self.server)
        self.assertNotEqual(client.session, other.session)
        self.refused(400, Client(self.server, initialize=False))
        self.refused(404, client, Mcp_Session_Id="0" * 64)
        self.refused(400, client, method="DELETE", body=b"", Mcp_Session_Id=None)
        self.assertEqual(client.send("DELETE")[0], 204)
        self.assertEqual(client.send("DELETE")[0], 404)
        self.refused(404, client)
        self.assertEqual(other.request("ping")["result"], {})

    def test_notifications_and_answers_have_no_content(self):
        client = Client(self.server)
        self.assertEqual(client.post({"jsonrpc": "2.0", "method": "notifications/x"})[2], b"")
        self.assertEqual(client.post({"jsonrpc": "2.0", "id": 5, "result": {}})[0], 202)

    def test_a_refused_initialize_leaves_no_session(self):
        client = Client(self.server, initialize=False)
        for _ in range(100):  # more than there can be sessions
            status, headers, body = client.post(
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
            self.assertEqual(status, 200)
            self.assertIn("error", json.loads(body))
            self.assertNotIn("Mcp-Session-Id", headers)
        Client(self.server)

    def test_a_call_is_a_stream_with_progress_and_result(self):
        client = Client(self.server)
        answer = client.request("tools/call", {"name": "query_run", "arguments": {
            "run": "tiny_profile.json", "sql": LONG.replace("2000000000", "8000000")},
            "_meta": {"progressToken": "p"}})
        self.assertFalse(answer["result"]["isError"], answer)
        self.assertTrue(client.progress)
        for message in client.progress:
            self.assertEqual(message["method"], "notifications/progress")
            self.assertEqual(message["params"]["progressToken"], "p")

    def test_a_cancelled_call_ends_without_an_answer(self):
        client = Client(self.server)
        found = []
        call = threading.Thread(target=lambda: found.append(client.request("tools/call", {
            "name": "query_run", "arguments": {"run": "tiny_profile.json", "sql": LONG}})))
        call.start()
        time.sleep(1)
        other = Client(self.server, initialize=False)
        other.session = client.session
        other.notify("notifications/cancelled", {"requestId": client.last_id})
        call.join(timeout=30)
        self.assertEqual(found, [None])

    def test_two_clients_work_at_the_same_time(self):
        slow = Client(self.server)
        call = threading.Thread(target=lambda: slow.request("tools/call", {
            "name": "query_run", "arguments": {"run": "tiny_profile.json", "sql": LONG}}))
        call.start()
        time.sleep(0.5)
        start = time.monotonic()
        quick = Client(self.server)
        result = quick.call("query_run", run="tiny_profile.json", sql="SELECT 7 AS n")
        self.assertEqual(result["structuredContent"]["result"], [{"n": 7}])
        self.assertLess(time.monotonic() - start, 30)
        self.assertTrue(call.is_alive())
        self.assertEqual(slow.send("DELETE")[0], 204)
        call.join(timeout=30)
        self.assertFalse(call.is_alive())

    def test_sessions_share_no_documents_and_no_captures(self):
        one, two = Client(self.server), Client(self.server)
        workload = {"schema": "nscope.workload/1", "model": "llama-3.1-8b", "instance": "trn2.3xlarge"}
        found = one.call("check_memory", workload=workload)
        self.assertFalse(found["isError"], found["content"])
        one.call("open_run", run="tiny_profile.json")
        self.assertEqual(two.call("list_files")["structuredContent"]["result"]["opened"], [])
        for name in ("workload.json", "../session-1/call-1/workload.json", "session-1", "call-1/workload.json"):
            self.assertTrue(two.call("check_memory", workload=name)["isError"], name)

    def test_the_client_cannot_name_roots(self):
        client = Client(self.server)
        status, _, _ = client.post({"jsonrpc": "2.0", "id": "nscope-roots", "result": {
            "roots": [{"uri": "file:///"}]}})
        self.assertEqual(status, 202)
        self.assertTrue(client.call("read_bill", file="/etc/passwd")["isError"])
        roots = client.call("list_files")["structuredContent"]["result"]["roots"]
        self.assertEqual(roots, [os.path.realpath(FIXTURES)])


class Limits(HttpTest):
    def raw(self, data, timeout=60):
        """What the server sends until it closes the connection."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=timeout) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # the server has closed
            received = b""
            try:
                while chunk := connection.recv(1 << 16):
                    received += chunk
            except ConnectionResetError:
                pass
            return received

    def head(self, *lines):
        return "\r\n".join(("POST /mcp HTTP/1.1", "Host: localhost", f"Authorization: Bearer {TOKEN}",
                            "Content-Type: application/json",
                            "Accept: application/json, text/event-stream", *lines, "", "")).encode()

    def test_a_message_that_is_too_long_is_refused(self):
        client = Client(self.server)
        self.assertEqual(client.send(body=b" " * ((8 << 20) + 1))[0], 413)
        self.assertIn(b" 413 ", self.raw(self.head("Content-Length: 99999999999999")))
        chunks = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
        self.assertIn(b" 413 ", self.raw(self.head("Transfer-Encoding: chunked") + chunks * 10))
        self.assertEqual(client.request("ping")["result"], {})

    def test_a_long_message_is_accepted(self):
        text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()
        status, _, _ = Client(self.server).send(body=text + b" " * ((8 << 20) - len(text)))
        self.assertEqual(status, 200)

    def test_waits_for_a_body_that_the_client_announces(self):
        body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}'
        answer = self.raw(self.head("Expect: 100-continue", f"Content-Length: {len(body)}") + body)
        self.assertIn(b"100 Continue", answer)
        self.assertIn(b"protocolVersion", answer)

    def test_a_head_that_is_too_long_or_no_http_is_refused(self):
        self.assertIn(b" 431 ", self.raw(self.head("X: " + "y" * 20000)))
        self.assertIn(b" 400 ", self.raw(b"nothing\r\n\r\n"))
        self.assertIn(b" 400 ", self.raw(self.head("Content-Length: -1")))
        self.assertIn(b" 505 ", self.raw(b"GET /mcp HTTP/1.0\r\nHost: localhost\r\n\r\n"))
        self.assertIn(b" 401 ", self.raw(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"))

    def test_slow_clients_are_disconnected_and_do_not_block_others(self):
        slow = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(30)]
        for connection in slow:
            connection.sendall(b"POST /mcp HTTP/1.1\r\n")
        self.assertEqual(Client(self.server).request("ping")["result"], {})
        start = time.monotonic()
        for connection in slow:
            connection.settimeout(60)
            try:
                while connection.recv(1000):
                    pass
            except ConnectionResetError:
                pass
            connection.close()
        self.assertLess(time.monotonic() - start, 30)

    def test_many_connections_are_limited(self):
        many = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(200)]
        for connection in many:
            connection.close()
        for _ in range(50):
            try:
                self.assertEqual(Client(self.server).request("ping")["result"], {})
                break
            except (ConnectionError, http.client.HTTPException):
                time.sleep(0.2)
        else:
            self.fail("the server accepts no connection")

    def test_too_many_sessions_are_refused_until_one_ends(self):
        server = Server()
        self.addCleanup(server.stop)
        clients = [Client(server) for _ in range(32)]
        late = Client(server, initialize=False)
        status, headers, _ = late.post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": REVISION}})
        self.assertEqual(status, 503)
        self.assertIn("Retry-After", headers)
        clients[3].send("DELETE")
        Client(server)

    def test_five_hundred_changed_requests_leave_the_server_alive(self):
        choose = random.Random(20261127)
        client = Client(self.server)
        seeds = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": name, "arguments": arguments}}) for name, arguments in (
                ("list_files", {}), ("open_run", {"run": "tiny_profile.json"}), ("list_hardware", {}))]
        statuses = set()
        for count in range(500):
            body = choose.choice(seeds).encode()
            head = bytearray(self.head(f"Mcp-Session-Id: {client.session}", f"Content-Length: {len(body)}",
                                       "Connection: close"))
            changed = bytearray(body)
            target = head if choose.random() < 0.5 else changed
            for _ in range(choose.randint(1, 5)):
                target[choose.randrange(len(target))] = choose.choice(b'{}[]",:0\\x\x00\xff\r\n -')
            answer = self.raw(bytes(head + changed))
            if answer:
                self.assertRegex(answer, rb"\AHTTP/1.1 \d{3} ")
                statuses.add(answer[9:12])
            if count % 100 == 99:
                self.assertEqual(client.request("ping")["result"], {})
        self.assertLessEqual({b"200", b"400", b"401"}, statuses)
        self.assertNotIn(b"500", statuses)

    def test_ends_on_a_signal_during_a_call_and_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["TMPDIR"] = folder
            try:
                server = Server()
            finally:
                del os.environ["TMPDIR"]
            client = Client(server)
            client.call("open_run", run="tiny_profile.json")
            call = threading.Thread(target=self.ignore_errors, args=(client,))
            call.start()
            time.sleep(0.5)
            code, error = server.stop()
            self.assertIn((code, error), ((0, ""), (130, "")))
            call.join(timeout=30)
            self.assertEqual(os.listdir(folder), [])

    @staticmethod
    def ignore_errors(client):
        try:
            client.call("query_run", run="tiny_profile.json", sql=LONG)
        except (OSError, http.client.HTTPException, TypeError):
            pass


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
