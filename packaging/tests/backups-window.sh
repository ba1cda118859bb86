#!/usr/bin/env bash
# Backups in the real window, by keyboard and mouse: a PostgreSQL of its own is backed up to a directory, a table in it is
# dropped and had back in a restored cluster, another moment is opened and let go, the newest is rehearsed, the backups are
# paused, and a dump is made and restored. What the window did is held against the HTTP API, and each step is kept as a
# picture.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=backups
. "$root/packaging/real/screen.sh"
reason=$(screen_available) || { echo "backups-window: left out, $reason"; exit 0; }
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -x "$programs/initdb" ] || { echo "backups-window: left out, there is no PostgreSQL server"; exit 0; }
command -v openbox >/dev/null 2>&1 || { echo "backups-window: left out, there is no openbox"; exit 0; }
chmod 755 "$work"

as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; else "$@"; fi
}
finish() {
  screen_stop
  # Restored clusters lie beside the original, whether or not the story came to their end.
  local running
  for running in "$work"/cluster/*/postmaster.pid; do
    [ ! -e "$running" ] || as_postgres "$programs/pg_ctl" stop -s -m immediate -D "${running%/*}" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap finish EXIT
sql() { # port, statement
  PGPASSWORD=shop psql -XAtqv ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U shop -d postgres -c "$2"
}
backups() { call /backup-configs; }
runs() { call "/backup-configs/$id/runs"; }
field() { sed -nE 's/.*"'"$1"'":"?([^",}]*)"?.*/\1/p' | head -1; }

mkdir "$work/cluster"
[ "$(id -u)" != 0 ] || chown postgres "$work/cluster"
echo shop >"$work/password" && chmod 644 "$work/password"
as_postgres "$programs/initdb" -D "$work/cluster/data" -U shop --pwfile="$work/password" --auth=scram-sha-256 \
  --locale=C.UTF-8 >/dev/null
# Below those that the system gives to whoever asks for any, such as the consoles of other stories.
while port=$((20000 + RANDOM % 12000)); (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do :; done
as_postgres "$programs/pg_ctl" start -s -w -D "$work/cluster/data" -l "$work/cluster/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=" || fail "the cluster did not start"
sql "$port" "CREATE TABLE orders AS SELECT g AS id FROM generate_series(1, 1000) g"

part() { import -window "$(head -1 "$work/window")" -crop "$1" -depth 8 rgb:- 2>/dev/null; }
# A form greys the screen, whose edge is white without one.
edge() { part 1x1+190+60 | od -An -tx1 | tr -d ' \n'; }
has_form() { [[ $(edge) =~ ^[0-9a-e] ]]; }
has_no_form() { [ "$(edge)" = ffffff ]; }
opens_form() { keys "$@" && until_true 15 has_form; }
open_form() { # keys
  until_true 60 opens_form "$@" || fail "there is no form after $*"
  settle
}
# The connections are read when the form opens; before they are there the key chooses nothing. In its left half, which
# shows what was chosen, nothing changes by itself.
chooses() { keys Down && settle && ! part 500x600+230+60 | cmp -s - "$work/unchosen"; }
choose() {
  part 500x600+230+60 >"$work/unchosen" || fail "the window cannot be looked at"
  until_true 60 chooses || fail "there is no connection to choose"
}
if ! command -v import >/dev/null 2>&1; then
  has_form() { sleep 3; }
  has_no_form() { sleep 3; }
  choose() { sleep 3; keys Down; settle; }
fi
# The key of what was set up comes in place of its form; Escape leaves it, and does nothing while that is still saved.
leaves_key() { keys Escape && settle && has_no_form; }
# The question before a pause is a window of its own.
asked() { xdotool search --onlyvisible --name "^$1" >/dev/null 2>&1; }
not_asked() { ! asked "$1"; }

screen_start
manager_start
open_console
call /db-connections -d '{"name": "shop", "engine": "postgresql", "host": "127.0.0.1", "port": '"$port"',
  "database": "postgres", "user": "shop", "password": "shop", "environment": "production", "ssl": "disable"}' >/dev/null
keys alt+8
settle
picture 1-empty

# The form: the only connection, this machine, a directory.
open_form ctrl+shift+b
choose
# Past the method, the server to restore on and the directory there.
keys Tab Tab Tab Tab
keys Down Down Down Down Down Down Down
settle
keys Tab
words "$work/store"
settle
picture 2-form
# The test runs by itself after a pause.
sleep 4
settle
picture 3-tested
keys Return
until_true 60 says '"state"' backups || fail "the backups were not set up"
id=$(backups | grep -oE '"id":"bkp_[^"]*"' | head -1 | sed -nE 's/"id":"([^"]*)"/\1/p')
settle
picture 4-key
until_true 60 leaves_key || fail "the form stays"
complete() { says '"status":"succeeded"' runs; }
until_true 300 complete || fail "the first base is not made: $(runs)"
sleep 3
settle
picture 5-page

moment=$(sql "$port" "SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US')")
zone=$(sql "$port" "SHOW TimeZone")
sleep 1.2
sql "$port" "DROP TABLE orders; CREATE TABLE later AS SELECT 1 AS one"
# A later second: within the same one it might still be before the moment.
arrived() {
  local latest
  latest=$(call "/backup-configs/$id/window" | field latest)
  [[ "${latest:0:19}" > "$(date -u -d "$moment" +%FT%T)" ]]
}
TZ=$zone until_true 180 arrived || fail "the WAL does not arrive: $(call "/backup-configs/$id/window")"

# The form of a restore: from the first choice to “Time” and its field.
open_form ctrl+shift+r
keys Right space
settle
keys Tab
keys ctrl+a
words "$moment"
sleep 2
settle
picture 6-restore
keys Return
restores() { call /jobs | grep -o '"kind":"restore"' | wc -l; }
ended() { [ "$(restores)" = "$1" ] && ! says '"status":"running"' call /jobs; }
until_true 300 ended 1 || fail "the restore does not end: $(call /jobs)"
settle
picture 7-restored
restored=$(call /jobs | field directory)
[ -n "$restored" ] || fail "nothing was restored: $(call /jobs)"
back=$(call /jobs | field port)
[ "$(sql "$back" "SELECT count(*) FROM orders")" = 1000 ] || fail "the table is not back"
[ "$(sql "$back" "SELECT to_regclass('later') IS NULL")" = t ] || fail "it went too far"

# By the mouse: a moment on the strip fills the form, which opens it: past server, directory and user to the third choice.
moment_opens() { mouse 800 165 && until_true 15 has_form; }
until_true 60 moment_opens || fail "a click on the strip opens no form"
sleep 2
settle
keys Tab Tab Tab Tab
keys Right space
settle
picture 8-moment
keys shift+Tab
keys Return
until_true 300 ended 2 || fail "the moment on the strip is not restored: $(call /jobs)"
opened=$(call /jobs | field connectionId)
[ -n "$opened" ] || fail "the moment on the strip is not open: $(call /jobs)"
says '"readOnly":true' call "/db-connections/$opened" || fail "what is open may be changed"
says '"rowCount":1' call "/db-connections/$opened/query" -d '{"sql": "SELECT count(*) FROM pg_class"}' ||
  fail "what is open does not answer"
keys alt+2
settle
picture 8-opened
keys alt+8
settle
past=$(call /jobs | grep -oE '"result":\{[^}]*\}' | grep connectionId | field directory)
call "/db-connections/$opened" -X DELETE >/dev/null
let_go() { [ ! -e "$past" ]; }
until_true 120 let_go || fail "what was open stays in $past"

# A rehearsal of the newest, without the table as the database is.
go_to "rehearse restore"
until_true 60 asked "Rehearse a restore" || fail "nobody was asked about a rehearsal"
settle
keys Return
rehearsed() { says '"status":"succeeded"' call "/backup-configs/$id/rehearsals"; }
until_true 300 rehearsed || fail "the rehearsal does not succeed: $(call "/backup-configs/$id/rehearsals")"
settle
picture 9-rehearsed

# The question before a pause, whose button Enter does not press.
keys ctrl+shift+e
until_true 60 asked "Pause backups" || fail "nobody was asked about a pause"
settle
picture 10-question
keys Return
until_true 60 not_asked "Pause backups" || fail "Enter does not answer the question"
settle
says '"enabled":true' backups || fail "Enter alone paused the backups: $(backups)"
keys ctrl+shift+e
until_true 60 asked "Pause backups" || fail "nobody was asked about a pause again"
settle
# From Cancel, which has the keyboard.
keys Tab space
paused() { says '"enabled":false' backups && says '"state":"paused"' backups; }
until_true 60 paused || fail "the backups are not paused: $(backups)"
settle
picture 11-paused
keys alt+Left
settle
picture 12-list

# A dump of the same database, and a database from it.
open_form ctrl+shift+b
choose
keys Tab
keys Right space
settle
keys Tab Tab
keys Down Down Down Down Down Down Down
settle
keys Tab
words "$work/dumps"
settle
picture 13-dump
sleep 4
settle
picture 14-dump-tested
keys Return
dumps() { says '"type":"dump"' backups; }
until_true 60 dumps || fail "the dumps were not set up: $(backups)"
settle
until_true 60 leaves_key || fail "the form of the dumps stays"
id=$(backups | grep -oE '"id":"bkp_[^"]*"' | head -1 | sed -nE 's/"id":"([^"]*)"/\1/p')
until_true 120 complete || fail "no dump is made: $(runs)"
sleep 3
settle
picture 15-dumps
open_form ctrl+shift+r
sleep 2
settle
picture 16-dump-restore
keys Return
until_true 180 ended 3 || fail "the dump is not restored: $(call /jobs)"
settle
[ "$(sql "$port" "SELECT count(*) FROM pg_database WHERE datname LIKE 'postgres\_restored\_%'")" = 1 ] ||
  fail "there is no database from the dump: $(call /jobs)"
echo "A database is backed up, had back at $moment, its restore rehearsed opened and let go, its backups paused, and a dump of it restored, in the window."
