#!/usr/bin/env bash
# Apps through the HTTP API alone: one in each runtime (a process on this machine, a systemd unit on a server over SSH, a
# container of Podman) is added, started, followed while it prints 10,000 lines a second, crashes, and is found again in
# its events and by searching its log. No line may be lost, and none may come twice.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/packaging/real/systemd-server.sh"
. "$root/packaging/real/podman-engine.sh"
work=$(mktemp -d)
story=apps
. "$root/packaging/real/screen.sh"
. "$root/packaging/real/chatter.sh"
reason=$(systemd_server_available) || { echo "apps: left out, $reason"; exit 0; }
streams=()
finish() {
  for each in "${streams[@]}"; do kill "$each" 2>/dev/null || true; done
  screen_stop
  podman_engine_stop
  systemd_server_stop
  rm -rf "$work"
}
trap finish EXIT

ssh-keygen -q -t ed25519 -N '' -f "$work/key"
systemd_server_start "$work/server" "$work/key.pub" || fail "the server did not start"
podman_engine_start "$work/engine" || fail "the engine did not start"
chatter_script "$work/chatter"
chatter_unit systemd_server_run
podman_engine_image "$work/chatter" || fail "the image was not made"

env -u DISPLAY -u WAYLAND_DISPLAY XDG_STATE_HOME="$work/state" \
  "$root/packaging/run.sh" --headless --home "$work/home" --port 0 \
  >"$work/out" 2>"$work/err" &
console=$!
until_true 240 says ' listening on ' cat "$work/out" || fail "the console did not start"
api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/out")

key=$(awk '{printf "%s\\n", $0}' "$work/key")
server=$(call /servers -d '{"name": "web-1", "kind": "ssh", "host": "127.0.0.1", "port": '"$systemd_server_port"',
  "user": "root", "auth": {"type": "key", "privateKey": "'"$key"'"}}' | field id)
[ -n "$server" ] || fail "the server was not added"
shown=$(call "/servers/$server/test" -X POST | field hostKeyFingerprint)
call "/servers/$server/trust-host-key" -d '{"fingerprint": "'"$shown"'"}' >/dev/null

# Adding is choosing: what runs there is found.
says '"chatter.service"' call "/servers/$server/discovered-apps?runtime=systemd" || fail "the unit is not discovered"

# Without their secrets, which a caller gives and never gets back.
process=$(call /apps -d '{"name": "local-chatter", "serverId": "local", "runtime": "process",
  "command": ["'"$work/chatter"'"], "environment": {"SECRET": "swordfish"}}')
says swordfish echo "$process" && fail "a value of the environment was given back"
unit=$(call /apps -d '{"name": "unit-chatter", "serverId": "'"$server"'", "runtime": "systemd", "unit": "chatter.service"}')
container=$(call /apps -d '{"name": "box-chatter", "serverId": "local", "runtime": "container",
  "image": "localhost/chatter:1", "engine": "'"$podman_engine_socket"'"}')

crashed() { says '"app.crashed"' call "/events?kind=app.crashed&subject=$1"; }
lines_of() { grep -oE 'line [0-9]+ of' "$work/stream-$1" | wc -l; }
has_lines() { [ "$(lines_of "$1")" -ge "$2" ]; }

try() { # name, answer to its creation
  local name=$1 id began
  id=$(echo "$2" | field id)
  [ -n "$id" ] || fail "$name was not added: $2"
  call "/apps/$id/logs?tail=0" | grep '"validation_failed"' >/dev/null || fail "a tail of 0 lines is taken"
  call "/apps/$id/logs?tail=10001" | grep '"validation_failed"' >/dev/null || fail "a tail of 10001 lines is taken"
  curl -sSN -H "Authorization: Bearer $(cat "$work/home/local-token")" "$api/api/v1/apps/$id/logs/stream" \
    >"$work/stream-$name" 2>/dev/null &
  streams+=($!)
  # What is written before the stream is open is not of it.
  until_true 30 grep -qs '^event: open' "$work/stream-$name" || fail "the stream of $name does not open"
  says '"running":true' call "/apps/$id/start" -X POST || fail "$name did not start"
  says '"running":true' call "/apps/$id/start" -X POST || fail "$name did not take a second start"
  began=$(date +%s%3N)
  until_true 240 has_lines "$name" "$chatter_lines" || fail "$name: $(lines_of "$name") of $chatter_lines lines came"
  echo "apps: $name: $chatter_lines lines came within $(($(date +%s%3N) - began)) ms"
  # Each exactly once and in its order.
  grep -oE 'line [0-9]+ of' "$work/stream-$name" | awk '{ if ($2 != NR) { print NR; exit 1 } }' >"$work/broken" ||
    fail "$name: the line $(cat "$work/broken") is missing or came twice"
  until_true 60 crashed "$id" || fail "$name: no event tells of the crash"
  says 'ran out of cheese' call "/events?kind=app.crashed&subject=$id" || fail "$name: the crash has no last lines"
  says '"running":false' call "/apps/$id/status" || fail "$name still runs"
  says 'ran out of cheese' call "/apps/$id/logs?tail=5" || fail "$name: the last lines are not in its tail"
  chatter_search "$id" CHEESE 'ran out of cheese' || fail "$name: it is not found by search"
  chatter_search "$id" 'line%20%5B7%5D%7B2%7D%20of&regex=true' 'line 77 of' ||
    fail "$name: it is not found by a regular expression"
  until_true 30 says '"points":[{' call "/apps/$id/metrics/series?metric=memory&range=15m" || fail "$name has no metrics"
}
try process "$process"
try unit "$unit"
try container "$container"
echo "An app in each runtime is started, followed, lost and found again over HTTP."
