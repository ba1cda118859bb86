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
while port=$((20000 + RANDOM % 20000)); (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do :; done
as_postgres "$programs/pg_ctl" start -s -w -D "$work/cluster/data" -l "$work/cluster/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=" || fail "the cluster did not start"
sql "$port" "CREATE TABLE orders AS SELECT g AS id FROM generate_series(1, 1000) g"

screen_start
manager_start
open_console
call /db-connections -d '{"name": "shop", "engine": "postgresql", "host": "127.0.0.1", "port": '"$port"',
  "database": "postgres", "user": "shop", "password": "shop", "environment": "production", "ssl": "disable"}' >/dev/null
keys alt+8
settle
picture 1-empty

# The form: the only connection, this machine, a directory.
keys ctrl+shift+b
# The selector is filled once the connections are read.
sleep 2
settle
keys Down
settle
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
until_true 30 says '"state"' backups || fail "the backups were not set up"
id=$(backups | grep -oE '"id":"bkp_[^"]*"' | head -1 | sed -nE 's/"id":"([^"]*)"/\1/p')
settle
picture 4-key
keys Escape
complete() { says '"status":"succeeded"' runs; }
until_true 120 complete || fail "the first base is not made: $(runs)"
sleep 3
settle
picture 5-page

moment=$(sql "$port" "SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US')")
zone=$(sql "$port" "SHOW TimeZone")
sleep 1.2
sql "$port" "DROP TABLE orders; CREATE TABLE later AS SELECT 1 AS one"
arrived() { [[ "$(call "/backup-configs/$id/window" | field latest)" > "$(date -u -d "$moment" +%FT%T)" ]]; }
TZ=$zone until_true 60 arrived || fail "the WAL does not arrive: $(call "/backup-configs/$id/window")"

# The form of a restore: from the first choice to “Time” and its field.
keys ctrl+shift+r
settle
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
until_true 120 ended 1 || fail "the restore does not end: $(call /jobs)"
settle
picture 7-restored
restored=$(call /jobs | field directory)
[ -n "$restored" ] || fail "nothing was restored: $(call /jobs)"
back=$(call /jobs | field port)
[ "$(sql "$back" "SELECT count(*) FROM orders")" = 1000 ] || fail "the table is not back"
[ "$(sql "$back" "SELECT to_regclass('later') IS NULL")" = t ] || fail "it went too far"

# By the mouse: a moment on the strip fills the form, which opens it: past server, directory and user to the third choice.
mouse 800 165
settle
sleep 2
settle
keys Tab Tab Tab Tab
keys Right space
settle
picture 8-moment
keys shift+Tab
keys Return
until_true 120 ended 2 || fail "the moment on the strip is not restored: $(call /jobs)"
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
until_true 60 let_go || fail "what was open stays in $past"

# A rehearsal of the newest, without the table as the database is.
go_to "rehearse restore"
rehearsed() { says '"status":"succeeded"' call "/backup-configs/$id/rehearsals"; }
until_true 120 rehearsed || fail "the rehearsal does not succeed: $(call "/backup-configs/$id/rehearsals")"
settle
picture 9-rehearsed

# The question before a pause, whose button Enter does not press.
keys ctrl+shift+e
settle
picture 10-question
keys Return
settle
says '"enabled":true' backups || fail "Enter alone paused the backups: $(backups)"
keys ctrl+shift+e
settle
# From Cancel, which has the keyboard.
keys Tab space
paused() { says '"enabled":false' backups && says '"state":"paused"' backups; }
until_true 30 paused || fail "the backups are not paused: $(backups)"
settle
picture 11-paused
keys alt+Left
settle
picture 12-list

# A dump of the same database, and a database from it.
keys ctrl+shift+b
sleep 2
settle
keys Down
settle
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
until_true 30 dumps || fail "the dumps were not set up: $(backups)"
settle
keys Escape
id=$(backups | grep -oE '"id":"bkp_[^"]*"' | head -1 | sed -nE 's/"id":"([^"]*)"/\1/p')
until_true 60 complete || fail "no dump is made: $(runs)"
sleep 3
settle
picture 15-dumps
keys ctrl+shift+r
sleep 2
settle
picture 16-dump-restore
keys Return
until_true 60 ended 3 || fail "the dump is not restored: $(call /jobs)"
settle
[ "$(sql "$port" "SELECT count(*) FROM pg_database WHERE datname LIKE 'postgres\_restored\_%'")" = 1 ] ||
  fail "there is no database from the dump: $(call /jobs)"
echo "A database is backed up, had back at $moment, its restore rehearsed opened and let go, its backups paused, and a dump of it restored, in the window."
