#!/usr/bin/env bash
# What the nightly run does with parts that pass, fail and take too long, with a Maven that only says so.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "nightly: $1" >&2; cat "$work/said" "$work"/out/*.log >&2 2>/dev/null || true; exit 1; }

mkdir -p "$work"/{bin,root/packaging/{real,tests},root/app-core/src/test/java/a}
cp "$root"/packaging/{nightly,quarantine,find-jdk}.sh "$work/root/packaging/"
cp "$root/packaging/real/tags.sh" "$work/root/packaging/real/"
cd "$work/root"
for class in OneTest:Property.holds ManyTest:LongRun.of BothTest:Property.holds,LongRun.of NoneTest:x; do
  echo "${class#*:}" | tr , '\n' >"app-core/src/test/java/a/${class%%:*}.java"
done
cat >"$work/Sleep.java" <<'JAVA'
class Sleep {
    public static void main(String[] arguments) throws Exception {
        Thread.sleep(600_000);
    }
}
JAVA
# Notes how it was called and writes a report: each test passes, but for those of $failing.
cat >"$work/bin/mvn" <<SH
#!/usr/bin/env bash
echo "\$*" >>"$work/called"
case "\$*" in
  *-Pbench*) exec "\$JAVA_HOME/bin/java" "$work/Sleep.java" ;;
esac
for each in "\$@"; do case "\$each" in -Dtest=*) tests=\${each#-Dtest=} ;; esac; done
reports=app-core/target/surefire-reports
mkdir -p "\$reports"
for each in \${tests//,/ }; do
  class=a.\${each##*.} method=holds
  case "\$class" in *'#'*) method=\${class#*#} class=\${class%%#*} ;; esac
  {
    echo "<testsuite name=\"\$class\" time=\"1\" tests=\"1\">"
    echo "  <testcase name=\"\$method\" classname=\"\$class\" time=\"1\">"
    ! grep -qsx "\$class" "$work/failing" || echo '    <failure message="With -Dwheelhouse.seed=77: no"/>'
    echo '  </testcase>'
    echo '</testsuite>'
  } >"\$reports/TEST-\$class.xml"
  ! grep -qsx "\$class" "$work/failing" || echo "With -Dwheelhouse.seed=77: no"
done
SH
chmod +x "$work/bin/mvn"
printf '%s\n' "2026-03-31 a.OneTest.holds 1/20 waits" "2026-03-31 packaging/tests/one.sh 0/0 waits" \
  >packaging/quarantine.txt
echo 'exit 1' >packaging/tests/one.sh

nightly() { # code, options…
  local code=$1 ended=0
  shift
  PATH="$work/bin:$PATH" bash packaging/nightly.sh --out "$work/out" --history "$work/history.jsonl" "$@" >"$work/said" 2>&1 || ended=$?
  [ "$ended" = "$code" ] || fail "'$*' ended with $ended instead of $code"
}
has() { grep -q -e "$2" "$1" || fail "$1 does not say $2 but $(cat "$1")"; }

nightly 2 --bogus
nightly 2 --only nonsense
nightly 2 --seed x
nightly 0 --help
has "$work/said" 'Usage: packaging/nightly.sh'

nightly 0 --only properties long --seed 5
has "$work/called" '-Dtest=OneTest .*-Dwheelhouse.seed.first=5 -Dwheelhouse.long=true'
has "$work/called" '-Dtest=BothTest,ManyTest '
has "$work/out/report.txt" '^properties: passed after [0-9]* s, 1 tests'
[ "$(wc -l <"$work/history.jsonl")" = 2 ] || fail "the history has not two lines"
has "$work/history.jsonl" '"part":"long","ended":"passed","seconds":[0-9]*,"tests":2,"seed":5,"failures":\[\]}'

# One that fails ends no other.
printf '{"half a line' >>"$work/history.jsonl"
echo a.OneTest >"$work/failing"
nightly 1 --only properties long
has "$work/out/report.txt" '  a.OneTest.holds failed'
has "$work/out/report.txt" '  repeat with -Dwheelhouse.seed=77'
has "$work/out/report.txt" '^long: passed'
[ "$(sed -n 3p "$work/history.jsonl")" = '{"half a line' ] || fail "a line of the history was appended to"
has "$work/history.jsonl" '"ended":"failed",.*"failures":\["a.OneTest.holds"\]}'

echo 'echo "An app is followed."' >packaging/tests/apps-window.sh
nightly 0 --only apps
echo 'echo "apps-window: left out, there is no screen"' >packaging/tests/apps-window.sh
nightly 1 --only apps
has "$work/out/report.txt" '^apps: failed'
has "$work/out/apps.log" 'there is no screen'

nightly 0 --only quarantine --runs 2
has packaging/quarantine.txt '^2026-03-31 a.OneTest.holds 3/22 waits$'
has packaging/quarantine.txt '^2026-03-31 packaging/tests/one.sh 2/2 waits$'
has "$work/out/report.txt" '  a.OneTest.holds failed in 2 of 2 runs'
echo '2026-03-31 a.GoneTest.holds 1/20 waits' >packaging/quarantine.txt
nightly 1 --only quarantine --runs 2
has "$work/out/report.txt" 'There is no source of a.GoneTest.holds'

# What takes too long is ended, and its stacks are kept.
began=$SECONDS
nightly 1 --only bench long --limit 12 --seed 5
[ $((SECONDS - began)) -lt 120 ] || fail "what takes too long is not ended"
has "$work/out/report.txt" '^bench: timed out'
has "$work/out/bench.threads" 'Thread.sleep'
has "$work/out/report.txt" '^long: passed'
pgrep -f "$work/Sleep.java" >/dev/null && fail "what took too long still runs"
echo "A night's parts pass, fail and are ended, each by itself, and are remembered."
