#!/usr/bin/env bash
# A remote server in the real window, by its keyboard alone: Debian with systemd in a container is added with the SSH agent,
# its fingerprint trusted, its charts watched under load; then it is switched off, told as unreachable, switched on and
# found again. What the window did is held against the HTTP API, and each step is kept as a picture.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=servers
. "$root/packaging/real/screen.sh"
. "$root/packaging/real/container-turn.sh"
. "$root/packaging/real/systemd-server.sh"
reason=$(screen_available && systemd_server_available) || { echo "servers-window: left out, $reason"; exit 0; }
agent=
finish() {
  screen_stop
  [ -z "$agent" ] || kill "$agent" 2>/dev/null || true
  systemd_server_stop
  rm -rf "$work"
}
trap finish EXIT

ssh-keygen -q -t ed25519 -N '' -f "$work/key"
container_turn
systemd_server_start "$work/server" "$work/key.pub" || fail "the container did not start"
ssh-agent -D -a "$work/agent" >/dev/null 2>&1 &
agent=$!
export SSH_AUTH_SOCK="$work/agent"
until_true 30 test -S "$SSH_AUTH_SOCK" || fail "the SSH agent did not start"
ssh-add -q "$work/key"

# The screens read what they show anew every three seconds, which nothing outside tells.
refreshed() { sleep 4; }

screen_start
open_console
picture 1-overview
go_to "add a server"
words "ssh -p $systemd_server_port root@127.0.0.1"
keys Return
settle
# Past host, port and user to the ways to log in; the agent is the third.
keys Tab Tab Tab Tab Right Right space
settle
keys Tab
words web-1
settle
picture 2-form
keys Return
servers() { call /servers; }
until_true 60 says '"kind":"ssh"' servers || fail "the server was not added"
id=$(servers | grep -oE '"id":"srv_[^"]*","name":"[^"]*","kind":"ssh"' | sed -nE 's/"id":"([^"]*)".*/\1/p')
shows_key() { says '"hostKeyFingerprint"' call "/servers/$id/test" -X POST; }
until_true 60 shows_key || fail "the server shows no key"
settle
picture 3-first-contact
says '"hostKeyFingerprint"' call "/servers/$id" && fail "the key was trusted unasked"
is() { says "\"status\":\"$1\"" call "/servers/$id"; }
asked() { xdotool search --onlyvisible --name '^Trust the key of ' >/dev/null; }
# Once more when the window had not heard of the key yet.
trusts() {
  is online && return
  keys Escape
  go_to "trust this key"
  until_true 20 asked && settle && picture 3-question && keys Return && until_true 30 is online
}
until_true 120 trusts || fail "the server is not online"
picture 4-trusted
has_points() { says '"points":[{' call "/servers/$id/metrics/series?metric=$1&range=15m"; }
for metric in cpu memory disk net_rx load1; do
  until_true 90 has_points "$metric" || fail "there is no series of $metric"
done
refreshed
picture 5-charts
systemd_server_run sh -c 'for i in 1 2; do timeout 15 sh -c "while :; do :; done" & done; wait' >/dev/null 2>&1 &
load=$!
cpu() { call "/servers/$id/metrics" | grep -oE '"metric":"cpu"[^}]*"value":[0-9]+' | grep -oE '[0-9]+$'; }
busy() { [ "$(cpu)" -ge 40 ]; }
until_true 60 busy || fail "the load is not seen"
refreshed
picture 6-load
wait "$load" 2>/dev/null || true

happened() { says "\"$1\"" call "/events?kind=$1"; }
systemd_server_off
until_true 180 is offline || fail "a server that is off is not offline"
until_true 30 happened server.unreachable || fail "there is no event server.unreachable"
refreshed
picture 7-off
systemd_server_on
until_true 180 is online || fail "the server did not come back"
until_true 30 happened server.recovered || fail "there is no event server.recovered"
refreshed
picture 8-back
keys alt+1
settle
picture 9-overview
echo "A remote server is added, watched, lost and found again in the window."
