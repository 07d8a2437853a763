#!/usr/bin/env python3
"""Runs sdk_client.mjs with the official SDK from npm, over standard streams and over HTTP. Skipped (77) if npm cannot fetch it.

usage: sdk_test.py NSCOPE FIXTURES FOLDER
"""
import json
import os
import shutil
import subprocess
import sys

NSCOPE, FIXTURES, FOLDER = sys.argv[1:4]
HERE = os.path.dirname(os.path.abspath(__file__))
VERSION = "1.32.2"


def fetch():
    package = os.path.join(FOLDER, "node_modules", "@modelcontextprotocol", "sdk", "package.json")
    if os.path.exists(package) and json.load(open(package))["version"] == VERSION:
        return True
    if not shutil.which("npm"):
        return False
    os.makedirs(FOLDER, exist_ok=True)
    command = ["npm", "install", "--prefix", FOLDER, "--no-audit", "--no-fund", "--loglevel", "error",
               "--fetch-retries", "1", "--fetch-timeout", "60000", "--ignore-scripts",
               f"@modelcontextprotocol/sdk@{VERSION}"]
    try:
        return subprocess.run(command, timeout=400).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main():
    if not shutil.which("node") or not fetch():
        print("The SDK's client is not tested: node or npm cannot provide it.")
        return 77
    sys.argv[1:] = [NSCOPE, FIXTURES]
    from mcp_test import CALLS
    calls = os.path.join(FOLDER, "calls.json")
    with open(calls, "w") as file:
        json.dump(CALLS, file)
    # Node looks for packages beside the script.
    script = shutil.copy(os.path.join(HERE, "sdk_client.mjs"), FOLDER)
    command = ["node", script, NSCOPE, FIXTURES, calls]
    code = subprocess.run(command, timeout=400).returncode
    if code != 0:
        return code
    from http_test import Server
    server = Server()
    try:
        environment = dict(os.environ, ADDRESS=server.address, TOKEN=server.token)
        return subprocess.run(command, timeout=400, env=environment).returncode
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
