#!/usr/bin/env bash
# Wheelhouse as a service of a machine, in a container with systemd: started once it answers, closed in by its unit, while
# the apps and schedules of the machine run outside of it and go on when it is started again; a passphrase by credential, a
# shared store that is away at the start, another user who finds it, and an end within ten seconds.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/packaging/real/systemd-server.sh"
. "$root/packaging/find-jdk.sh"
work=$(mktemp -d)
story=service
fail() {
  echo "service: $1" >&2
  systemd_server_run journalctl -u wheelhouse -o cat -n 40 --no-pager >&2 || true
  exit 1
}
reason=$(systemd_server_available) || { echo "service: left out, $reason"; exit 0; }
trap 'systemd_server_stop; rm -rf "$work"' EXIT

server() { systemd_server_run "$@"; }
server_file() { systemd_server_run sh -c 'umask 022; mkdir -p "${1%/*}"; cat >"$1"' sh "$1"; } # path; content on standard input

# What the package does: its files, the user, whose manager runs without anybody logged in, the unit.
packages="libpam-systemd dbus-user-session curl"
install_wheelhouse() {
  find_jdk
  systemd_server_options=(-v "$JAVA_HOME:/opt/jdk:ro" -v "$root/app-api/target:/opt/wheelhouse:ro"
    -v "$root/packaging/jvm.options:/opt/jvm.options:ro")
  systemd_server_start "$work/server" "$work/key.pub" || fail "the server did not start"
  # shellcheck disable=SC2086
  server sh -c "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages postgresql" \
    >"$work/apt" 2>&1 || { tail -5 "$work/apt" >&2; fail "the packages that it needs cannot be had"; }
  server_file /usr/bin/wheelhouse <<'SH'
#!/bin/sh
shift
export MALLOC_ARENA_MAX=2
exec /opt/jdk/bin/java @/opt/jvm.options -XX:+ExitOnOutOfMemoryError -cp '/opt/wheelhouse/app-api.jar:/opt/wheelhouse/lib/*' \
  dev.wheelhouse.api.ApiMain --headless "$@"
SH
  server chmod 755 /usr/bin/wheelhouse
  server useradd --system --home-dir /var/lib/wheelhouse --no-create-home --shell /usr/sbin/nologin wheelhouse
  server_file /usr/lib/systemd/system/wheelhouse.service <"$root/packaging/linux/wheelhouse.service"
  server loginctl enable-linger wheelhouse
}

until_true() { # seconds, command
  local end=$((SECONDS + $1))
  shift
  while ! "$@"; do [ "$SECONDS" -lt "$end" ] || return 1; sleep 0.2; done
}
says() { # words, command
  local words=$1
  shift
  "$@" 2>/dev/null | grep -F -- "$words" >/dev/null
}
# One call of the API, as root on the machine who may read the token; prints the answer.
call() { # path, arguments of curl
  local path=$1
  shift
  server sh -c 'path=$1; shift; curl -sS -H "Authorization: Bearer $(cat /var/lib/wheelhouse/local-token)" \
    -H "Content-Type: application/json" "http://127.0.0.1:7465/api/v1$path" "$@"' sh "$path" "$@"
}
first_id() { sed -nE 's/^[^"]*"id":"([^"]*)".*/\1/p'; }
ended() { says '"finishedAt"' call "$1"; }
schedule() { call /schedules -d "{\"name\": \"$1\", \"serverId\": \"local\", \"cron\": \"0 3 * * *\", \"command\": \"$2\"}" | first_id; }
run() { call "/schedules/$1/run" -X POST | first_id; }
tail_of() { call "$1" | sed -nE 's/.*"outputTail":"(([^"\\]|\\.)*)".*/\1/p'; }
milliseconds() { date +%s%3N; }

ssh-keygen -q -t ed25519 -N '' -f "$work/key"
install_wheelhouse
if server sh -c 'command -v systemd-analyze' >/dev/null; then
  server systemd-analyze verify --man=no /usr/lib/systemd/system/wheelhouse.service 2>"$work/verify" || true
  [ ! -s "$work/verify" ] || { cat "$work/verify" >&2; fail "systemd finds fault with the unit"; }
fi

# It is started when it answers, not before.
began=$(milliseconds)
server systemctl enable --now wheelhouse || fail "it does not start"
[ "$(server curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:7465/api/v1/health)" = 200 ] || fail "systemctl start returned before the API answered"
echo "service: started and answering after $(($(milliseconds) - began)) ms"
says 'Status: "Answers at http://127.0.0.1:7465"' server systemctl status wheelhouse || fail "systemctl status does not say where it answers"
[ "$(server stat -c '%U %a' /var/lib/wheelhouse)" = "wheelhouse 700" ] || fail "its home is not its own"
pid=$(server systemctl show -p MainPID --value wheelhouse)
says "NoNewPrivs:	1" server grep NoNewPrivs "/proc/$pid/status" || fail "the console itself is not closed in"

# Others on the machine: where it is they may know, its home they may not open, root neither.
says http://127.0.0.1:7465 server runuser -u nobody -- cat /run/wheelhouse/address || fail "nobody else learns where it answers"
for user in nobody root; do
  server runuser -u $user -- env HOME=/tmp /usr/bin/wheelhouse serve --home /var/lib/wheelhouse >"$work/refused" 2>&1 && fail "$user opened the home"
  says "belongs to the user wheelhouse" cat "$work/refused" && says "answers at http://127.0.0.1:7465" cat "$work/refused" ||
    { cat "$work/refused" >&2; fail "$user is not told why the home stays closed"; }
done

# A schedule of this machine runs outside: what the unit forbids is allowed there, its environment and end come back.
outside='grep NoNewPrivs /proc/self/status; touch /var/tmp/outside && echo wrote; case $(cat /proc/self/cgroup) in *user@*) echo own manager;; esac; pwd; echo $WHEELHOUSE_SCHEDULE; echo \"quoted $HOME $$ 100%n\"; echo oops >&2; exit 7'
one=$(schedule out-side "$outside")
[ -n "$one" ] || fail "the schedule was not added"
ran=$(run "$one")
until_true 60 ended "/schedules/$one/runs/$ran" || fail "the run does not end"
tail_of "/schedules/$one/runs/$ran" >"$work/tail"
for words in 'NoNewPrivs:\t0' wrote 'own manager' '/var/lib/wheelhouse' out-side '100%n' oops; do
  says "$words" cat "$work/tail" || { cat "$work/tail" >&2; fail "a schedule's run does not say $words"; }
done
says '"exitCode":7' call "/schedules/$one/runs/$ran" || fail "the exit code did not come back"
server test -e /var/tmp/outside || fail "what the run wrote lies in the console's own /var/tmp"

# Cancelled, it ends with all that it started, what ignores the signal too.
long=$(schedule long 'setsid sh -c \"trap : TERM; while :; do sleep 3000; done\" & echo begun; sleep 3000')
ran=$(run "$long")
until_true 30 says begun call "/schedules/$long/runs/$ran" || fail "the long run did not begin"
server pgrep -f 'sleep 3000' >/dev/null || fail "the long run runs nothing"
call "/schedules/$long/runs/$ran" -X DELETE >/dev/null
until_true 40 ended "/schedules/$long/runs/$ran" || fail "the cancelled run does not end"
until_true 20 eval '! server pgrep -f "sleep 3000" >/dev/null' || fail "something that the cancelled run started goes on"

# An app runs outside as well, and neither a restart of the service nor a kill touches it.
app=$(call /apps -d '{"name": "ticker", "serverId": "local", "runtime": "process", "restart": "on-failure", "environment": {"SECRET": "sword $fish"},
  "command": ["sh", "-c", "grep NoNewPrivs /proc/self/status; touch /var/tmp/app && echo wrote $SECRET; echo boo >&2; while :; do echo tick; sleep 1; done"]}' | first_id)
[ -n "$app" ] || fail "the app was not added"
says '"running":true' call "/apps/$app/start" -X POST || { call "/apps/$app/start" -X POST >&2; fail "the app did not start"; }
for words in 'NoNewPrivs:\t0' 'wrote sword $fish' boo; do
  until_true 20 says "$words" call "/apps/$app/logs?tail=50" || { call "/apps/$app/logs?tail=50" >&2; fail "the app's log does not say $words"; }
done
program() { server pgrep -f 'echo tick' | head -1; }
was=$(program)
[ -n "$was" ] || fail "the app's program is not there"
server pgrep -x systemd-run >/dev/null && fail "what started the app waits for its end within the service"
server systemctl restart wheelhouse || fail "it does not start again"
[ "$(program)" = "$was" ] || fail "the app did not survive a restart of the service"
says '"running":true' call "/apps/$app/status" || fail "the app is not found again"
server systemctl kill -s KILL wheelhouse
until_true 60 says 200 server curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:7465/api/v1/health || fail "it is not started again after a kill"
[ "$(program)" = "$was" ] || fail "the app did not survive a kill of the service"
ticks=$(call "/apps/$app/logs?tail=500" | grep -o tick | wc -l)
until_true 20 eval '[ "$(call "/apps/$app/logs?tail=500" | grep -o tick | wc -l)" -gt "$ticks" ]' || fail "the app's log does not go on"
until_true 60 ended "/schedules/$one/runs/$(run "$one")" || fail "the schedule does not run after the restart"
call "/apps/$app/stop" -X POST >/dev/null
until_true 20 eval '[ -z "$(program)" ]' || fail "the app cannot be stopped"

says 'Invalid section header' server journalctl --no-pager && fail "a command is read as lines of a unit"

# It ends in time with a run, a stream, and a request under way.
ran=$(run "$long")
until_true 30 says begun call "/schedules/$long/runs/$ran" || fail "the long run did not begin"
call /events/stream -N >/dev/null 2>&1 &
began=$(milliseconds)
server systemctl stop wheelhouse
took=$(($(milliseconds) - began))
[ "$took" -le 10000 ] && says Result=success server systemctl show -p Result wheelhouse || fail "it took $took ms to end"
server pgrep -f 'sleep 3000' >/dev/null && fail "the run goes on without the console"
server test ! -e /run/wheelhouse/address || fail "it is said to answer after its end"
echo "service: ended within $took ms, with a run and a stream under way"

# Where the user has no manager nothing is started within the service's walls: it is refused, and says what helps.
server loginctl disable-linger wheelhouse
uid=$(server id -u wheelhouse)
server systemctl stop "user@$uid" "user-runtime-dir@$uid"
server test ! -e "/run/user/$uid" || { server ls -lR "/run/user/$uid" >&2; server systemctl status "user-runtime-dir@$uid" >&2; fail "the user's manager does not end"; }
server systemctl start wheelhouse
ran=$(run "$one")
until_true 30 ended "/schedules/$one/runs/$ran" || fail "the refused run does not end"
says 'loginctl enable-linger wheelhouse' call "/schedules/$one/runs/$ran" || fail "a refused run does not say what helps: $(call "/schedules/$one/runs/$ran")"
says 'loginctl enable-linger wheelhouse' call "/apps/$app/start" -X POST || fail "a refused app does not say what helps"
server loginctl enable-linger wheelhouse
until_true 60 says '"running":true' call "/apps/$app/start" -X POST || fail "what the refusal says does not help"

# A home under a passphrase opens with the credential that root alone can read.
call /vault/passphrase -d '{"newPassphrase": "correct horse battery", "confirm": true}' >"$work/vault"
printf 'correct horse battery\n' | server sh -c 'umask 077; mkdir -p /etc/wheelhouse; cat >/etc/wheelhouse/passphrase'
server systemctl restart wheelhouse
says '"state":"locked"' call /vault || fail "the vault opens without its passphrase: $(call /vault) $(cat "$work/vault")"
server_file /etc/systemd/system/wheelhouse.service.d/passphrase.conf <<'CONF'
[Service]
LoadCredential=passphrase:/etc/wheelhouse/passphrase
CONF
server systemctl daemon-reload
server systemctl restart wheelhouse
says '"state":"open"' call /vault || fail "the credential does not open the vault: $(call /vault)"
server rm -r /etc/systemd/system/wheelhouse.service.d

# A shared store that is away: systemd's start waits for it, and status says for what. On a terminal it ends at once.
server runuser -u postgres -- psql -qc "CREATE ROLE wheelhouse LOGIN PASSWORD 'x'" -c "CREATE DATABASE wheelhouse OWNER wheelhouse" ||
  fail "the database was not made"
store='jdbc:postgresql://127.0.0.1:5432/wheelhouse?user=wheelhouse&password='
echo "WHEELHOUSE_STORE=${store}x" | server sh -c 'umask 077; cat >/etc/wheelhouse/environment'
server systemctl stop wheelhouse postgresql
server mv /var/lib/wheelhouse /var/lib/wheelhouse.before
server systemctl daemon-reload
server systemctl start --no-block wheelhouse
until_true 30 says 'Waiting for the state: The state store' server systemctl show -p StatusText wheelhouse || fail "it does not say that it waits"
[ "$(server systemctl is-active wheelhouse)" = activating ] || fail "it does not wait for its store"
began=$SECONDS
server runuser -u wheelhouse -- env WHEELHOUSE_STORE="${store}x" HOME=/tmp/w /usr/bin/wheelhouse serve --port 0 >/dev/null 2>"$work/away" &&
  fail "it starts on a terminal without its store"
[ $((SECONDS - began)) -lt 20 ] && says 'cannot be read' cat "$work/away" || fail "it waits on a terminal: $(cat "$work/away")"
server systemctl start postgresql
until_true 60 says active server systemctl is-active wheelhouse || fail "it does not start once its store is there"
until_true 60 says 200 server curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:7465/api/v1/health || fail "it does not answer on its store"

# What waiting does not heal ends: a wrong password fails the start within a minute.
echo "WHEELHOUSE_STORE=${store}wrong" | server sh -c 'cat >/etc/wheelhouse/environment'
server systemctl stop wheelhouse
server systemctl start wheelhouse 2>/dev/null && fail "it starts with a wrong password"
until_true 60 says failed server systemctl is-failed wheelhouse || fail "it tries a wrong password again and again"
echo "A service that is ready when it answers, closed in, survived by what it started, and over in time."
