# What was seen, as a table. Sourced by lab.sh, with $cache.
#   seen_rows PART RELEASE WHY REPORT…    a row for each try of a part: system, version, release, day, tried, outcome, to know
#   table_put FILE PART RELEASE ROWS      in place of those that are there
#   table_has FILE PART RELEASE           whether there are any that were tried

# The first that looks like a version in what a program says of itself.
version_in() { grep -oE '[0-9]+(\.[0-9]+)*([a-z]+[0-9]+|p[0-9]+)?' | head -1; }

# A line for each test that ran: how it ended, Class.name as tests show it, and what was said, separated by tabs.
shown_tests() {
  [ $# -gt 0 ] || return 0
  awk '
    function attribute(name) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
    }
    function tell() { if (test != "") print how "\t" test "\t" why; test = "" }
    /^ *<testcase / {
      tell()
      class = attribute("classname"); sub(/.*\./, "", class)
      test = class "." attribute("name"); how = "passed"; why = ""
      if (/\/> *$/) tell()
    }
    /^ *<(failure|error)[ >\/]/ && test != "" { how = "failed"; why = attribute("message") }
    /^ *<skipped[ >\/]/ && test != "" { how = "skipped"; why = attribute("message") }
    END { tell() }
  ' "$@" | sed 's/&quot;/"/g; s/&apos;/'"'"'/g; s/&lt;/</g; s/&gt;/>/g; s/&#10;/ /g; s/&amp;/\&/g'
}

seen_rows() {
  local part=$1 release=$2 why=$3 system version packages tried tests know shown each outcome number
  local -a patterns
  shift 3
  shown=$(shown_tests "$@")
  while IFS=$'\t' read -r _ _ system version packages tried tests know; do
    # Not by the shell's own splitting, which takes a pattern for names of files.
    read -ra patterns <<<"$tests"
    outcome=$(
      for each in "${patterns[@]}"; do
        awk -F'\t' -v class="${each%%#*}" -v name="$([[ $each != *#* ]] || echo "${each#*#}")" '
          index($2, class ".") == 1 {
            shown = substr($2, length(class) + 2)
            # What fails around all tests of a class has no name.
            if (name == "" || shown == "" || shown ~ name) print
          }' <<<"$shown"
      done | sort -u | awk -F'\t' '
        { count[$1]++; if (!($1 in said)) said[$1] = $3 }
        $1 == "failed" && !named { named = $2 }
        END {
          sub(/^org\.opentest4j\.TestAbortedException: |^Assumption failed: /, "", said["skipped"])
          if (count["failed"]) print "fails: " count["failed"] " of " count["failed"] + count["passed"] ", first " named
          else if (count["passed"]) print "works, " count["passed"] " tests"
          else if (count["skipped"]) print "not tried: " said["skipped"]
        }'
    )
    [ -n "$outcome" ] && { [ -z "$why" ] || [[ $outcome == fails* ]]; } || outcome="not tried: ${why:-no test ran}"
    # What is not there has no version, but perhaps a number in what the shell says of it.
    number=$([[ $outcome == 'not tried'* ]] || within_release "$release" sh -c "{ $version; } 2>&1" 2>/dev/null | version_in)
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$system" "${number:--}" "$release" "$(date -u +%F)" "$tried" \
      "$(tr '|\n' '/ ' <<<"$outcome" | cut -c1-300 | sed 's/ *$//')" "$know"
  done < <(rows_of "$part")
}

table_has() { sed -n "/^## $2\$/,/^## /p" "$1" 2>/dev/null | grep -F "| $3 |" | grep -qv '| not tried'; }

table_put() {
  local file=$1 part=$2 release=$3 rows=$4 each before=''
  [ ! -e "$file" ] || before=$(cat "$file")
  {
    cat <<'TEXT'
# Seen working with

Written by `packaging/lab.sh`, which runs the tests named in `lab/tries.tsv` against each of these. A release is Debian's:
experimental is unstable with the programs of experimental. A version that is not listed was not tried.
TEXT
    for each in $(parts); do
      printf '\n## %s\n\n| system | version | release | day | tried | outcome | to know |\n|---|---|---|---|---|---|---|\n' "$each"
      {
        sed -n "/^## $each\$/,/^## /p" <<<"$before" | grep '^| ' | grep -v '^| system |' |
          { [ "$each" != "$part" ] && cat || grep -vF "| $release |" || true; }
        [ "$each" != "$part" ] || printf '%s\n' "$rows"
      } | sort -t'|' -k2,2 -k4,4
    done
  } >"$file.new" && mv "$file.new" "$file"
}
