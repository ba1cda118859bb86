#!/usr/bin/env bash
# Tries the product with newer and older systems than this machine has. See usage below.
set -uo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
tries=$root/packaging/lab/tries.tsv
seen=$root/packaging/SEEN.md
usage() {
  cat <<TEXT
Usage: packaging/lab.sh [OPTION...] [PART...]

Runs the product's tests of each part against the systems of other releases, and writes what was seen into packaging/SEEN.md.
Needs Debian, root and debootstrap. A release is made once, in the cache, from Debian's archive.

Parts: $(parts | paste -sd' ' -)
Releases: ${releases[*]}; each named by --release, else all but $unasked

  --release NAME…  only these
  --missing        only what packaging/SEEN.md has no row of, such as behind a run that was cut
  --cache DIR      where the releases are (wheelhouse-lab in \$XDG_CACHE_HOME or ~/.cache)
  --out DIR        where all output goes (a new directory in target/lab)
  --seen FILE      what is written, instead of packaging/SEEN.md
  --limit N        seconds that a part may take with one release (900)
  --remove         removes the releases that are named, or all, and ends
  -h, --help       prints this

Ends with 0 when all that was tried works, 1 when something failed, 2 when an option is wrong. What cannot be tried here is
said, and is a row of the table too.
TEXT
}
# Oldest first. The last is unstable with the programs that come next, each by its name.
releases=(bullseye bookworm trixie testing sid experimental) unasked=bullseye
# The table of tries, with a line of many versions, such as postgres-{13 14}, as one of each; @ is the version there.
tries() {
  awk -F'\t' '
    /^#/ || /^$/ { next }
    match($1, /\{.*\}/) {
      count = split(substr($1, RSTART + 1, RLENGTH - 2), versions, " ")
      before = substr($1, 1, RSTART - 1)
      rest = substr($0, length($1) + 1)
      for (i = 1; i <= count; i++) {
        line = rest
        gsub(/@/, versions[i], line)
        print before versions[i] line
      }
      next
    }
    { print }' "$tries"
}
parts() { tries | cut -f1 | awk '!met[$0]++'; }
wrong() { echo "$1" >&2; exit 2; }
one_of() { # word, words…
  local word=$1 each
  shift
  for each; do [ "$each" != "$word" ] || return 0; done
  return 1
}

only=() wanted=() missing='' cache='' out='' limit=900 remove=''
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --missing) missing=yes ;;
    --remove) remove=yes ;;
    --release)
      while [ $# -gt 1 ] && one_of "$2" "${releases[@]}"; do only+=("$2"); shift; done
      [ ${#only[@]} -gt 0 ] || wrong "--release needs one of ${releases[*]}."
      ;;
    --cache | --out | --seen | --limit)
      [ $# -gt 1 ] || wrong "$1 needs a value."
      case "$1" in
        --cache) cache=$2 ;;
        --out) out=$2 ;;
        --seen) seen=$2 ;;
        --limit) limit=$2 ;;
      esac
      shift
      ;;
    -*) wrong "Unknown option $1; --help lists them." ;;
    *)
      one_of "$1" $(parts) || wrong "There is no part $1; --help lists them."
      wanted+=("$1")
      ;;
  esac
  shift
done
[[ $limit =~ ^[1-9][0-9]*$ ]] || wrong "Not a number of seconds: $limit"
[ ${#only[@]} -gt 0 ] || for each in "${releases[@]}"; do [ "$each" = "$unasked" ] || only+=("$each"); done
[ ${#wanted[@]} -gt 0 ] || wanted=($(parts))
cache=${cache:-${XDG_CACHE_HOME:-$HOME/.cache}/wheelhouse-lab}
if [ -n "$remove" ]; then
  for each in "${only[@]}"; do rm -rf "${cache:?}/$each" "$cache/$each".*; done
  exit 0
fi
out=${out:-$root/target/lab/$(date -u +%Y-%m-%dT%H%M%SZ)}
mkdir -p "$cache" "$out" || exit 1
cache=$(cd "$cache" && pwd) out=$(cd "$out" && pwd)
. "$root/packaging/find-jdk.sh"
. "$root/packaging/lab/releases.sh"
. "$root/packaging/lab/systems.sh"
. "$root/packaging/lab/table.sh"
find_jdk && require_maven || exit 1
export MAVEN_OPTS="${MAVEN_OPTS-} -XX:TieredStopAtLevel=1"
cd "$root" || exit 1
shopt -s nullglob

rows_of() { # part: its lines in the table of tries
  tries | awk -F'\t' -v part="$1" '$1 == part'
}
# Whether a part is tried with a release.
meant() { # part, release
  local releases
  releases=$(rows_of "$1" | head -1 | cut -f2)
  [ "$releases" = all ] || one_of "$2" $releases
}
# The test classes of a part, separated by commas.
classes_of() { rows_of "$1" | cut -f7 | tr ' ' '\n' | sed 's/#.*//' | sort -u | paste -sd, -; }

# One part with one release: its tests as the JVM sees them there.
run_part() { # part, release
  local part=$1 release=$2 java=$cache/$2.bin/bin/java
  rm -rf app-*/target/surefire-reports
  # Its systemd is in a container of that release beside the tests, and not around them.
  [ "$part" != services ] || java=$JAVA_HOME/bin/java
  WHEELHOUSE_RELEASE=$(suite_of "$release") timeout --kill-after=30 "$limit" mvn -B -o -ntp test -pl app-core,app-api -am \
    -Preal,lab "-Djvm=$java" "-Dtest=$(classes_of "$part")" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dunit.tests.skip=false -Dreal.tests.skip=false -Dmaven.test.failure.ignore=true -Dtest.timeout=120 \
    -Dmaven.main.skip=true -Dmaven.test.skip=true -Dmaven.resources.skip=true -Dcodegen.skip=true \
    -Dmdep.analyze.skip=true -Dspotless.check.skip=true ${system_options[@]+"${system_options[@]}"} >"$out/$release.$part.log" 2>&1 </dev/null
}

reason=$(lab_possible) || { echo "The lab cannot run here: $reason" >&2; }
if [ -z "$reason" ]; then
  echo "Compiling..."
  mvn -B -ntp -q process-test-classes -pl app-core,app-api -am -Preal >"$out/compile.log" 2>&1 ||
    { tail -20 "$out/compile.log" >&2; exit 1; }
fi
ended=0
trap system_stop EXIT
for release in "${only[@]}"; do
  made=''
  for part in "${wanted[@]}"; do
    meant "$part" "$release" || continue
    [ -z "$missing" ] || ! table_has "$seen" "$part" "$release" || continue
    began=$SECONDS why=$reason
    if [ -z "$why" ] && [ -z "$made" ]; then
      release_made "$release" >"$out/$release.log" 2>&1 && made=yes ||
        made="its root was not made: $(grep -m1 -E '^(E|W|Err)[: ]' "$out/$release.log" || tail -1 "$out/$release.log")"
    fi
    [ -n "$why" ] || [ "$made" = yes ] || why=$made
    if [ -z "$why" ]; then
      release_has "$release" $(rows_of "$part" | cut -f5) >>"$out/$release.log" 2>&1 || why="its packages were not installed"
    fi
    [ -n "$why" ] || system_start "$part" "$release" >>"$out/$release.log" 2>&1 || why=$system_trouble
    if [ -z "$why" ]; then
      run_part "$part" "$release"
      case $? in
        0) ;;
        124 | 137) why="it took longer than $limit s" ;;
        *) why="Maven failed: $(grep -m1 '^\[ERROR\]' "$out/$release.$part.log" | cut -c1-200)" ;;
      esac
      mkdir -p "$out/$release.$part"
      for each in app-*/target/surefire-reports; do cp -r "$each" "$out/$release.$part/${each%%/*}"; done
    fi
    system_stop
    rows=$(seen_rows "$part" "$release" "$why" "$out/$release.$part"/*/{,real/}TEST-*.xml)
    table_put "$seen" "$part" "$release" "$rows"
    echo "$part with $release, $((SECONDS - began)) s"
    cut -d'|' -f2,3,7 <<<"$rows" | sed 's/^/ /'
    ! grep -q '| fails' <<<"$rows" || ended=1
  done
done
exit $ended
