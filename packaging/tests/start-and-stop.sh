#!/usr/bin/env bash
# Holds run.sh to what it promises about starting, refusing to start, the bridge beside a console, and stopping.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
console=
finish() {
  [ -z "$console" ] || kill -TERM "$console" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "start-and-stop: $1" >&2
  [ ! -e "$work/err" ] || cat "$work/err" >&2
  exit 1
}

# start HOME PORT: waits until the console tells where it listens.
start() {
  # The line of a console before this one must not be taken for its own.
  rm -f "$work/out"
  # With job control, because a script's other children ignore Ctrl+C from birth, and with the usual signals also where
  # whoever started this ignores them.
  set -m
  env --default-signal=INT,TERM,HUP -u DISPLAY -u WAYLAND_DISPLAY "$root/packaging/run.sh" --home "$1" --port "$2" >"$work/out" 2>"$work/err" &
  console=$!
  set +m
  for _ in $(seq 1 1200); do
    grep -qs ' listening on ' "$work/out" && return 0
    kill -0 "$console" 2>/dev/null || fail "the console ended instead of starting"
    sleep 0.2
  done
  fail "the console did not start within four minutes"
}

# stop SIGNAL: the console must be gone within ten seconds.
stop() {
  kill "-$1" "$console"
  for _ in $(seq 1 100); do
    kill -0 "$console" 2>/dev/null || { console=; return 0; }
    sleep 0.1
  done
  fail "the console is still there ten seconds after SIG$1"
}

# refused CODE WORDS COMMAND…: must end with the code and say the words on standard error, in one line of its own.
refused() {
  local code=$1 words=$2
  shift 2
  local status=0
  "$@" >"$work/out2" 2>"$work/err2" || status=$?
  [ "$status" = "$code" ] || fail "'$*' ended with $status instead of $code"
  grep -q "$words" "$work/err2" || { cat "$work/err2" >&2; fail "'$*' did not say '$words'"; }
  [ ! -s "$work/out2" ] || fail "'$*' wrote to standard output"
}

start "$work/home" 0
grep -q 'There is no display' "$work/err" || fail "a start without a display does not say so"
[ "$(wc -l <"$work/out")" = 1 ] || fail "standard output holds more than the one line"
[ "$(stat -c %a "$work/home/local-token")" = 600 ] || fail "local-token can be read by others"
[ "$(stat -c %a "$work/home/api.json")" = 600 ] || fail "api.json can be read by others"
port=$(sed -nE 's/.*"port":([0-9]+).*/\1/p' "$work/home/api.json")
pid=$(sed -nE 's/.*"pid":([0-9]+).*/\1/p' "$work/home/api.json")
[ "$(ps -o ppid= -p "$pid" | tr -d ' ')" = "$console" ] || fail "api.json names another process"
curl -fsS "http://127.0.0.1:$port/health" | grep '"status":"ok"' >/dev/null || fail "/health does not answer"
curl -fsS -H "Authorization: Bearer $(cat "$work/home/local-token")" "http://127.0.0.1:$port/api/v1/me" |
  grep '"role":"owner"' >/dev/null || fail "the local token is not the owner's"

refused 1 "process $pid" "$root/packaging/run.sh" --headless --home "$work/home" --port 0
refused 1 "127.0.0.1:$port" "$root/packaging/run.sh" --headless --home "$work/other" --port "$port"
refused 2 "Unknown option --bogus" "$root/packaging/run.sh" --headless --bogus
refused 2 "There is no file absent.sql" "$root/packaging/run.sh" --headless absent.sql
echo 'SELECT 1;' >"$work/orders of May.sql"
refused 2 "Only the window opens files" "$root/packaging/run.sh" --headless "$work/orders of May.sql"
refused 2 "jdbc:postgresql" "$root/packaging/run.sh" --headless --home "$work/other" --store mysql://x
refused 1 "needs a JDK 99" bash -c ". '$root/packaging/find-jdk.sh'; WHEELHOUSE_JDK=99; find_jdk"
# Java says first which options it picked up.
JDK_JAVA_OPTIONS=-Dany=1 bash -c ". '$root/packaging/find-jdk.sh'; find_jdk" 2>"$work/err2" ||
  fail "no JDK is found when JDK_JAVA_OPTIONS is set"

# The bridge for assistants that start a program and talk with it by lines; the line that is no message is answered too.
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_servers","arguments":{}}}' 'no message' |
  "$root/packaging/run.sh" mcp --home "$work/home" >"$work/out2" 2>"$work/err2" || fail "the bridge ended with $?"
[ ! -s "$work/err2" ] || { cat "$work/err2" >&2; fail "the bridge complained"; }
[ "$(wc -l <"$work/out2")" = 2 ] && grep -q '"id":1[,}].*"isError":false' "$work/out2" &&
  grep -q '"code":-32700' "$work/out2" || { cat "$work/out2" >&2; fail "the bridge answers otherwise"; }
refused 1 'mcp takes --home DIR alone' "$root/packaging/run.sh" mcp --port 5

token=$(cat "$work/home/local-token")
stop TERM
refused 1 "^No console is running in the home $work/home: start Wheelhouse first.\$" \
  "$root/packaging/run.sh" mcp --home "$work/home"
[ ! -e "$work/home/api.json" ] || fail "api.json is still there after SIGTERM"
start "$work/home" 0
[ "$(cat "$work/home/local-token")" = "$token" ] || fail "a second start made another token"
stop INT
[ ! -e "$work/home/api.json" ] || fail "api.json is still there after Ctrl+C"
echo "run.sh starts, refuses and stops as promised."
