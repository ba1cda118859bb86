#!/usr/bin/env bash
# Works the real window by its keyboard alone, on a screen in memory, and holds what it did against the HTTP API: the
# sample opened, a row edited, a destructive statement refused and then confirmed, its history found; then a PostgreSQL
# server of its own added and edited; then the console killed and the unsaved SQL found again. A picture of every step is
# kept in app-ui/target/screens/story.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
for tool in Xvfb xdotool curl; do
  command -v "$tool" >/dev/null 2>&1 || { echo "window: left out, there is no $tool"; exit 0; }
done
work=$(mktemp -d)
pictures="$root/app-ui/target/screens/story"
mkdir -p "$pictures"
chmod 755 "$work"
screen= console= postgres=
finish() {
  [ -z "$console" ] || kill "$console" 2>/dev/null || true
  [ -z "$console" ] || wait "$console" 2>/dev/null || true
  [ -z "$postgres" ] || as_server "$postgres/pg_ctl" -D "$work/pg/data" -m immediate -w stop >/dev/null 2>&1 || true
  [ -z "$screen" ] || kill "$screen" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "window: $1" >&2
  picture failed
  cat "$work/err" >&2 || true
  exit 1
}

# PostgreSQL refuses to run as root.
as_server() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

picture() { # name
  command -v import >/dev/null 2>&1 && import -window root "$pictures/$1.png" 2>/dev/null || true
}

# until SECONDS COMMAND…: waits until the command succeeds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

call() { # path, further arguments of curl
  local path=$1
  shift
  curl -sS -H "Authorization: Bearer $(cat "$work/home/local-token")" -H 'Content-Type: application/json' \
    "$api/api/v1$path" "$@"
}

says() { # words, command…: whether its answer holds the words
  local words=$1
  shift
  "$@" 2>/dev/null | grep -qF -- "$words"
}

keys() { xdotool key --clearmodifiers --delay 60 "$@"; }
words() { xdotool type --delay 12 -- "$1"; }

# What is typed must not overtake the window: waits until three looks at the screen in a row are the same.
settle() {
  local before= now same=0
  for _ in $(seq 1 40); do
    now=$(look)
    if [ "$now" = "$before" ]; then same=$((same + 1)); else same=0; fi
    [ "$same" -lt 2 ] || return 0
    before=$now
    sleep 0.3
  done
}
look() { import -window root -depth 8 rgb:- 2>/dev/null | cksum; }
command -v import >/dev/null 2>&1 || look() { date +%s; }

# Whether the screen shows more than black.
painted() { [ "$(import -window root -depth 8 rgb:- 2>/dev/null | tr -d '\000' | wc -c)" -gt 100000 ]; }
command -v import >/dev/null 2>&1 || painted() { true; }

go_to() { # name in the palette
  keys ctrl+k
  settle
  words "$1"
  settle
  keys Return
  settle
}

Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
screen=$!
until_true 10 test -s "$work/display" || fail "Xvfb did not start"
export DISPLAY=":$(cat "$work/display")"

open_console() {
  # The lines of a console before this one must not be taken for its own.
  rm -f "$work/out"
  "$root/packaging/run.sh" --home "$work/home" --port 0 >"$work/out" 2>"$work/err" &
  console=$!
  until_true 120 says ' listening on ' cat "$work/out" || fail "the console did not start"
  api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/out")
  until_true 60 xdotool search --onlyvisible --name '^Wheelhouse$' >"$work/window" || fail "there is no window"
  xdotool windowfocus "$(head -1 "$work/window")"
  settle
}

open_console
picture 1-first-start

go_to "open the sample"
until_true 30 says '"name":"Sample shop"' call /db-connections || fail "the sample was not opened"
sample=$(call /db-connections | sed -nE 's/.*"id":"(db_[^"]*)","name":"Sample shop".*/\1/p')
settle
picture 2-sample

go_to customers
keys ctrl+Home Right Right F2
settle
keys ctrl+a
words Zed
keys Return
settle
picture 3-staged
keys ctrl+s
customer() { call "/db-connections/$sample/tables/main/customers/rows?limit=1&filters=id.eq.1"; }
until_true 20 says '"first_name":"Zed"' customer || fail "the edited row was not applied"
settle
picture 4-applied

# The sample's reviews: nothing refers to them.
reviews() { call "/db-connections/$sample/query" -d '{"sql": "SELECT count(*) AS left_over FROM reviews"}'; }
before=$(reviews | sed -nE 's/.*"left_over":([0-9]+).*/\1/p')
[ "${before:-0}" -gt 0 ] || fail "the sample has no reviews"
keys ctrl+t
settle
words "delete from reviews;"
keys Escape
keys ctrl+Return
settle
picture 5-confirmation
keys Escape
settle
says "\"left_over\":$before" reviews || fail "a statement without confirmation ran"
keys ctrl+Return
settle
keys Tab space
until_true 20 says '"left_over":0' reviews || fail "the confirmed statement did not run"
settle
picture 6-deleted
history() { call "/db-connections/history?limit=20"; }
until_true 10 says '"statement":"delete from reviews"' history || fail "the history does not have the statement"
keys alt+3
settle
picture 7-history

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1 || true)
if [ -z "$bin" ]; then
  echo "window: the part with PostgreSQL was left out, there is no server (package postgresql)"
else
  mkdir "$work/pg"
  [ "$(id -u)" != 0 ] || chown postgres "$work/pg"
  as_server "$bin/initdb" -D "$work/pg/data" -A trust -U ada --no-sync >/dev/null
  port=$((20000 + RANDOM % 20000))
  postgres=$bin
  as_server "$bin/pg_ctl" -D "$work/pg/data" -w -l "$work/pg/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$work/pg" start >/dev/null
  psql -q -h 127.0.0.1 -p "$port" -U ada postgres -c \
    "CREATE TABLE fleet (ship_id int PRIMARY KEY, ship text NOT NULL); INSERT INTO fleet VALUES (1, 'Beagle'), (2, 'Fram')"
  go_to "add a database"
  words "postgresql://ada@127.0.0.1:$port/postgres?sslmode=disable"
  keys Return
  settle
  picture 8-postgresql-form
  keys Return
  until_true 20 says '"engine":"postgresql"' call /db-connections || fail "the PostgreSQL connection was not added"
  settle
  go_to fleet
  picture 9-postgresql-rows
  keys ctrl+Home Right F2
  settle
  keys ctrl+a
  words Endurance
  keys Return ctrl+s
  ship() { psql -At -h 127.0.0.1 -p "$port" -U ada postgres -c "SELECT ship FROM fleet WHERE ship_id = 1"; }
  until_true 20 says Endurance ship || fail "the row in PostgreSQL was not changed"
  settle
  picture 10-postgresql-applied
fi
keys alt+2
settle
keys ctrl+t
settle
words "select 'kept though never saved' as words"
keys Escape
until_true 10 grep -rqF 'kept though never saved' "$work/home/drafts" || fail "typed SQL is not on disk"
settle
kill -KILL "$console"
wait "$console" 2>/dev/null || true
open_console
until_true 60 painted || fail "the window of the second console stays black"
settle
picture 11-after-kill
# The editor takes the keyboard when its tab is back, which no picture tells.
ran_again() {
  keys ctrl+Return
  until_true 3 says 'kept though never saved' history
}
until_true 30 ran_again || fail "the unsaved SQL was not back after a kill"
settle
picture 12-back
echo "The window does its story by the keyboard alone."
