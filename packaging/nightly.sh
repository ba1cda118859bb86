#!/usr/bin/env bash
# What is too long for a landing, and each quarantined test twenty times, with a report. See usage below.
set -uo pipefail

usage() {
  cat <<'TEXT'
Usage: packaging/nightly.sh [OPTION...]

Runs these parts one after the other; one that fails or takes too long ends no other:
  properties      all cases of each rule, with the day's seeds
  long            all that -Dwheelhouse.long=true does more of: a year of schedules, kills, floods, gigabytes, oracles
  differentials   generated SQL against the servers
  apps            the story of apps in the window, with one in each runtime
  quarantine      each test of packaging/quarantine.txt, whose numbers are brought up to date
  lab             lab.sh against other releases of Debian; its table is in the output, not in the sources
  bench           mvn -Pbench verify; fails where something is worse than before
and, where they are named by --only or --by-hand is given:
  backups         linux/prove-backups.sh with twenty kills
  service         linux/prove-service.sh

  --only PART...  only these
  --by-hand       backups and service too
  --out DIR       where the report and all output goes (a new directory in target/nightly)
  --history FILE  what is appended to, a line a part (wheelhouse-nightly/history.jsonl in $XDG_STATE_HOME or ~/.local/state)
  --seed N        another seed than the day
  --texts N       how many texts the differentials generate (1000000)
  --runs N        how often each quarantined test runs (20)
  --bench NAME,…  only these benchmarks of the API and the window
  --limit N       seconds that a part may take, instead of its own limit
  -h, --help      prints this

Ends with 0 when all parts passed, 1 when one did not, 2 when an option is wrong. A failure of a quarantined test is counted
and fails nothing. A part that takes too long is ended, and the stacks of its JVMs are in its PART.threads.
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
wrong() { echo "$1" >&2; exit 2; }
parts=(properties long differentials apps quarantine lab bench)
only=() out='' history='' seed='' texts=1000000 runs=20 bench='' limit=''
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --by-hand) parts+=(backups service); shift; continue ;;
    --only)
      shift
      while [ $# -gt 0 ] && [[ $1 != -* ]]; do only+=("$1"); shift; done
      [ ${#only[@]} -gt 0 ] || wrong "--only needs the name of a part."
      continue
      ;;
    --out | --history | --seed | --texts | --runs | --bench | --limit) [ $# -gt 1 ] || wrong "$1 needs a value." ;;
    *) wrong "Unknown option $1; --help lists them." ;;
  esac
  case "$1" in
    --out) out=$2 ;;
    --history) history=$2 ;;
    --seed) seed=$2 ;;
    --texts) texts=$2 ;;
    --runs) runs=$2 ;;
    --bench) bench=$2 ;;
    --limit) limit=$2 ;;
  esac
  shift 2
done
[ ${#only[@]} -eq 0 ] || parts=("${only[@]}")
for part in "${parts[@]}"; do
  case "$part" in
    properties | long | differentials | apps | quarantine | lab | bench | backups | service) ;;
    *) wrong "There is no part $part; --help lists them." ;;
  esac
done
seed=${seed:-$(date -u +%Y%m%d)}
for number in "$seed" "$texts" "$runs" "${limit:-1}"; do
  [[ $number =~ ^[0-9]+$ ]] || wrong "Not a number: $number"
done
history=${history:-${XDG_STATE_HOME:-$HOME/.local/state}/wheelhouse-nightly/history.jsonl}
out=${out:-$root/target/nightly/$(date -u +%Y-%m-%dT%H%M%SZ)}
mkdir -p "$out" "$(dirname "$history")" || exit 1
out=$(cd "$out" && pwd)

. "$root/packaging/find-jdk.sh"
. "$root/packaging/quarantine.sh"
. "$root/packaging/real/tags.sh"
find_jdk && require_maven || exit 1
left_out=()
real_tests
cd "$root" || exit 1
shopt -s nullglob
quarantine=packaging/quarantine.txt report=$out/report.txt

# What mvn is told for all parts, such as -o.
nightly_maven=(${NIGHTLY_MAVEN-})

# The names of test classes whose sources have a text, and perhaps not another, separated by commas.
classes_with() { # text, another
  local sources
  sources=$(grep -rl --include='*Test.java' "$1" app-*/src/test/java)
  [ $# -eq 1 ] || sources=$(grep -L "$2" $sources)
  sed -E 's#.*/##; s#\.java$##' <<<"$sources" | sort -u | paste -sd, -
}
# Tests named as -Dtest has them, in all modules or some.
maven_tests() { # tests, options…
  local tests=$1
  shift
  rm -rf app-*/target/surefire-reports
  mvn -B ${nightly_maven[@]+"${nightly_maven[@]}"} test ${real[@]+"${real[@]}"} "-Dtest=$tests" \
    -Dsurefire.failIfNoSpecifiedTests=false -Dmaven.test.failure.ignore=true "-Dwheelhouse.seed.first=$seed" "$@" || return
  reports=(app-*/target/surefire-reports/{,real/}TEST-*.xml)
  [ -n "$(ran_tests "${reports[@]}")" ] || { echo "No test ran."; return 1; }
}
# The same as a part: it fails where a test does.
tests_of() {
  maven_tests "$@" || return
  local failed
  failed=$(failed_tests "${reports[@]}")
  ran_tests "${reports[@]}" | grep -c . >"$out/$part.tests"
  [ -n "$failed" ] || return 0
  echo "$failed" >"$out/$part.failed"
  return 1
}

run_properties() { tests_of "$(classes_with 'Property\.holds' 'LongRun\.of')" -Dwheelhouse.long=true; }
run_long() { tests_of "$(classes_with 'LongRun\.of\|@Tag("alone")')" -Dwheelhouse.long=true; }
run_differentials() {
  tests_of '*DifferentialTest' -Dwheelhouse.long=true "-Dwheelhouse.differential=$texts" "-Dwheelhouse.differential.seed=$seed"
}
# A story that was left out has not passed.
run_story() { # file
  local said
  said=$(bash "$1" | tee /dev/stderr) && [[ $said != *'left out'* ]]
}
run_apps() { WHEELHOUSE_LONG=true run_story packaging/tests/apps-window.sh; }
run_bench() {
  mvn -B ${nightly_maven[@]+"${nightly_maven[@]}"} -Pbench verify -Dbench.strict=true ${bench:+"-Dbench.only=$bench"}
}
run_lab() { packaging/lab.sh --out "$out/lab" --seen "$out/SEEN.md"; }
run_backups() { packaging/linux/prove-backups.sh --kills 20 --scale 50 --seconds 300; }
run_service() { packaging/linux/prove-service.sh; }

run_quarantine() {
  local test ended=0 failures number
  for test in $(quarantined "$quarantine"); do
    failures=0
    for ((number = 0; number < runs; number++)); do
      echo "== $test, run $((number + 1)) of $runs"
      case "$test" in
        packaging/*.sh) run_story "$test" || failures=$((failures + 1)) ;;
        *)
          maven_quarantined "$test"
          case $? in
            0) ;;
            1) failures=$((failures + 1)) ;;
            *) ended=1; break ;;
          esac
          ;;
      esac
    done
    echo "$test failed in $failures of $number runs" | tee -a "$out/$part.numbers"
    count_quarantine "$quarantine" "$test" "$failures" "$number"
  done
  return $ended
}
# One run of a test of Maven's: 0 when it passed, 1 when it failed, 2 when it did not run.
maven_quarantined() { # package.Class.method or package.Class
  local test=$1 class=$1 method='' file module
  file=$(find app-*/src/test/java -path "*/$(source_of "$class").java" | head -1)
  if [ -z "$file" ]; then
    class=${test%.*} method=${test##*.}
    file=$(find app-*/src/test/java -path "*/$(source_of "$class").java" | head -1)
  fi
  [ -n "$file" ] || { echo "There is no source of $test."; return 2; }
  module=${file%%/*}
  maven_tests "$class${method:+#$method}" -pl "$module" -am || return 2
  ! failed_tests "${reports[@]}" | grep -q . || return 1
}
source_of() { echo "${1%%\$*}" | tr . /; } # package.Class$Nested

# Seconds after which a part is ended.
limit_of() {
  [ -z "$limit" ] || { echo "$limit"; return; }
  case "$1" in
    long | lab | bench) echo 14400 ;;
    quarantine) echo 10800 ;;
    *) echo 3600 ;;
  esac
}

# The processes that descend from one, itself among them.
family() {
  ps -A -o pid=,ppid= | awk -v first="$1" '
    { parent[$1] = $2 }
    END {
      for (each in parent) {
        for (at = each; at in parent && at != first && at > 1; at = parent[at]);
        if (at == first) print each
      }
    }'
}
dump_threads() { # pid
  local pid dump
  for pid in $(family "$1"); do
    case $(ps -p "$pid" -o comm= 2>/dev/null) in java | */java) ;; *) continue ;; esac
    echo "== $pid $(ps -p "$pid" -o args= | cut -c1-200)"
    "$JAVA_HOME/bin/jcmd" "$pid" Thread.print 2>&1 &
    dump=$!
    # One that does not answer either says so.
    within 30 "$dump" || { kill -KILL "$dump"; echo "It did not answer within 30 s."; }
  done
}
within() { # seconds, pid: whether that child ends in time
  local end=$((SECONDS + $1))
  while kill -0 "$2" 2>/dev/null; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

running=
end_running() {
  [ -n "$running" ] || return 0
  kill -TERM -- "-$running" 2>/dev/null
  within 30 "$running" || kill -KILL -- "-$running" 2>/dev/null
  running=
}
trap 'end_running; exit 1' INT TERM HUP

say() { echo "$*" | tee -a "$report"; }

# Machines as the history of benchmarks tells them apart.
sha256() { if command -v sha256sum >/dev/null 2>&1; then sha256sum; else shasum -a 256; fi; }
machine_id() {
  local processor memory
  processor=$(sed -nE 's/^model name[[:space:]]*: *(.*[^ ]) *$/\1/p' /proc/cpuinfo 2>/dev/null | head -1)
  memory=$(awk '/^MemTotal:/ { printf "%.0f", $2 / 1048576 }' /proc/meminfo 2>/dev/null)
  printf '%s|%s|%s|%s' "${processor:-$(uname -m)}" "$(getconf _NPROCESSORS_ONLN)" "$memory" \
    "$(cat /etc/machine-id 2>/dev/null)" | sha256 | cut -c1-12
}

# A line of JSON at the end of the history; what a killed run left there stays a line of its own.
remember() { # part, how it ended, seconds, tests
  local before='' failures
  [ ! -s "$history" ] || [ -z "$(tail -c 1 "$history")" ] || before=$'\n'
  failures=$(sed 's/.*/"&"/' "$out/$1.failed" 2>/dev/null | paste -sd, -)
  printf '%s{"at":"%s","commit":"%s","machine":"%s","part":"%s","ended":"%s","seconds":%s,"tests":%s,"seed":%s,"failures":[%s]}\n' \
    "$before" "$began_at" "$commit" "$machine" "$1" "$2" "$3" "$4" "$seed" "$failures" >>"$history"
}

commit=$(git rev-parse --short=8 HEAD 2>/dev/null || echo unknown)
[ -z "$(git status --porcelain 2>/dev/null)" ] || commit+=+
machine=$(machine_id) result=0 reports=()
: >"$report"
say "Nightly run of $commit, $(date -u +%Y-%m-%dT%H:%M:%SZ), seed $seed, in $out"
for each in ${left_out[@]+"${left_out[@]}"}; do say "Left out: $each"; done
for part in "${parts[@]}"; do
  began=$SECONDS began_at=$(date -u +%Y-%m-%dT%H:%M:%SZ) ended=passed
  rm -f "$out/$part".{failed,tests,numbers,threads}
  # In a group of its own, so that all of it can be ended.
  set -m
  "run_$part" >"$out/$part.log" 2>&1 </dev/null &
  running=$!
  set +m
  if within "$(limit_of "$part")" "$running"; then
    wait "$running" || ended=failed
    running=
  else
    ended="timed out"
    dump_threads "$running" >"$out/$part.threads" 2>&1
    end_running
  fi
  [ "$ended" = passed ] || result=1
  seconds=$((SECONDS - began)) tests=$(cat "$out/$part.tests" 2>/dev/null || echo 0)
  say "$part: $ended after $seconds s, $tests tests"
  # What a failure says of how to repeat it.
  for each in $(cat "$out/$part.failed" 2>/dev/null); do say "  $each failed"; done
  grep -ohE '\-Dwheelhouse\.seed=[0-9]+' "$out/$part.log" 2>/dev/null | sort -u | sed 's/^/  repeat with /' | tee -a "$report"
  [ ! -e "$out/$part.numbers" ] || sed 's/^/  /' "$out/$part.numbers" | tee -a "$report"
  if [ "$ended" != passed ] && [ ! -e "$out/$part.failed" ]; then
    tail -20 "$out/$part.log" | sed 's/^/  | /' | tee -a "$report"
  fi
  [ ! -e "$out/$part.threads" ] || say "  the stacks of its JVMs are in $out/$part.threads"
  remember "$part" "$ended" "$seconds" "$tests"
done
say "$([ $result -eq 0 ] && echo "All parts passed" || echo "Not all parts passed"); the report is $report"
exit $result
