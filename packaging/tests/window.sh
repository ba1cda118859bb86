#!/usr/bin/env bash
# Works the real window by keyboard and mouse, on a screen in memory with a window manager, and holds what it did against the
# HTTP API: the
# sample opened, a row edited, a destructive statement refused and then confirmed, its history found; then a PostgreSQL
# server of its own added, filtered and edited, also where somebody else wrote the row; a log followed, paused and its app
# stopped; then the console killed and the unsaved SQL found again. A picture of every step is
# kept in app-ui/target/screens/story.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=window
. "$root/packaging/real/screen.sh"
reason=$(screen_available) || { echo "window: left out, $reason"; exit 0; }
for tool in openbox xprop; do
  command -v $tool >/dev/null 2>&1 || { echo "window: left out, there is no $tool"; exit 0; }
done
chmod 755 "$work"
postgres= ticker=
finish() {
  [ -z "$ticker" ] || call "/apps/$ticker/stop" -X POST >/dev/null 2>&1 || true
  screen_stop
  [ -z "$postgres" ] || as_server "$postgres/pg_ctl" -D "$work/pg/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

# PostgreSQL refuses to run as root.
as_server() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# A dialog with such a title, and its last button.
asked() { xdotool search --onlyvisible --name "$1" >"$work/dialog"; }
agree() {
  eval "$(xdotool getwindowgeometry --shell "$(cat "$work/dialog")")"
  xdotool mousemove --window "$WINDOW" $((WIDTH - 60)) $((HEIGHT - 30)) click 1
}

# The palette has a table once it was read, which nothing outside tells; what is open is kept with the window's own state.
has_tab() { grep -qs "\"table\" *: *\"$1\"" "$work/home/ui-state.json"; }
opens() { go_to "$1" && until_true 10 has_tab "$1"; }

# The question before a statement lies over the whole tab, and comes once the server was asked.
confirmation() {
  keys_seen ctrl+Return
  until_true 60 looks_other 300000 || fail "nobody was asked about the statement"
  settle
}
if ! command -v import >/dev/null 2>&1; then
  confirmation() { keys ctrl+Return; sleep 3; }
fi

screen_start
manager_start
open_console
picture 1-first-start
class=$(sed -n 's/^StartupWMClass=//p' "$root/packaging/linux/dev.wheelhouse.Wheelhouse.desktop")
says " \"$class\"" xprop -id "$(head -1 "$work/window")" WM_CLASS || fail "desktops do not find the window's entry by $class"

go_to "open the sample"
until_true 60 says '"name":"Sample shop"' call /db-connections || fail "the sample was not opened"
sample=$(call /db-connections | sed -nE 's/.*"id":"(db_[^"]*)","name":"Sample shop".*/\1/p')
settle
picture 2-sample

until_true 60 opens customers || fail "the table of customers does not open"
settle
keys ctrl+Home Right Right F2
settle
keys ctrl+a
words Zed
keys Return
settle
picture 3-staged
keys ctrl+s
customer() { call "/db-connections/$sample/tables/main/customers/rows?limit=1&filters=id.eq.1"; }
until_true 60 says '"first_name":"Zed"' customer || fail "the edited row was not applied"
settle
picture 4-applied

# A click gives the cell the keyboard.
mouse 850 184
keys Down Down F2
settle
keys ctrl+a
words Mouse
keys Return ctrl+s
third() { call "/db-connections/$sample/tables/main/customers/rows?limit=1&filters=id.eq.3"; }
until_true 60 says '"first_name":"Mouse"' third || fail "the cell that was clicked did not get the keyboard"

# What is typed behind a shortcut goes where that leads, and the shortcut's own character nowhere.
keys alt+1
settle
keys alt+2
settle
keys ctrl+t
words "select 4"
settle
keys alt+1 alt+2
words "2 as answer;"
settle
keys Escape
keys ctrl+Return
answer() { call "/db-connections/history?limit=5"; }
until_true 60 says '"statement":"select 42 as answer"' answer || fail "keys and words went elsewhere: $(answer)"
keys ctrl+w
settle

# The sample's reviews: nothing refers to them.
reviews() { call "/db-connections/$sample/query" -d '{"sql": "SELECT count(*) AS left_over FROM reviews"}'; }
before=$(reviews | sed -nE 's/.*"left_over":([0-9]+).*/\1/p')
[ "${before:-0}" -gt 0 ] || fail "the sample has no reviews"
keys ctrl+t
settle
words "delete from reviews;"
keys Escape
settle
confirmation
picture 5-confirmation
keys Escape
settle
says "\"left_over\":$before" reviews || fail "a statement without confirmation ran"
confirmation
keys Tab space
until_true 60 says '"left_over":0' reviews || fail "the confirmed statement did not run"
settle
picture 6-deleted
history() { call "/db-connections/history?limit=20"; }
until_true 30 says '"statement":"delete from reviews"' history || fail "the history does not have the statement"
keys alt+7
settle
picture 7-history

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1 || true)
if [ -z "$bin" ]; then
  echo "window: the part with PostgreSQL was left out, there is no server (package postgresql)"
else
  mkdir "$work/pg"
  [ "$(id -u)" != 0 ] || chown postgres "$work/pg"
  as_server "$bin/initdb" -D "$work/pg/data" -A trust -U ada --no-sync >/dev/null
  # Below those that the system gives to whoever asks for any, such as the consoles of other stories.
  while port=$((20000 + RANDOM % 12000)); (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do :; done
  postgres=$bin
  as_server "$bin/pg_ctl" -D "$work/pg/data" -w -l "$work/pg/log" \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$work/pg" start >/dev/null
  psql -q -h 127.0.0.1 -p "$port" -U ada postgres -c \
    "CREATE TABLE fleet (ship_id int PRIMARY KEY, ship text NOT NULL, built int, home text, masts int);
     INSERT INTO fleet VALUES (1, 'Beagle', 1820, 'Woolwich', 3), (2, 'Fram', 1892, 'Larvik', 3)"
  go_to "add a database"
  words "postgresql://ada@127.0.0.1:$port/postgres?sslmode=disable"
  keys Return
  settle
  picture 8-postgresql-form
  keys Return
  until_true 60 says '"engine":"postgresql"' call /db-connections || fail "the PostgreSQL connection was not added"
  settle
  until_true 60 opens fleet || fail "the table of PostgreSQL does not open"
  settle
  picture 9-postgresql-rows
  keys ctrl+Home Right F2
  settle
  keys ctrl+a
  words Endurance
  keys Return ctrl+s
  ship() { psql -At -h 127.0.0.1 -p "$port" -U ada postgres -c "SELECT ship FROM fleet WHERE ship_id = 1"; }
  until_true 60 says Endurance ship || fail "the row in PostgreSQL was not changed"
  settle
  picture 10-postgresql-applied

  # By mouse alone, but for the words: one row by a filter, which somebody else writes meanwhile.
  mouse 800 105
  words ship_id.eq.2
  settle
  keys_seen Return
  mouse 690 184
  keys F2
  settle
  keys ctrl+a
  words "Fram II"
  keys Return
  settle
  psql -q -h 127.0.0.1 -p "$port" -U ada postgres -c \
    "UPDATE fleet SET ship = 'Framtida', built = 1893, home = 'Oslo', masts = 2 WHERE ship_id = 2"
  mouse 845 725
  until_true 60 asked 'changed this row' || fail "nobody was asked about the row that somebody else wrote"
  settle
  picture 11-conflict
  agree
  [ "$HEIGHT" -ge 300 ] || fail "the dialog of four cells is only $HEIGHT high"
  settled() { psql -At -h 127.0.0.1 -p "$port" -U ada postgres -c "SELECT ship, home FROM fleet WHERE ship_id = 2"; }
  until_true 60 says 'Fram II|Oslo' settled || fail "what was chosen was not written: $(settled)"
fi

# An app that somebody else made: its log is followed, paused by scrolling up, followed again; then it is stopped.
own=$(call /servers | sed -nE 's/.*"id":"(srv_[^"]*)".*/\1/p')
ticker=$(call /apps -d '{"name": "ticker", "runtime": "process", "serverId": "'"$own"'",
  "command": ["sh", "-c", "i=0; while :; do i=$((i + 1)); echo tick $i; sleep 0.2; done"]}' | sed -nE 's/.*"id":"(app_[^"]*)".*/\1/p')
mouse 90 268
settle
# Both clicks by one program: two would be too far apart for a double click where everything is slow.
xdotool mousemove --window "$(head -1 "$work/window")" 500 160 click --repeat 2 --delay 60 1
settle
picture 12-app
is_running() { says "\"running\":$1" call "/apps/$ticker/status"; }
look_at_log() { import -window "$(head -1 "$work/window")" -crop 300x100+220+580 -depth 8 rgb:-; }
log_goes_on() {
  look_at_log >"$work/log.before"
  sleep 0.7
  ! look_at_log | cmp -s - "$work/log.before"
}
log_rests() { ! log_goes_on; }
if ! command -v import >/dev/null 2>&1; then
  log_goes_on() { true; }
  log_rests() { true; }
fi
mouse 948 79
until_true 60 is_running true || fail "the app was not started"
until_true 60 log_goes_on || fail "the log does not follow"
has_a_screenful() { [ "$(call "/apps/$ticker/logs?tail=1" | sed -nE 's/.*tick ([0-9]+).*/\1/p')" -ge 50 ]; }
until_true 60 has_a_screenful || fail "the app does not print"
for _ in 1 2 3 4 5; do mouse 680 620 4; done
until_true 30 log_rests || fail "the log is not held where somebody scrolls up"
picture 13-held
mouse 1198 493
until_true 30 log_goes_on || fail "the log does not follow again"
mouse 948 79
until_true 60 asked '^Stop ticker' || fail "nobody was asked whether the app is to stop"
picture 14-stop
# A dialog that has only just come may not take the click yet.
stops() { agree || true; until_true 20 is_running false; }
until_true 80 stops || fail "the app was not stopped"
picture 15-stopped
keys alt+2
settle
keys ctrl+t
settle
words "select 'kept though never saved' as words"
keys Escape
until_true 30 grep -rqF 'kept though never saved' "$work/home/drafts" || fail "typed SQL is not on disk"
settle
kill -KILL "$console"
wait "$console" 2>/dev/null || true
open_console
picture 20-after-kill
# The editor takes the keyboard when its tab is back, which no picture tells.
ran_again() {
  keys ctrl+Return
  until_true 5 says 'kept though never saved' history
}
until_true 120 ran_again || fail "the unsaved SQL was not back after a kill"
settle
picture 21-back
echo "The window does its story by keyboard and mouse."
