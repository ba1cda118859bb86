# Source it for
#   failed_tests REPORT…                      the tests that failed in Surefire's reports, a line each: package.Class.method,
#                                             or package.Class for a failure before, after or between its tests
#   failure_reasons REPORT…                   them too, each behind -, and some of what each of them said, behind |
#   ran_tests REPORT…                         the tests that passed or failed
#   quarantined FILE                          the tests that are listed
#   check_quarantine FILE FAILED TODAY        whether the list is in order and has each of the failed tests
#   count_quarantine FILE TEST FAILURES RUNS  adds the runs of a night to the numbers of a test
# A line of the file is a day, a test, failures/runs of the nightly runs, and the reason.

# A line for each test case that ran: - when it failed, else +, and its name without parameters; behind a failure some of what
# it said and of our lines of its stack, each behind |.
test_cases() {
  [ $# -gt 0 ] || return 0
  awk '
    function attribute(name) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
    }
    function report(sign) {
      if (test != "") print sign, test
      test = ""
    }
    function say(line) {
      sub(/\]\]>.*/, "", line)
      if (line == "" || said >= 16 || (line ~ /^\tat / && line !~ /^\tat dev\.wheelhouse\./)) return
      print "|", substr(line, 1, 400)
      said++
    }
    FNR == 1 { report("+"); text = 0 }
    text {
      if (failure) say($0)
      if (/\]\]>/) text = 0
      next
    }
    /^ *<[a-z]/ { failure = 0 }
    /^ *<testsuite / { suite = attribute("name") }
    /^ *<testcase / {
      report("+")
      test = attribute("classname")
      if (test == "") test = suite
      name = attribute("name")
      sub(/[({[& ].*/, "", name)
      if (name != "" && name != test) test = test "." name
      if (/\/> *$/) report("+")
    }
    /^ *<(failure|error)[ >\/]/ {
      report("-")
      failure = 1
      said = 0
    }
    /^ *<skipped[ >\/]/ { test = "" }
    /<!\[CDATA\[/ {
      rest = $0
      sub(/.*<!\[CDATA\[/, "", rest)
      if (failure) say(rest)
      text = rest !~ /\]\]>/
    }
    END { report("+") }
  ' "$@"
}
failed_tests() { test_cases "$@" | sed -n 's/^- //p' | sort -u; }
failure_reasons() { test_cases "$@" | sed -n '/^[-|] /p'; }
ran_tests() { test_cases "$@" | sed -n 's/^[-+] //p' | sort -u; }

quarantine_lines() { grep -v -e '^#' -e '^ *$' "$1" || true; }
quarantined() { quarantine_lines "$1" | awk '{ print $2 }'; }

days_before() { # day, number of days
  date -d "$1 - $2 days" +%F 2>/dev/null || date -j -v"-$2d" -f %F "$1" +%F
}

check_quarantine() {
  local file=$1 failed=$2 today=$3 wrong=0 oldest day test runs reason number=0
  oldest=$(days_before "$today" 7)
  while read -r day test runs reason; do
    [ -n "$day" ] || continue
    number=$((number + 1))
    if [[ ! $day =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || [[ ! $runs =~ ^[0-9]+/[0-9]+$ ]] || [ -z "$reason" ]; then
      echo "$file: a line is a day, a test, failures/runs and a reason, not: $day $test $runs $reason" >&2
      wrong=1
    elif [[ $day > $today ]]; then
      echo "$file has $test with a day to come." >&2
      wrong=1
    elif [[ $day < $oldest ]]; then
      echo "$file has $test for more than seven days: mend it or delete it." >&2
      wrong=1
    fi
  done <<<"$(quarantine_lines "$file")"
  if [ "$number" -gt 5 ]; then
    echo "$file has more than five tests: mend some." >&2
    wrong=1
  fi
  for test in $failed; do
    if quarantined "$file" | grep -Fx -e "$test" >/dev/null; then
      echo "$test failed. It is in quarantine." >&2
    else
      echo "$test failed." >&2
      wrong=1
    fi
  done
  return $wrong
}

count_quarantine() {
  local file=$1 counted
  counted=$(awk -v test="$2" -v failures="$3" -v runs="$4" '
    !/^#/ && $2 == test {
      split($3, before, "/")
      sub(/[0-9]+\/[0-9]+/, (before[1] + failures) "/" (before[2] + runs))
    }
    { print }' "$file") || return
  printf '%s\n' "$counted" >"$file"
}
