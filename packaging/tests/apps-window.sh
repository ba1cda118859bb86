#!/usr/bin/env bash
# Apps in the real window, by its keyboard alone: a process that is typed and, with WHEELHOUSE_LONG=true as the nightly run has
# it, a systemd unit of a remote server and a container that are chosen from what is found there. Each is started, its log
# followed while it prints 10,000 lines a second, crashes, is seen in its events, and what it complained of is found by search.
# What the window did is held against the HTTP API, and each step is kept as a picture.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=apps
. "$root/packaging/real/screen.sh"
. "$root/packaging/real/container-turn.sh"
. "$root/packaging/real/systemd-server.sh"
. "$root/packaging/real/podman-engine.sh"
. "$root/packaging/real/chatter.sh"
long() { [ "${WHEELHOUSE_LONG:-}" = true ]; }
reason=$(screen_available && { ! long || systemd_server_available; }) || { echo "apps-window: left out, $reason"; exit 0; }
finish() {
  screen_stop
  ! long || { podman_engine_stop; systemd_server_stop; }
  rm -rf "$work"
}
trap finish EXIT

chatter_script "$work/chatter"
if long; then
  ssh-keygen -q -t ed25519 -N '' -f "$work/key"
  container_turn
  systemd_server_start "$work/server" "$work/key.pub" || fail "the server did not start"
  podman_engine_start "$work/engine" || fail "the engine did not start"
  chatter_unit systemd_server_run
  podman_engine_image "$work/chatter" || fail "the image was not made"
  podman_engine create --name box-chatter localhost/chatter:1 >/dev/null
  # Where the engine of this machine listens; people have it in their profile.
  export DOCKER_HOST="unix://$podman_engine_socket"
fi

screen_start
open_console

if long; then
  # servers-window.sh adds one in the window.
  key=$(awk '{printf "%s\\n", $0}' "$work/key")
  server=$(call /servers -d '{"name": "web-1", "kind": "ssh", "host": "127.0.0.1", "port": '"$systemd_server_port"',
    "user": "root", "auth": {"type": "key", "privateKey": "'"$key"'"}}' | field id)
  [ -n "$server" ] || fail "the server was not added"
  shown=$(call "/servers/$server/test" -X POST | field hostKeyFingerprint)
  call "/servers/$server/trust-host-key" -d '{"fingerprint": "'"$shown"'"}' >/dev/null
fi

added() { says "\"name\":\"$1\"" call /apps; }
id_of() { call /apps | grep -oE '"id":"app_[^"]*","name":"'"$1"'"' | sed -nE 's/"id":"([^"]*)".*/\1/p'; }
crashed() { says 'ran out of cheese' call "/events?kind=app.crashed&subject=$1"; }
# The newest lines of a log are numbered; two looks at it tell whether it goes on.
newest() { call "/apps/$1/logs?tail=1" | grep -oE 'line [0-9]+ of' | grep -oE '[0-9]+' || echo 0; }
has_printed() { [ "$(newest "$1")" -ge "$2" ] || crashed "$1"; }

# Bookmarks are kept with the window's own state; this one is the newest.
has_mark() { tr -d '\n' <"$work/home/ui-state.json" | grep -q "$1.*ran out of cheese"; }

marks_found() {
  keys ctrl+f
  settle
  words cheese
  settle
  keys Return
  # A long log is searched for a while, which Escape would end; an even number of keys leaves no other line marked.
  for _ in 1 2 3 4 5 6; do
    keys ctrl+F2
    until_true 4 has_mark "$1" || continue
    keys Escape
    return 0
  done
  keys Escape
  # An engine that is busy may have let the reading wait too long.
  keys F5
  settle
  return 1
}

# The question is a window of its own; what has ended and is not started again is not asked about.
asked() { xdotool search --onlyvisible --name '^Stop ' >/dev/null; }
not_asked() { ! asked; }
is_stopped() {
  local status
  status=$(call "/apps/$1/status") || return 1
  [[ $status == *'"running":false'* && $status != *'"state":"restarting"'* ]]
}
asked_or_stopped() { asked || is_stopped "$1"; }
stop_app() {
  ! is_stopped "$1" || return 0
  keys ctrl+period
  until_true 60 asked_or_stopped "$1" || { echo "apps: it is not asked whether $1 shall stop" >&2; return 1; }
  if asked; then
    settle
    keys Tab space
    until_true 60 not_asked || { echo "apps: the question stays" >&2; return 1; }
  fi
  until_true 120 is_stopped "$1" || { call "/apps/$1/status" >&2; return 1; }
}

# A form greys the screen, but not the sidebar, which the palette does too.
pixel() { import -window root -crop "1x1+$1+$2" -depth 8 rgb:- 2>/dev/null | od -An -tx1 | tr -d ' \n'; }
has_form() { [ "$(pixel 20 500)" = f6f8fa ] && [ "$(pixel 1240 700)" != ffffff ]; }
has_no_form() { [ "$(pixel 20 500)" = f6f8fa ] && [ "$(pixel 1240 700)" = ffffff ]; }
if ! command -v import >/dev/null 2>&1; then
  has_form() { sleep 3; }
  has_no_form() { sleep 3; }
fi
open_form() {
  go_to "add an app"
  until_true 30 has_form || fail "there is no form"
  settle
}

# Followed on its page until it crashes; then its events, and the search in its log.
follow() { # name in the window
  local name=$1 id
  until_true 90 added "$name" || fail "$name was not added"
  id=$(id_of "$name")
  until_true 90 has_no_form || fail "the form of $name stays"
  until_true 90 has_printed "$id" 5000 || fail "$name prints nothing"
  settle
  picture "$name-2-follows"
  until_true 120 crashed "$id" ||
    fail "$name: no event tells of the crash: $(call "/apps/$id") $(call "/events?subject=$id") $(call "/apps/$id/logs?tail=3")"
  # Unless its policy is never it is started again, until a person stops it.
  stop_app "$id" || fail "$name still runs"
  go_to "show the events of this app"
  picture "$name-3-events"
  go_to "show the log of this app"
  # What was found is the line that the keyboard is at: its bookmark has its words.
  until_true 90 marks_found "$id" || fail "$name: it is not found by search"
  picture "$name-4-found"
  chatter_search "$id" cheese 'ran out of cheese' || fail "$name: the API does not find it"
  keys alt+Left
  settle
}

open_form
# Past the kind and the server.
keys Tab Tab
words local-chatter
keys Tab
words "$work/chatter"
settle
picture local-chatter-1-form
keys Return
follow local-chatter

choose() { # what, what to type, picture
  settle
  keys ctrl+f
  words "$1"
  keys Return
  settle
  picture "$2-1-chosen"
  keys Return
  # Where the list came after the first Return, that one only chose the app.
  until_true 8 added "$2" || ! has_form || keys Return
}

if long; then
  open_form
  keys Right space Tab Down
  choose chatter chatter
  follow chatter

  open_form
  keys Right Right space
  choose box box-chatter
  follow box-chatter
fi

keys alt+4
settle
picture 5-list
keys alt+1
settle
picture 6-overview
says '"app.crashed"' call "/events?kind=app.crashed" || fail "there is no crash among the events"
echo "An app $(! long || echo "in each runtime ")is added, followed, lost and found again in the window."
