"""Serves chdb, the engine of the current ClickHouse as a Python module, over HTTP as far as the tests of the history need it.

usage: clickhouse-over-http.py PORT FOLDER
"""

import os
import re
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from chdb.session import Session

PORT, FOLDER = int(sys.argv[1]), sys.argv[2]
SESSION = Session(FOLDER)
LOCK = threading.Lock()
# The database and the settings that the session has.
CURRENT = {}
NOT_SETTINGS = {"query", "database", "query_id", "session_id", "role", "default_format", "wait_end_of_query"}
INSERT = re.compile(r"^\s*(insert\s+into\s.*?)\s+format\s+(\w+)\s*$", re.IGNORECASE | re.DOTALL)


def run(parameters, body):
    query = parameters.get("query", "")
    if query == "":
        query, body = body.decode(), b""
    with LOCK:
        database = parameters.get("database", "default")
        if CURRENT.get("database") != database:
            SESSION.query(f"use {database}")
            CURRENT["database"] = database
        for name, value in parameters.items():
            if name not in NOT_SETTINGS and CURRENT.get(name) != value:
                SESSION.query(f"set {name} = '{value}'")
                CURRENT[name] = value
        insert = INSERT.match(query)
        if insert is None:
            return SESSION.query(query, parameters.get("default_format", "TabSeparated")).bytes()
        with tempfile.NamedTemporaryFile(dir=FOLDER) as rows:
            rows.write(body)
            rows.flush()
            SESSION.query(f"{insert[1]} from infile '{rows.name}' compression 'none' format {insert[2]}")
        return b""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.respond(self.body())

    def do_GET(self):
        if urlsplit(self.path).path == "/ping":
            self.send(200, b"Ok.\n")
        else:
            self.respond(b"")

    def body(self):
        if self.headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("content-length", 0)))
        chunks = []
        while size := int(self.rfile.readline().strip(), 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def respond(self, body):
        parameters = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        try:
            self.send(200, run(parameters, body))
        except Exception as error:
            self.send(500, str(error).encode())

    def send(self, status, content):
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


os.makedirs(FOLDER, exist_ok=True)
ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
