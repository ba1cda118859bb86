#!/usr/bin/env bash
# An assistant that starts a program and talks with it by lines: run.sh mcp without a console, and beside one.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
console=
finish() {
  [ -z "$console" ] || { kill "$console" 2>/dev/null && wait "$console" 2>/dev/null; } || true
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "mcp: $1" >&2
  cat "$work"/err* >&2
  exit 1
}

bridge() { "$root/packaging/run.sh" mcp --home "$work/home" 2>"$work/err2"; }

# answer ID: the line with the answer to that request. What reads it must read to its end, or this fails.
answer() { grep "\"id\":$1[,}]" "$work/answers" || fail "request $1 has no answer"; }

"$root/packaging/run.sh" --headless --home "$work/home" --port 0 >"$work/out" 2>"$work/err" &
console=$!
for _ in $(seq 1 1200); do
  grep -q ' listening on ' "$work/out" && break
  kill -0 "$console" 2>/dev/null || fail "the console ended instead of starting"
  sleep 0.2
done
grep -q ' listening on ' "$work/out" || fail "the console did not start within four minutes"

bridge >"$work/answers" <<'JSON' || fail "the bridge ended with $?"
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"story","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_servers","arguments":{}}}
this is no message
JSON
[ ! -s "$work/err2" ] || fail "the bridge complained"
[ "$(wc -l <"$work/answers")" = 4 ] || { cat "$work/answers"; fail "there are not four lines"; }
answer 1 | grep '"protocolVersion":"2025-11-25"' >/dev/null || fail "initialize agreed on another revision"
answer 2 | grep '"name":"run_sql".*"destructiveHint":true' >/dev/null || fail "tools/list does not have run_sql"
answer 3 | grep '"isError":false' >/dev/null || fail "list_servers failed"
grep -q '"code":-32700' "$work/answers" || fail "a line that is no JSON passed"

kill -TERM "$console"
wait "$console" || true
console=
status=0
echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | bridge >"$work/answers" || status=$?
[ "$status" = 1 ] || fail "without a console it ended with $status"
[ ! -s "$work/answers" ] || fail "without a console it wrote to standard output"
[ "$(cat "$work/err2")" = "No console is running in the home $work/home: start Wheelhouse first." ] ||
  fail "without a console it says something else"
"$root/packaging/run.sh" mcp --port 5 >"$work/answers" 2>"$work/err2" && fail "mcp took --port"
grep -q 'mcp takes --home DIR alone' "$work/err2" || fail "mcp does not say what it takes"
echo "The bridge passes messages and says when there is no console."
