#!/usr/bin/env bash
# Every test: those that need a JDK and Maven alone, then those against real servers, which are installed first where
# that is allowed. Ends with the number of tests that ran and a line for each that was left out.
set -uo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/packaging/find-jdk.sh"
find_jdk || exit 1

packages=()
need() { command -v "$1" >/dev/null 2>&1 || [ -e "$1" ] || packages+=("$2"); }
need mvn maven
need curl curl
need psql postgresql-client
need node nodejs
need npm npm
need prometheus prometheus
need prometheus-node-exporter prometheus-node-exporter
need /usr/sbin/named bind9
need dig bind9-dnsutils
need /usr/sbin/knotd knot
need /usr/sbin/pdns_server pdns-server
need opendkim-testkey opendkim-tools
need rspamd rspamd
need /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql pdns-backend-sqlite3
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || packages+=(postgresql)
if [ "$(uname -s)" = Linux ]; then
  # What JavaFX draws text and opens windows with, a screen in memory, and hands for its keyboard.
  # Read to the end: a grep that stops at what it found makes ldconfig fail, and what is there would be installed.
  library() { ldconfig -p | grep "$1" >/dev/null || packages+=("$2"); }
  library libpangoft2-1.0.so.0 libpangoft2-1.0-0
  library libgtk-3.so.0 libgtk-3-0
  library libXtst.so.6 libxtst6
  # SQLite itself, which our reading of SQL is held against.
  library libsqlite3.so.0 libsqlite3-0
  need /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf fonts-dejavu-core
  need Xvfb xvfb
  need xdotool xdotool
  need openbox openbox
  need xprop x11-utils
  need import imagemagick
  # Packages.
  need dpkg-deb dpkg
  need strip binutils
  need nsenter util-linux
  # Remote servers: Debian with systemd in a container, reached by SSH; and a mail server, which only root can start.
  if [ "$(id -u)" = 0 ]; then
    need postfix postfix
    need podman podman
    need runc runc
    need debootstrap debootstrap
    need iptables iptables
    need /usr/lib/podman/netavark netavark
    need conmon conmon
    need /usr/bin/busybox busybox-static
    need docker-registry docker-registry
    need /usr/sbin/nginx nginx-light
  fi
  need xz xz-utils
  # The SPF community's tests, which this package carries.
  [ -r /usr/share/gocode/src/blitiri.com.ar/go/spf/testdata/rfc7208-tests.yml ] || packages+=(golang-blitiri-go-spf-dev)
  need ssh-keygen openssh-client
  need /usr/sbin/sshd openssh-server
fi

if [ "${#packages[@]}" -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing ${packages[*]}..."
    export DEBIAN_FRONTEND=noninteractive
    # A server package must not start a server of its own: tests start theirs.
    policy=/usr/sbin/policy-rc.d
    [ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made_policy=yes; }
    apt-get update -qq && apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
    [ "${made_policy:-no}" = yes ] && rm -f "$policy"
  else
    echo "Not installed, and this user may not install: ${packages[*]}"
  fi
fi
require_maven || exit 1

left_out=()
real=(-Preal)
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  real=()
  left_out+=("the tests tagged 'real': there is no PostgreSQL server (package postgresql)")
else
  excluded=none
  if ! command -v prometheus >/dev/null 2>&1 || ! command -v prometheus-node-exporter >/dev/null 2>&1; then
    excluded+='|real-prometheus'
    left_out+=("the tests tagged 'real-prometheus': there is no prometheus and prometheus-node-exporter")
  fi
  if [ ! -x /usr/sbin/named ] || [ ! -x /usr/sbin/knotd ] || [ ! -x /usr/sbin/pdns_server ] ||
    [ ! -e /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql ]; then
    excluded+='|real-dns'
    left_out+=("the tests tagged 'real-dns': not all of bind9, knot, pdns-server and pdns-backend-sqlite3 are there")
  fi
  real+=("-Dexcluded.test.tags=$excluded")
fi

cd "$root" || exit 1
# A test that fails once and passes when run again is a flake, and stops a landing unless packaging/flakes.txt has it.
mvn -B verify "${real[@]}" -Dsurefire.rerunFailingTestsCount=1
maven=$?
shopt -s nullglob
reports=(app-*/target/surefire-reports/{,real/}TEST-*.xml)

# A line for each test that passed only when it was run again: class and method, and what it said.
flakes() {
  cat "${reports[@]}" /dev/null | tr '\n' ' ' | sed 's/<testcase /\n&/g' |
    sed -nE '/<flaky(Failure|Error)/s/^<testcase name="([^"({]*)[^"]*" classname="([^"]+)".*<flaky[A-Z][a-z]+ ([^>]{0,500}).*/\2.\1 \3/p'
}
flaked() { flakes | cut -d' ' -f1 | sort -u; }
flakes
. packaging/flakes.sh
check_flakes packaging/flakes.txt "$(flaked)" "$(date +%F)" || maven=1

# One story; what it says is shown once it is over.
story() { # script
  local began=$SECONDS said="$outputs/$(basename "$1")" ended=passed
  bash "$1" >"$said" 2>&1 || ended=failed
  ! grep -q 'left out' "$said" || [ $ended = failed ] || ended="left out"
  mv "$said" "$outputs/$ended $(basename "$1")"
  printf '== %s, %s s\n%s\n' "$1" "$((SECONDS - began))" "$(cat "$outputs/$ended $(basename "$1")")"
}

scripts=0
if [ $maven -eq 0 ]; then
  outputs=$(mktemp -d)
  # Built and trained once for all of them, as a first start does it: the window where there can be one, then the API
  # alone, which else several stories would train at once within their time for a start. Built as for a package, which else
  # would be built from under the others.
  (
    face=app-ui modules=(app-core app-api app-ui)
    . packaging/build.sh
    build -Ppackage || exit 1
    work=$outputs story=test
    . packaging/real/screen.sh
    ! screen_available >/dev/null || screen_start
    packaging/run.sh --home "$outputs/home" --port 0 --exit-after-start &&
      packaging/run.sh --headless --home "$outputs/home-of-api" --port 0 --exit-after-start
    ended=$?
    screen_stop
    exit $ended
  ) || maven=1
  # Two at once, but of those with containers, which share a network, one.
  for story in $(grep -lE 'systemd_server|podman' packaging/tests/*.sh); do story "$story"; done &
  for story in $(grep -LE 'systemd_server|podman' packaging/tests/*.sh); do story "$story"; done
  wait
  # The same rule as for a test: one that fails is run again, alone, and stops a landing unless it is known.
  again=()
  for script in packaging/tests/*.sh; do
    [ -e "$outputs/failed $(basename "$script")" ] || continue
    rm "$outputs/failed $(basename "$script")"
    story "$script"
    [ ! -e "$outputs/passed $(basename "$script")" ] || again+=("$script")
  done
  check_flakes packaging/flakes.txt "${again[*]-}" "$(date +%F)" || maven=1
  for script in packaging/tests/*.sh; do
    said="$outputs/left out $(basename "$script")"
    if [ -e "$outputs/passed $(basename "$script")" ]; then
      scripts=$((scripts + 1))
    elif [ -e "$said" ]; then
      left_out+=("of $script: $(grep -m1 'left out' "$said")")
    else
      # It failed, or was ended before it could say so.
      maven=1
    fi
  done
  rm -rf "$outputs"
fi

count() { # attribute
  cat "${reports[@]}" /dev/null |
    sed -nE 's/^<testsuite .* '"$1"'="([0-9]+)".*/\1/p' | awk '{sum += $1} END {print sum + 0}'
}
tests=$(count tests) failures=$(($(count failures) + $(count errors))) skipped=$(count skipped)
slowest() {
  sed -nE 's/^<testsuite .* name="([^"]+)" time="([0-9.]+)".*/\2 s  \1/p' "${reports[@]}" /dev/null |
    sort -rn | head -10
}
echo
echo "The slowest classes:"
slowest
if [ "${#left_out[@]}" -gt 0 ]; then
  printf 'Left out: %s\n' "${left_out[@]}"
fi
[ $maven -eq 0 ] || [ "$failures" -gt 0 ] || failures=1
echo "$((tests - failures - skipped + scripts)) passed, $failures failed, $skipped skipped"
exit $maven
