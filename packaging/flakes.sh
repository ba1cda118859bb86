# Source it for
#   check_flakes FILE FLAKED TODAY   whether each test that passed only when it was run again is known, and known lately
# The file has a line for each: the day it was seen, the test as package.Class.method or a story's file, and the reason.

check_flakes() {
  local file=$1 flaked=$2 today=$3 wrong=0 lines oldest test
  lines=$(grep -v -e '^#' -e '^$' "$file" || true)
  if [ "$(printf '%s' "$lines" | grep -c .)" -gt 5 ]; then
    echo "$file has more than five tests: mend some." >&2
    wrong=1
  fi
  oldest=$(date -d "$today - 30 days" +%F 2>/dev/null || date -j -v-30d -f %F "$today" +%F)
  while read -r day test reason; do
    [ -n "$day" ] || continue
    if [[ ! $day =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || [ -z "$reason" ]; then
      echo "$file: a line is a day, a test and a reason, not: $day $test $reason" >&2
      wrong=1
    elif [[ $day < $oldest ]]; then
      echo "$file has $test for more than 30 days: mend it." >&2
      wrong=1
    fi
  done <<<"$lines"
  for test in $flaked; do
    if ! awk -v test="$test" '$2 == test { found = 1 } END { exit !found }' <<<"$lines"; then
      echo "$test failed and passed when it was run again. Mend it, or say why not in $file." >&2
      wrong=1
    fi
  done
  return $wrong
}
