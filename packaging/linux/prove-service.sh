#!/usr/bin/env bash
# Wheelhouse as a service of a machine, installed from its package in a container with systemd: started once it answers,
# closed in by its unit, while the apps and schedules of the machine run outside of it and go on when it is started again; a
# passphrase by credential, a shared store that is away at the start, another user who finds it, and an end within ten
# seconds. Upgraded, by an upgrade that fails too, downgraded, killed while it is unpacked, removed and purged.
#   packaging/linux/prove-service.sh [DEB]    takes ten minutes and Debian's archive
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/packaging/real/systemd-server.sh"
. "$root/packaging/find-jdk.sh"
find_jdk
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

deb=${1:-}
packages="libpam-systemd dbus-user-session curl"
install_wheelhouse() {
  if [ -z "$deb" ]; then
    "$root/packaging/package.sh" deb --out "$work/out" || fail "the package was not built"
    deb=$(echo "$work"/out/*.deb)
  fi
  systemd_server_start "$work/server" "$work/key.pub" || fail "the server did not start"
  # shellcheck disable=SC2086
  server sh -c "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages postgresql" \
    >"$work/apt" 2>&1 || { tail -5 "$work/apt" >&2; fail "the packages that it needs cannot be had"; }
  put "$deb"
  install_put || fail "it was not installed"
}
put() { server sh -c 'cat >/root/wheelhouse.deb' <"$1"; }
install_put() { server dpkg -i --force-downgrade /root/wheelhouse.deb >"$work/dpkg" 2>&1 || { cat "$work/dpkg" >&2; return 1; }; }

# A later version: the same but for one more step of the state's schema.
schema=$(sed -nE 's/.*String NEWEST = "([0-9]+)".*/\1/p' "$root/app-core/src/main/java/dev/wheelhouse/core/platform/store/Migration.java")
later() { # by how many steps, the SQL of the last one; prints the package
  local steps=$1 sql=$2 new=$((schema + $1)) top="$work/later-$1" store="$work/store-$1" n
  dpkg-deb -R "$deb" "$top"
  mkdir -p "$store/classes/db/migration"
  cp -r "$root/app-core/src/main/java/dev/wheelhouse/core/platform/store" "$store/sources"
  sed -i "s/NEWEST = \"$schema\"/NEWEST = \"$new\"/" "$store/sources/Migration.java"
  "$JAVA_HOME/bin/javac" -nowarn -parameters -proc:none -d "$store/classes" -cp "$top/usr/lib/wheelhouse/lib/app/*" "$store"/sources/*.java \
    >/dev/null
  for ((n = 1; n < steps; n++)); do echo "CREATE TABLE later_$n (id INTEGER);" >"$store/classes/db/migration/V$((schema + n))__later.sql"; done
  echo "$sql" >"$store/classes/db/migration/V${new}__later.sql"
  "$JAVA_HOME/bin/jar" -uf "$(echo "$top"/usr/lib/wheelhouse/lib/app/app-core*.jar)" -C "$store/classes" .
  sed -i -E "s/^Version: .*/&+$steps/" "$top/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone -b "$top" "$work/later-$steps.deb" >/dev/null
  rm -rf "$top" "$store"
  echo "$work/later-$steps.deb"
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
  server sh -c 'path=$1; shift; curl -sS -H "Authorization: Bearer $(cat /var/lib/wheelhouse/home/local-token)" \
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
[ "$(server stat -c '%U %a' /var/lib/wheelhouse/home)" = "wheelhouse 700" ] || fail "its home is not its own"
pid=$(server systemctl show -p MainPID --value wheelhouse)
says "NoNewPrivs:	1" server grep NoNewPrivs "/proc/$pid/status" || fail "the console itself is not closed in"

# Others on the machine: where it is they may know, its home they may not open, root neither.
says http://127.0.0.1:7465 server runuser -u nobody -- cat /run/wheelhouse/address || fail "nobody else learns where it answers"
for user in nobody root; do
  server runuser -u $user -- env HOME=/tmp /usr/bin/wheelhouse serve --home /var/lib/wheelhouse/home >"$work/refused" 2>&1 && fail "$user opened the home"
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
until_true 20 eval 'server true && ! server pgrep -f "sleep 3000" >/dev/null' || fail "something that the cancelled run started goes on"

# What a manager that does not answer takes later never runs, as it was told that it was not started.
uid=$(server id -u wheelhouse)
units() { server runuser -u wheelhouse -- env XDG_RUNTIME_DIR="/run/user/$uid" systemctl --user list-units --plain --no-legend 'wheelhouse-*'; }
late=$(schedule late 'touch /var/tmp/late')
manager=$(server systemctl show -p MainPID --value "user@$uid")
server kill -s STOP "$manager"
ran=$(run "$late")
until_true 60 ended "/schedules/$late/runs/$ran" || fail "a run waits for ever for a manager that does not answer"
says 'did not start it within 20 s' call "/schedules/$late/runs/$ran" || fail "it is not told why the run failed: $(call "/schedules/$late/runs/$ran")"
server kill -s CONT "$manager"
ran=$(run "$one")
until_true 60 says '"exitCode":7' call "/schedules/$one/runs/$ran" || fail "nothing is run once the manager answers again"
until_true 20 eval '[ -z "$(units)" ]' || { units >&2; fail "the run that was given up goes on"; }
server test ! -e /var/tmp/late || fail "the run that was given up was run"

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
server runuser -u wheelhouse -- sh -c 'printf "#!/bin/sh\necho mine\n" >"$1" && chmod 755 "$1"' sh /var/lib/wheelhouse/mine
server systemctl restart wheelhouse || fail "it does not start again"
[ "$(program)" = "$was" ] || fail "the app did not survive a restart of the service"
says '"running":true' call "/apps/$app/status" || fail "the app is not found again"
server systemctl kill -s KILL wheelhouse
until_true 60 says 200 server curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:7465/api/v1/health || fail "it is not started again after a kill"
[ "$(program)" = "$was" ] || fail "the app did not survive a kill of the service"
ticks=$(call "/apps/$app/logs?tail=500" | grep -o tick | wc -l)
until_true 20 eval '[ "$(call "/apps/$app/logs?tail=500" | grep -o tick | wc -l)" -gt "$ticks" ]' || fail "the app's log does not go on"
until_true 60 ended "/schedules/$one/runs/$(run "$one")" || fail "the schedule does not run after the restart"
mine=$(schedule mine '~/mine')
ran=$(run "$mine")
until_true 60 says '"exitCode":0' call "/schedules/$mine/runs/$ran" || fail "a program in the user's home cannot be run after a restart: $(call "/schedules/$mine/runs/$ran")"
call "/apps/$app/stop" -X POST >/dev/null
until_true 20 eval '[ -z "$(program)" ]' || fail "the app cannot be stopped"

says 'Invalid section header' server journalctl --no-pager && fail "a command is read as lines of a unit"

# It ends in time with a run, a stream, and a request under way: a start that waits for another start of the app.
ran=$(run "$long")
until_true 30 says begun call "/schedules/$long/runs/$ran" || fail "the long run did not begin"
call /events/stream -N >/dev/null 2>&1 &
held=/var/lib/wheelhouse/.local/state/wheelhouse/apps/$app/starting
server runuser -u wheelhouse -- sh -c 'ln -s "1 $(cut -d " " -f 22 /proc/1/stat) $(cat /proc/sys/kernel/random/boot_id)" "$1"' sh "$held" ||
  fail "the app's start could not be held up"
call "/apps/$app/start" -X POST >/dev/null 2>&1 &
until_true 20 eval '[ "$(units | wc -l)" -eq 2 ]' || { units >&2; fail "the app's start does not begin"; }
began=$(milliseconds)
server systemctl stop wheelhouse
took=$(($(milliseconds) - began))
[ "$took" -le 10000 ] && says Result=success server systemctl show -p Result wheelhouse || fail "it took $took ms to end"
server pgrep -f 'sleep 3000' >/dev/null && fail "the run goes on without the console"
until_true 5 eval '[ -z "$(units)" ]' || { units >&2; fail "the app's start goes on without the console"; }
server rm "$held"
server test ! -e /run/wheelhouse/address || fail "it is said to answer after its end"
echo "service: ended within $took ms, with a run, a start and a stream under way"

# A drop-in that names a home which cannot be: the journal says which, and without the drop-in it starts again.
override=/etc/systemd/system/wheelhouse.service.d/home.conf
printf '[Service]\nEnvironment=WHEELHOUSE_HOME=/srv/console\n' | server_file "$override"
server systemctl daemon-reload
server systemctl start wheelhouse && fail "it starts in a home that its walls forbid"
until_true 60 says failed server systemctl is-failed wheelhouse || fail "it goes on trying a home that cannot be"
says 'The home /srv/console cannot be used (permission denied).' server journalctl -u wheelhouse -o cat --no-pager ||
  fail "it does not say what is wrong with the home of the drop-in"
server rm "$override"
server systemctl daemon-reload
server systemctl reset-failed wheelhouse

# Where the user has no manager nothing is started within the service's walls: it is refused, and says what helps.
server loginctl disable-linger wheelhouse
server systemctl stop "user@$uid" "user-runtime-dir@$uid"
server test ! -e "/run/user/$uid" || { server ls -lR "/run/user/$uid" >&2; server systemctl status "user-runtime-dir@$uid" >&2; fail "the user's manager does not end"; }
server systemctl start wheelhouse
ran=$(run "$one")
until_true 30 ended "/schedules/$one/runs/$ran" || fail "the refused run does not end"
says 'loginctl enable-linger wheelhouse' call "/schedules/$one/runs/$ran" || fail "a refused run does not say what helps: $(call "/schedules/$one/runs/$ran")"
says 'loginctl enable-linger wheelhouse' call "/apps/$app/start" -X POST || fail "a refused app does not say what helps"
server loginctl enable-linger wheelhouse
until_true 60 says '"running":true' call "/apps/$app/start" -X POST || fail "what the refusal says does not help"

# Upgraded while a run is under way and a schedule is due every minute: the service is stopped, its state copied and brought
# to the new schema, and it is started again, with the app that it left running.
answers() { says 200 server curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:7465/api/v1/health; }
call /schedules -d '{"name": "due", "serverId": "local", "cron": "* * * * *", "command": "date +%s >>/var/tmp/due"}' >/dev/null
due() { server sh -c 'cat /var/tmp/due 2>/dev/null | wc -l'; }
until_true 70 eval '[ "$(due)" -ge 1 ]' || fail "the schedule of every minute is not run"
upgraded=$(later 1 'CREATE TABLE later (id INTEGER);')
ran=$(run "$long")
until_true 30 says begun call "/schedules/$long/runs/$ran" || fail "the long run did not begin"
was=$(program)
[ -n "$was" ] || fail "there is no app to be left running"
put "$upgraded"
began=$(milliseconds)
install_put || fail "it was not upgraded"
echo "service: upgraded within $(($(milliseconds) - began)) ms"
says '+1' server dpkg-query -W -f '${Version}' wheelhouse || fail "the new version is not installed"
answers || fail "the new version does not answer"
[ "$(program)" = "$was" ] || fail "the app did not survive the upgrade"
until_true 30 ended "/schedules/$long/runs/$ran" || fail "the run that the upgrade ended is not told as ended"
before=$(due)
until_true 70 eval '[ "$(due)" -gt "$before" ]' || fail "the schedule is not run by the new version"
server sh -c "ls -R /var/lib/wheelhouse/home | grep -- '$schema-before-$((schema + 1))'" >/dev/null || fail "there is no copy of the state before the upgrade"

# An older version finds a state that it does not know: it says what to do, and touches nothing.
put "$deb"
install_put || fail "the older package was not installed"
until_true 60 says failed server systemctl is-failed wheelhouse || fail "the older version starts on a newer state"
says 'was written by a newer Wheelhouse' server journalctl -u wheelhouse -o cat --no-pager || fail "the older version does not say why"
put "$upgraded"
install_put && answers || fail "the newer version does not start on its own state"
says '"name":"due"' call /schedules || fail "the downgrade lost something"

# A step of the schema that fails: the service does not start, and the version before it does, with its data.
put "$(later 2 'CREATE TABLE later_2 (id')"
install_put || fail "the broken version was not installed"
until_true 60 says failed server systemctl is-failed wheelhouse || fail "the broken version starts"
says "could not be brought to schema $((schema + 2))" server journalctl -u wheelhouse -o cat --no-pager || fail "the broken version does not say what failed"
put "$upgraded"
install_put && answers || fail "the version before the broken one does not start"
says '"name":"due"' call /schedules || fail "the failed upgrade lost something"

# A package that is cut off, or a disk that is full, ends the unpacking: what was there goes on.
server sh -c 'head -c 60000000 /root/wheelhouse.deb >/root/cut.deb'
server dpkg -i /root/cut.deb >/dev/null 2>&1 && fail "a package that is cut off was installed"
answers || fail "the service stays stopped after an unpacking that failed"
[ "$(server dpkg-query -W -f '${db:Status-Status}' wheelhouse)" = installed ] || fail "an unpacking that failed leaves half a package"
server rm /root/cut.deb

# Killed while it unpacks: configured again the package is whole, and the home opens.
put "$upgraded"
for after in 0.5 1.5; do
  server timeout -s KILL $after dpkg -i /root/wheelhouse.deb >/dev/null 2>&1 && fail "the unpacking was over before it was killed"
  install_put || fail "the package is not whole after a kill"
  server systemctl start wheelhouse && answers || fail "the home does not open after a kill"
done

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
server mv /var/lib/wheelhouse/home /var/lib/wheelhouse/home.before
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

# Removed with its home and what an administrator set, and purged without the home.
server sh -c 'mkdir -p /etc/systemd/system/wheelhouse.service.d && printf "[Service]\nNice=1\n" >/etc/systemd/system/wheelhouse.service.d/nice.conf'
server dpkg -r wheelhouse >"$work/dpkg" 2>&1 || fail "it was not removed: $(cat "$work/dpkg")"
server sh -c 'test -d /var/lib/wheelhouse && test -e /etc/wheelhouse/environment && test -e /etc/systemd/system/wheelhouse.service.d/nice.conf' ||
  fail "the removal took the home, or what an administrator set"
server dpkg -P wheelhouse >"$work/dpkg" 2>&1 || fail "it was not purged: $(cat "$work/dpkg")"
server test ! -e /var/lib/wheelhouse || fail "the purge left the home"
server getent passwd wheelhouse && fail "the purge left the user"
echo "A service that is ready when it answers, closed in, survived by what it started, and over in time."
