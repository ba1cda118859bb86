#!/usr/bin/env bash
# How long the test classes take. Started, it prints the table of those over 3 s from the reports of the last run, or of those
# that are named: packaging/test-times.sh >packaging/test-times.txt. Source it for
#   class_times REPORT…            seconds and class, of all, the slowest first
#   slower_classes TABLE REPORT…   a line for each class that became slower
# A line of the table is a class and its seconds.

class_times() {
  [ $# -gt 0 ] || return 0
  # A class may have several reports; thousands have a comma.
  sed -nE 's/^<testsuite .* name="([^"]+)" time="([0-9.,]+)".*/\1 \2/p' "$@" |
    awk '{ gsub(/,/, "", $2); sum[$1] += $2 } END { for (each in sum) printf "%.1f %s\n", sum[each], each }' | sort -rn
}

# Slower is by more than 20 % and 2 s than the table says, and than the median of all classes in it: on a machine that is
# slower as a whole nothing is said.
slower_classes() {
  local table=$1
  shift
  class_times "$@" | awk -v table="$table" '
    BEGIN {
      while ((getline line < table) > 0) {
        if (line !~ /^#/ && split(line, word, " ") == 2 && word[2] > 0) listed[word[1]] = word[2]
      }
    }
    $2 in listed {
      number++
      seconds[number] = $1
      class[number] = $2
      ratio = $1 / listed[$2]
      for (i = number - 1; i > 0 && ratios[i] > ratio; i--) ratios[i + 1] = ratios[i]
      ratios[i + 1] = ratio
    }
    END {
      if (number == 0) exit
      median = number % 2 ? ratios[(number + 1) / 2] : (ratios[number / 2] + ratios[number / 2 + 1]) / 2
      for (i = 1; i <= number; i++) {
        expected = listed[class[i]] * median
        if (seconds[i] > 1.2 * expected && seconds[i] > expected + 2) {
          printf "%s took %.1f s instead of %.1f s", class[i], seconds[i], expected
          printf " (%.1f s in the table, all classes %.2f times theirs)\n", listed[class[i]], median
        }
      }
    }'
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -uo pipefail
  if [ $# -eq 0 ]; then
    shopt -s nullglob
    root=$(cd "$(dirname "$0")/.." && pwd)
    set -- "$root"/app-*/target/surefire-reports/{,real/}TEST-*.xml
    [ $# -gt 0 ] || { echo "There are no reports: run packaging/test.sh first." >&2; exit 1; }
  fi
  echo "# Test classes that take more than 3 s, each with its seconds; packaging/test-times.sh writes it."
  class_times "$@" | awk '$1 > 3 { print $2, $1 }' | LC_ALL=C sort
fi
