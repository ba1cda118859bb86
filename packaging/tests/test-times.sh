#!/usr/bin/env bash
# When a test class counts as slower than the table says.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/packaging/test-times.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "test-times: $1" >&2; exit 1; }

report() { # class, seconds, folder
  mkdir -p "$work/$3"
  printf '<?xml version="1.0"?>\n<testsuite xmlns:xsi="x" version="3.0.2" name="%s" time="%s" tests="1">\n</testsuite>\n' \
    "$1" "$2" >"$work/$3/TEST-$1.xml"
}
report a.Fast 2.9 core
report a.Slow 1,000.04 core
report a.Some 4 core
report a.Some 3 real
[ "$(class_times "$work"/*/*.xml)" = '1000.0 a.Slow
7.0 a.Some
2.9 a.Fast' ] || fail "the times are wrong: $(class_times "$work"/*/*.xml)"
[ "$(bash "$root/packaging/test-times.sh" "$work"/*/*.xml | grep -v '^#')" = 'a.Slow 1000.0
a.Some 7.0' ] || fail "the table is wrong"

rm -rf "$work"/{core,real}
printf '%s\n' '# a heading' 'a.A 10' 'a.B 20' 'a.C 4' 'a.D 30' 'a.Gone 9' >"$work/table"
slower() { slower_classes "$work/table" "$work"/core/*.xml; }
run() { # seconds of A to D
  report a.A "$1" core
  report a.B "$2" core
  report a.C "$3" core
  report a.D "$4" core
  report a.New 100 core
}
run 10 20 4 30
[ -z "$(slower)" ] || fail "the same times are slower: $(slower)"
run 25 50 10 75
[ -z "$(slower)" ] || fail "a machine that is slower as a whole counts: $(slower)"
run 10 20 5.9 30
[ -z "$(slower)" ] || fail "less than 2 s count: $(slower)"
run 10 20 4 35.5
[ -z "$(slower)" ] || fail "18 % count: $(slower)"
run 10 20 4 36.5
[ "$(slower)" = 'a.D took 36.5 s instead of 30.0 s (30.0 s in the table, all classes 1.00 times theirs)' ] ||
  fail "22 % do not count: $(slower)"
run 20 40 8 73
[ "$(slower | cut -d' ' -f1-7)" = 'a.D took 73.0 s instead of 60.0' ] || fail "on a slower machine: $(slower)"
: >"$work/table"
[ -z "$(slower)" ] || fail "an empty table says: $(slower)"
echo "A class that became slower by a fifth than the others is told."
