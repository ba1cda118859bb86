#!/usr/bin/env bash
# A remote server through the HTTP API alone: Debian with systemd in a container is added by SSH, met for the first time,
# trusted, watched, put under load, switched off and on again; and everything of it is read back by curl.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/packaging/real/systemd-server.sh"
work=$(mktemp -d)
story=servers
. "$root/packaging/real/screen.sh"
reason=$(systemd_server_available) || { echo "servers: left out, $reason"; exit 0; }
stream=
finish() {
  [ -z "$stream" ] || kill "$stream" 2>/dev/null || true
  screen_stop
  systemd_server_stop
  rm -rf "$work"
}
trap finish EXIT

field() { sed -nE 's/.*"'"$1"'":"([^"]*)".*/\1/p'; }

ssh-keygen -q -t ed25519 -N '' -f "$work/key"
systemd_server_start "$work/server" "$work/key.pub" || fail "the container did not start"

env -u DISPLAY -u WAYLAND_DISPLAY "$root/packaging/run.sh" --headless --home "$work/home" --port 0 \
  >"$work/out" 2>"$work/err" &
console=$!
until_true 240 says ' listening on ' cat "$work/out" || fail "the console did not start"
api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/out")

# A key's line breaks, as JSON has them.
key=$(awk '{printf "%s\\n", $0}' "$work/key")
added=$(call /servers -d '{"name": "web-1", "kind": "ssh", "host": "127.0.0.1", "port": '"$systemd_server_port"',
  "user": "root", "auth": {"type": "key", "privateKey": "'"$key"'"}}')
id=$(echo "$added" | field id)
[ -n "$id" ] || fail "the server was not added: $added"
says 'PRIVATE KEY' echo "$added" && fail "the private key was given back"

# The key that the console is shown must be one that the machine itself says it has.
first=$(call "/servers/$id/test" -X POST)
shown=$(echo "$first" | field hostKeyFingerprint)
[ -n "$shown" ] || fail "the first contact shows no fingerprint: $first"
fingerprints() {
  systemd_server_run sh -c 'for each in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -lf "$each"; done'
}
says "$shown" fingerprints || fail "the machine has no host key $shown"
says '"ok":false' echo "$first" || fail "a server that nobody trusts was used: $first"
call "/servers/$id/trust-host-key" -d '{"fingerprint": "SHA256:0000000000000000000000000000000000000000000"}' |
  grep '"code"' >/dev/null || fail "another fingerprint was trusted"
call "/servers/$id/trust-host-key" -d '{"fingerprint": "'"$shown"'"}' >/dev/null
says '"ok":true' call "/servers/$id/test" -X POST || fail "the trusted server cannot be used"

is() { says "\"status\":\"$1\"" call "/servers/$id"; }
until_true 60 is online || fail "the server is not online"
has_points() { says '"points":[{' call "/servers/$id/metrics/series?metric=$1&range=15m"; }
until_true 60 says '"bootedAt":"2' call "/servers/$id" || fail "it is not told since when the server is up"
for metric in cpu memory disk net_rx load1 processes; do
  until_true 90 has_points "$metric" || fail "there is no series of $metric"
done
call "/servers/$id/metrics/series?metric=cpu&range=3h" | grep '"path":"query.range"' >/dev/null || fail "an unknown range is taken"

# Live: where nothing else works the load is seen within two seconds, the start of the program in the container included.
curl -sSN -H "Authorization: Bearer $(cat "$work/home/local-token")" "$api/api/v1/servers/$id/metrics/stream" \
  >"$work/stream" 2>/dev/null &
stream=$!
until_true 30 test -e "$work/stream" || fail "curl did not start"
until_true 60 grep -q '"cpu"' "$work/stream" || fail "the live stream says nothing of cpu"
last_cpu() { tail -c 20000 "$work/stream" | grep -oE '"cpu":[0-9]+' | tail -1 | cut -d: -f2; }
calm() { [ "$(last_cpu)" -lt 40 ]; }
busy() { [ "$(last_cpu)" -ge 40 ]; }
# The container's processors are this machine's, which may have other work.
if until_true 60 calm; then
  began=$(date +%s%3N)
  systemd_server_run sh -c 'for i in 1 2; do timeout 20 sh -c "while :; do :; done" & done' >/dev/null 2>&1 &
  load=$!
  until_true 60 busy || fail "the load was not seen"
  echo "servers: the load was seen after $(($(date +%s%3N) - began)) ms"
  wait "$load" 2>/dev/null || true
else
  echo "servers: a load was not tried, the machine has other work"
fi
kill "$stream" 2>/dev/null || true
stream=

happened() { says "\"$1\"" call "/events?kind=$1"; }
systemd_server_off
until_true 180 is offline || fail "a server that is off is not offline"
until_true 30 happened server.unreachable || fail "there is no event server.unreachable"
systemd_server_on
until_true 180 is online || fail "the server did not come back"
until_true 30 happened server.recovered || fail "there is no event server.recovered"
echo "A remote server is added, trusted, watched, lost and found again over HTTP."
