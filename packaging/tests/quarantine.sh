#!/usr/bin/env bash
# Which failures a landing lets pass: those of tests that are in quarantine, for seven days.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/packaging/quarantine.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "quarantine: $1" >&2; exit 1; }

# The reports of Surefire: parameters, nested classes, output that looks like a report, a class that did not begin.
cat >"$work/TEST-a.B.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0.2" name="a.B" time="0.1" tests="7">
  <properties>
    <property name="java.version" value="25"/>
  </properties>
  <testcase name="passes" classname="a.B" time="0.012"/>
  <testcase name="says" classname="a.B" time="0.012">
    <system-out><![CDATA[a line
  <testcase name="said" classname="a.B" time="0.1">
    <failure message="said"/>
]]></system-out>
  </testcase>
  <testcase name="isLeftOut" classname="a.B" time="0">
    <skipped message="no server"/>
  </testcase>
  <testcase name="fails(String)[2]" classname="a.B" time="0.012">
    <failure message="expected: &lt;1&gt;" type="java.lang.AssertionError"><![CDATA[java.lang.AssertionError: 1
  second line
	at a.B.fails
	at dev.wheelhouse.Some.method]]></failure>
    <system-out><![CDATA[]]></system-out>
  </testcase>
  <testcase name="fails{String}[3]" classname="a.B" time="0.012"/>
  <testcase name="breaks" classname="a.B$Inner" time="0.012">
    <error type="java.lang.IllegalStateException"><![CDATA[java.lang.IllegalStateException
	at a.B]]></error>
  </testcase>
</testsuite>
XML
cat >"$work/TEST-a.C.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="a.C" time="0.1" tests="1" errors="1">
  <testcase name="" classname="a.C" time="0">
    <error message="no port" type="java.io.IOException"><![CDATA[java.io.IOException: no port]]></error>
  </testcase>
</testsuite>
XML
sed 's/a\.C/a.D/; s/ classname="a\.C"/ classname=""/' "$work/TEST-a.C.xml" >"$work/TEST-a.D.xml"
[ "$(failed_tests "$work"/TEST-*.xml | xargs)" = 'a.B$Inner.breaks a.B.fails a.C a.D' ] ||
  fail "these failed: $(failed_tests "$work"/TEST-*.xml | xargs)"
[ "$(failure_reasons "$work/TEST-a.B.xml")" = '- a.B.fails
| java.lang.AssertionError: 1
|   second line
| 	at dev.wheelhouse.Some.method
- a.B$Inner.breaks
| java.lang.IllegalStateException' ] || fail "this is told of failures: $(failure_reasons "$work/TEST-a.B.xml")"
[ "$(ran_tests "$work/TEST-a.B.xml" | xargs)" = 'a.B$Inner.breaks a.B.fails a.B.passes a.B.says' ] ||
  fail "these ran: $(ran_tests "$work/TEST-a.B.xml" | xargs)"
[ -z "$(failed_tests)" ] || fail "without a report something failed"

list() { printf '%s\n' "$@" >"$work/quarantine.txt"; }
check() { check_quarantine "$work/quarantine.txt" "$1" 2026-03-31 2>"$work/said"; }
list '# a heading'
check '' || fail "an empty list is refused"
check 'a.B.c' && fail "a test that is not listed fails and passes"
grep -q '^a.B.c failed\.$' "$work/said" || fail "a failed test is not named"
list '2026-03-24 a.B.c 1/20 waits for a clock'
check 'a.B.c' || fail "a test in quarantine is refused: $(cat "$work/said")"
grep -q 'a.B.c failed. It is in quarantine' "$work/said" || fail "a failure in quarantine is not told"
check $'a.B.c\na.B.d' && fail "another one beside it passes"
check 'a.B' && fail "its class passes"
list '2026-03-23 a.B.c 1/20 waits for a clock'
check '' && fail "one that is listed for eight days passes"
grep -q 'more than seven days' "$work/said" || fail "an old one is not named"
list '2026-04-01 a.B.c 1/20 waits for a clock'
check '' && fail "one of tomorrow passes"
list '2026-03-31 a.B.c 1/20'
check '' && fail "one without a reason passes"
list '2026-03-31 a.B.c waits for a clock'
check '' && fail "one without numbers passes"
list 2026-03-{26,27,28,29,30,31}' a.B.c 0/0 waits'
check '' && fail "six pass"

list '# 2026-03-31 a.B.c 1/20' '2026-03-31 a.B.cd 0/0 fails 1/2' '2026-03-31 a.B.c 1/20 fails 3/4 of the time'
count_quarantine "$work/quarantine.txt" a.B.c 2 20
[ "$(cat "$work/quarantine.txt")" = '# 2026-03-31 a.B.c 1/20
2026-03-31 a.B.cd 0/0 fails 1/2
2026-03-31 a.B.c 3/40 fails 3/4 of the time' ] || fail "the numbers are wrong: $(cat "$work/quarantine.txt")"
check '' || fail "what was counted is not in order: $(cat "$work/said")"
echo "A failure is in quarantine, and that not for long, or it blocks."
