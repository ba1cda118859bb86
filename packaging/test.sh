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
  # Accounts whose log-in shell is none of POSIX.
  need zsh zsh
  need fish fish
  need tcsh tcsh
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
. "$root/packaging/real/tags.sh"
real_tests

# A test has four times its 15 seconds where two processors have nothing else to do: others run beside it.
processors=$(getconf _NPROCESSORS_ONLN) load=$(uptime | sed -E 's/.*load averages?: *([0-9]+).*/\1/')
timeout=$((60 * (2 + load) / processors))
real+=("-Dtest.timeout=$((timeout > 60 ? timeout : 60))" -Dwheelhouse.pictures=false)

# Maven waits for what it starts: C2 costs more than it saves.
export MAVEN_OPTS=${MAVEN_OPTS--XX:TieredStopAtLevel=1 -XX:+UseSerialGC}

cd "$root" || exit 1
# Reports of before would be taken for those of this run.
rm -rf app-*/target/surefire-reports
outputs=$(mktemp -d)
compiled() { [ -e "$outputs/compiled" ]; }
mvn -B process-test-classes "${real[@]}" && touch "$outputs/compiled"

# One kind of tests in each module, whatever failed in one before; the reports say what failed. Nothing is built anew, so
# two may run beside each other.
tests() { # unit or real
  mvn -B test "${real[@]}" "-D$1.tests.skip=false" -Dmaven.test.failure.ignore=true -Dmaven.main.skip=true -Dmaven.test.skip=true \
    -Dmaven.resources.skip=true -Dcodegen.skip=true -Dmdep.analyze.skip=true -Dspotless.check.skip=true &&
    touch "$outputs/ran $1"
}

# One story; what it says is shown once it is over.
story() { # script
  local began=$SECONDS said="$outputs/$(basename "$1")" ended=passed
  bash "$1" >"$said" 2>&1 || ended=failed
  ! grep -q 'left out' "$said" || [ $ended = failed ] || ended="left out"
  mv "$said" "$outputs/$ended $(basename "$1")"
  printf '== %s, %s s\n%s\n' "$1" "$((SECONDS - began))" "$(cat "$outputs/$ended $(basename "$1")")"
}

# Those of some stories that nobody has begun, where they can start.
stories() {
  local story
  [ -e "$outputs/trained" ] || return 0
  for story in "$@"; do
    ! mkdir "$outputs/begun $(basename "$story")" 2>/dev/null || story "$story"
  done
}

# Built once for all stories as for a package, which else would be built from under the others, of the classes that are tested.
build_for_stories() {
  face=app-ui modules=(app-core app-api app-ui)
  . packaging/build.sh
  build -Ppackage -Dmaven.main.skip=true && touch "$outputs/built"
}
# Trained once for all stories, as a first start does it: the window where there can be one, then the API alone, which else
# several stories would train at once within their time for a start.
train() {
  work=$outputs story=test
  . packaging/real/screen.sh
  ! screen_available >/dev/null || screen_start
  packaging/run.sh --home "$outputs/home" --port 0 --exit-after-start &&
    packaging/run.sh --headless --home "$outputs/home-of-api" --port 0 --exit-after-start &&
    touch "$outputs/trained"
  screen_stop
}

# What computes runs beside what waits for servers, and of what has containers, which share a network, one at a time.
if compiled; then
  (build_for_stories)
  others=$(grep -LE 'systemd_server|podman' packaging/tests/*.sh | sort -r)
  {
    tests real >"$outputs/real.log" 2>&1
    cat "$outputs/real.log"
    stories $(grep -lE 'systemd_server|podman' packaging/tests/*.sh) $others
  } &
  [ ! -e "$outputs/built" ] || (train)
  tests unit
  stories $others
  wait
  # Where no server is installed, the second lane was done before anything was trained.
  stories packaging/tests/*.sh
fi
shopt -s nullglob
reports=(app-*/target/surefire-reports/{,real/}TEST-*.xml)

. packaging/quarantine.sh
. packaging/test-times.sh
failed=()
while read -r each; do [ -z "$each" ] || failed+=("$each"); done <<<"$(failed_tests "${reports[@]}")"

scripts=0 failed_scripts=0
if [ -e "$outputs/trained" ]; then
  for script in packaging/tests/*.sh; do
    said="$outputs/left out $(basename "$script")"
    if [ -e "$outputs/passed $(basename "$script")" ]; then
      scripts=$((scripts + 1))
    elif [ -e "$said" ]; then
      left_out+=("of $script: $(grep -m1 'left out' "$said")")
    else
      # It failed, or was ended before it could say so.
      failed+=("$script")
      failed_scripts=$((failed_scripts + 1))
    fi
  done
fi

count() { # attribute
  cat "${reports[@]}" /dev/null |
    sed -nE 's/^<testsuite .* '"$1"'="([0-9]+)".*/\1/p' | awk '{sum += $1} END {print sum + 0}'
}
tests=$(count tests) counted=$(($(count failures) + $(count errors))) skipped=$(count skipped)
# More than are counted: what fails after the last test of a class is not.
failures=$(test_cases "${reports[@]}" | grep -c '^-')
if [ "$failures" -gt 0 ]; then
  echo
  echo "What failed:"
  failure_reasons "${reports[@]}"
fi
echo
echo "The slowest classes:"
class_times "${reports[@]}" | head -10 | sed 's/ / s  /'
slower=$(slower_classes packaging/test-times.txt "${reports[@]}")
if [ -n "$slower" ]; then
  echo "Slower than packaging/test-times.txt says:"
  echo "$slower"
fi
if [ "${#left_out[@]}" -gt 0 ]; then
  printf 'Left out: %s\n' "${left_out[@]}"
fi
ended=0
check_quarantine packaging/quarantine.txt "${failed[*]-}" "$(date -u +%F)" || ended=1
blocks() { echo "$1" >&2; ended=1; }
if compiled; then
  for kind in unit real; do
    [ -e "$outputs/ran $kind" ] || blocks "Maven failed beside the $kind tests: see above."
  done
  [ -e "$outputs/trained" ] || blocks "The build for the stories or its start failed: see above."
else
  blocks "Maven failed before the tests: see above."
fi
rm -rf "$outputs"
[ "$tests" -gt 0 ] || blocks "There are no reports of tests."
[ "$failures" -ge "$counted" ] || blocks "The reports count $counted failures and name only $failures."
passed=$((tests - failures - skipped + scripts)) failures=$((failures + failed_scripts))
[ $ended -eq 0 ] || [ "$failures" -gt 0 ] || failures=1
what=failed
[ $ended -ne 0 ] || [ "$failures" -eq 0 ] || what="failed in quarantine"
echo "$passed passed, $failures $what, $skipped skipped"
exit $ended
