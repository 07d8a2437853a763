"""A small client of the Model Context Protocol over the standard streams of a process."""
import json
import os
import select
import subprocess
import time


class Client:
    """Starts the server. Messages that are not an awaited answer are in `received`."""

    def __init__(self, nscope, *options, environment=None):
        self.process = subprocess.Popen(
            [nscope, "mcp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment)
        self.buffer = b""
        self.received = []
        self.last_id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the input and returns exit code and standard error."""
        if self.process.stdin is not None:
            self.process.stdin.close()
            self.process.stdin = None  # communicate() would flush it
        try:
            _, error = self.process.communicate(timeout=120)  # answers that nobody awaits
            return self.process.returncode, error.decode()
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def send_text(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.process.stdin.flush()

    def send(self, method, params=None, ident=None):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        if ident is not None:
            message["id"] = ident
        self.send_text(json.dumps(message) + "\n")

    def next_message(self, timeout=60.0):
        end = time.monotonic() + timeout
        while b"\n" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError("the server did not answer")
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                raise EOFError("the server ended")
            self.buffer += chunk
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def answer(self, ident, timeout=60.0):
        while True:
            message = self.next_message(timeout)
            if message.get("id") == ident and "method" not in message:
                return message
            self.received.append(message)

    def request(self, method, params=None, timeout=60.0):
        self.last_id += 1
        self.send(method, params, self.last_id)
        return self.answer(self.last_id, timeout)

    def initialize(self, capabilities=None, revision="2025-11-25"):
        answer = self.request("initialize", {
            "protocolVersion": revision, "capabilities": capabilities or {},
            "clientInfo": {"name": "test", "version": "1"}})
        self.send("notifications/initialized")
        return answer["result"]

    def call(self, tool, timeout=60.0, **arguments):
        """The result of a tool: (structured content, None) or (None, text of the error)."""
        answer = self.request("tools/call", {"name": tool, "arguments": arguments}, timeout)
        result = answer["result"]
        if result["isError"]:
            return None, result["content"][0]["text"]
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        return result["structuredContent"], None
