#!/usr/bin/env bash
# Proves backups on this machine, with a PostgreSQL and a console of their own: under load the console is killed again and
# again, also while it makes a base, restores and rehearses; then a table is dropped, the cluster restored to the moment
# before, and every row compared. Prints what it proved. Needs PostgreSQL's server programs; as root the server runs as postgres.
#
#   prove-backups.sh [--kills N] [--scale N] [--seconds N] [--destination JSON]
#
# --kills    how often the console is killed (3)
# --scale    of pgbench, 15 MB each (10)
# --seconds  of load (30)
# --destination  as the API takes it under "dest", such as a bucket; a directory when absent
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
wheelhouse=${WHEELHOUSE:-$root/packaging/run.sh}
kills=3 scale=10 seconds=30 destination=
while [ $# -gt 0 ]; do
  case $1 in
    --kills) kills=$2 ;;
    --scale) scale=$2 ;;
    --seconds) seconds=$2 ;;
    --destination) destination=$2 ;;
    *) echo "Unknown option $1" >&2 && exit 2 ;;
  esac
  shift 2
done

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -x "$programs/initdb" ] || { echo "prove-backups: left out: there is no PostgreSQL server here." && exit 0; }
work=$(mktemp -d)
chmod 755 "$work"
console= postgres= load= restored=

as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; else "$@"; fi
}
finish() {
  local code=$?
  [ -z "$load" ] || kill "$load" 2>/dev/null || true
  [ -z "$console" ] || kill "$console" 2>/dev/null || true
  [ -z "$restored" ] || as_postgres "$programs/pg_ctl" stop -s -m immediate -D "$restored" 2>/dev/null || true
  [ -z "$postgres" ] || as_postgres "$programs/pg_ctl" stop -s -m immediate -D "$work/cluster/data" 2>/dev/null || true
  wait 2>/dev/null || true
  [ $code = 0 ] || tail -5 "$work/err" 2>/dev/null || true
  rm -rf "$work"
  exit $code
}
trap finish EXIT
fail() {
  echo "prove-backups: $*" >&2
  exit 1
}
until_true() { # seconds, command
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}
free_port() {
  local port
  # Below those that the system gives to whoever asks for any.
  while port=$((20000 + RANDOM % 12000)); (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do :; done
  echo "$port"
}
sql() { # port, statement
  PGPASSWORD=proof psql -XAtqv ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U proof -d proof -c "$2"
}
call() {
  local path=$1
  shift
  curl -sS -m 600 -H "Authorization: Bearer $(cat "$work/home/local-token")" -H 'Content-Type: application/json' "$@" \
    "$api$path"
}
field() { sed -nE 's/.*"'"$1"'":"?([^",}]*)"?.*/\1/p' | head -1; }

start_console() {
  rm -f "$work/out"
  env -u DISPLAY -u WAYLAND_DISPLAY "$wheelhouse" --headless --home "$work/home" --port 0 >"$work/out" 2>>"$work/err" &
  console=$!
  until_true 240 grep -qs ' listening on ' "$work/out" || fail "the console did not start"
  api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/out")/api/v1
}
kill_console() {
  kill -KILL "$(sed -nE 's/.*"pid":([0-9]+).*/\1/p' "$work/home/api.json")"
  wait "$console" 2>/dev/null || true
}

# A cluster with something in it.
mkdir "$work/cluster"
[ "$(id -u)" != 0 ] || chown postgres "$work/cluster"
echo proof >"$work/password" && chmod 644 "$work/password"
as_postgres "$programs/initdb" -D "$work/cluster/data" -U proof --pwfile="$work/password" --auth=scram-sha-256 \
  --locale=C.UTF-8 >/dev/null
port=$(free_port)
as_postgres "$programs/pg_ctl" start -s -w -D "$work/cluster/data" -l "$work/cluster/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_wal_size=4GB" || fail "the cluster did not start"
postgres=yes
PGPASSWORD=proof createdb -h 127.0.0.1 -p "$port" -U proof proof
PGPASSWORD=proof "$programs/pgbench" -i -q -s "$scale" -h 127.0.0.1 -p "$port" -U proof proof >/dev/null 2>&1

# Its backups, set up by one call each.
start_console
connection=$(call /db-connections -d '{"name": "proof", "engine": "postgresql", "host": "127.0.0.1", "port": '"$port"',
  "database": "proof", "user": "proof", "password": "proof", "environment": "production", "ssl": "disable"}' | field id)
[ -n "$connection" ] || fail "the connection was not made"
directory='{"provider": "file", "bucket": "'"$work/store"'", "accessKeyId": "none", "secretAccessKey": "none"}'
# A store on this machine is private.
[ -z "$destination" ] || call /settings -X PATCH -d '{"privateHosts": ["127.0.0.1"]}' >/dev/null
place=$work/cluster/rehearsals
made=$(call /backup-configs/pitr -d '{"serverId": "local", "databaseId": "'"$connection"'", "schedule": "0 3 * * *",
  "rehearsalDirectory": "'"$place"'",
  "dest": '"${destination:-$directory}"'}')
config=$(sed -nE 's/^\{"id":"([^"]*)".*/\1/p' <<<"$made")
[ -n "$config" ] || fail "backups were not set up: $made"
runs() { call "/backup-configs/$config/runs"; }
first_ended() { runs | grep -q '"trigger":"first"[^}]*"finishedAt"'; }
until_true 300 first_ended || fail "the first base does not end: $(runs)"
base=$(runs | sed -nE 's/.*"id":"(run_[^"]*)","kind":"base","status":"succeeded","trigger":"first".*/\1/p')
[ -n "$base" ] || fail "the first base failed: $(runs)"

# Load, and a console that is killed in it; every other time while it makes a base.
PGPASSWORD=proof "$programs/pgbench" -n -c 4 -j 2 -T "$seconds" -h 127.0.0.1 -p "$port" -U proof proof >"$work/load" 2>&1 &
load=$!
# A run that no console makes any more has failed.
failed_bases() { runs | grep -o '"status":"failed"' | wc -l; }
base_is_made() { runs | grep -q '"status":"running"'; }
for ((i = 1; i <= kills; i++)); do
  sleep "$((seconds / (kills + 1) / 2)).$((RANDOM % 10))"
  if ((i % 2 == 0)); then
    call "/backup-configs/$config/base-backup" -X POST >/dev/null
    until_true 180 base_is_made || fail "no base begins: $(runs)"
  fi
  kill_console
  start_console
done
in_base=$(failed_bases)
((kills < 2 || in_base > 0)) || fail "no kill met a base that was being made: $(runs)"
wait "$load" || fail "the load failed: $(cat "$work/load")"
load=
transactions=$(sed -nE 's/^number of transactions actually processed: ([0-9]+).*/\1/p' "$work/load")

# What is to come back, and the moment that it is still there.
rows() { # port, file
  sql "$1" "COPY (SELECT * FROM pgbench_history ORDER BY 1, 2, 3, 4, 5) TO STDOUT" >"$2"
  sql "$1" "COPY (SELECT * FROM pgbench_accounts ORDER BY aid) TO STDOUT" >>"$2"
}
rows "$port" "$work/before"
moment=$(sql "$port" "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")
sql "$port" "DROP TABLE pgbench_history, pgbench_accounts; CREATE TABLE later AS SELECT 1 AS one"

arrived() {
  local latest
  latest=$(call "/backup-configs/$config/window" | field latest)
  [ -n "$latest" ] && [[ ! "$latest" < "$moment" ]]
}
until_true 300 arrived || fail "the WAL does not arrive: $(call "/backup-configs/$config") $(call "/backup-configs/$config/window")"
window=$(call "/backup-configs/$config/window")
grep -q '"gaps":\[\]' <<<"$window" || fail "there are gaps: $window"

# A console that is killed while it restores leaves neither files nor a server.
half=$work/cluster/half
call "/backup-configs/$config/runs/$base/restore" -d '{"targetDirectory": "'"$half"'"}' >/dev/null 2>&1 &
until_true 180 test -e "$half/PG_VERSION" || fail "the first restore does not begin"
sleep "$((RANDOM % 3)).$((RANDOM % 10))"
kill_console
start_console
half_is_gone() { [ ! -e "$half" ] && [ ! -e "$half.wal" ] && ! pgrep -f "postgres -D $half" >/dev/null; }
until_true 180 half_is_gone || fail "a killed restore left $(ls -d "$half"* 2>/dev/null) $(pgrep -af "$half")"

# Nor does one that is killed while it rehearses; the rehearsal has failed then.
changed=$(call "/backup-configs/$config" -X PATCH -d '{"rehearsalSql": "SELECT pg_sleep(600)"}')
grep -q 'pg_sleep' <<<"$changed" || fail "the rehearsal has no SQL: $changed"
call "/backup-configs/$config/rehearse" -X POST >/dev/null
rehearses() { pgrep -f "postgres -D $place/" >/dev/null; }
# It first restores all of it, which a busy machine takes minutes for.
until_true 300 rehearses || fail "the rehearsal does not begin: $(call "/backup-configs/$config/rehearsals")"
kill_console
start_console
rehearsal_is_gone() { [ -z "$(ls -A "$place")" ] && ! rehearses; }
until_true 180 rehearsal_is_gone || fail "a killed rehearsal left $(ls "$place") $(pgrep -af "$place")"
rehearsals=$(call "/backup-configs/$config/rehearsals")
grep -q '"status":"failed"' <<<"$rehearsals" || fail "a killed rehearsal has not failed: $rehearsals"

restored=$work/cluster/restored
began=$SECONDS
answer=$(call "/backup-configs/$config/runs/$base/restore" \
  -d '{"targetTime": "'"$moment"'", "targetDirectory": "'"$restored"'", "start": true}')
grep -q '"ok":true' <<<"$answer" || fail "the restore failed: $answer"
took=$((SECONDS - began))
rows "$(field port <<<"$answer")" "$work/after"
cmp "$work/before" "$work/after" || fail "what came back is not what was there"
[ "$(sql "$(field port <<<"$answer")" "SELECT to_regclass('later') IS NULL")" = t ] || fail "it went too far"

echo "prove-backups: $transactions transactions with $kills kills of the console, $in_base of them while it made a base, one more each in" \
  "a restore and a rehearsal; $(wc -l <"$work/before") rows came back from $moment in $took s, none differs; gaps: none; bytes lost: 0."
