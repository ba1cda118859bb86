#!/usr/bin/env bash
# What the lab makes of wrong options, of a machine that cannot have it, of parts that hang and of a run that was cut; with a
# Maven that only says so, and a release that is an empty directory.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "lab: $1" >&2; cat "$work/said" "$work/SEEN.md" >&2 2>/dev/null || true; exit 1; }

mkdir -p "$work"/{bin,cache,root/packaging/lab,root/app-core}
cp "$root"/packaging/{lab,find-jdk}.sh "$work/root/packaging/"
cp "$root"/packaging/lab/*.sh "$work/root/packaging/lab/"
printf 'first\tall\tFirst\techo 1.2\ta,b\twhat it does\tFirstTest\tsome notes\n' >"$work/root/packaging/lab/tries.tsv"
printf 'second-{7 8}\tsid\tSecond\techo @.1\tc\twhat @ does\tSecondTest#works\n' >>"$work/root/packaging/lab/tries.tsv"
cat >"$work/bin/mvn" <<SH
#!/usr/bin/env bash
case "\$*" in
  *-version*) echo 'Apache Maven 3.9.9'; exit ;;
  *process-test-classes*) exit ;;
  *FirstTest*) [ ! -e "$work/hangs" ] || sleep 600 ;;
esac
mkdir -p app-core/target/surefire-reports
cat >app-core/target/surefire-reports/TEST-all.xml <<XML
<testsuite>
  <testcase name="is &quot;well&quot;" classname="a.FirstTest"/>
  <testcase name="works" classname="a.SecondTest">
    <failure message="no"/>
  </testcase>
  <testcase name="other" classname="a.SecondTest"/>
</testsuite>
XML
SH
chmod +x "$work/bin/mvn"
lab() { # code, options…
  local code=$1 ended=0
  shift
  PATH="$work/bin:$PATH" bash "$work/root/packaging/lab.sh" --cache "$work/cache" --out "$work/out" --seen "$work/SEEN.md" "$@" \
    >"$work/said" 2>&1 </dev/null || ended=$?
  [ "$ended" = "$code" ] || fail "'$*' ended with $ended instead of $code"
}
has() { grep -qF -e "$2" "$1" || fail "$1 does not say $2"; }
rows() { [ "$(grep -c "^| $1 " "$work/SEEN.md")" = "$2" ] || fail "$1 has not $2 rows"; }

lab 2 --bogus
lab 2 nonsense
lab 2 --release buzz
lab 2 --limit soon
lab 0 --help
has "$work/said" 'Parts: first second-7 second-8'

# Where it cannot run, each row says why, and that is no failure.
printf '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n' >"$work/bin/unshare"
chmod +x "$work/bin/unshare"
lab 0 --release sid
has "$work/said" 'The lab cannot run here: '
has "$work/SEEN.md" '| First | - | sid |'
has "$work/SEEN.md" '| not tried: '
rows Second 2
rm "$work/bin/unshare"

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null || ! unshare --mount true 2>/dev/null; then
  echo "lab: its runs are left out, they need root, debootstrap and mounts"
  exit
fi
# A root that was half made is made anew, or said not to be: here by a debootstrap that cannot reach its archive.
printf '#!/bin/sh\necho "E: Failed getting release file" >&2\nexit 1\n' >"$work/bin/debootstrap"
chmod +x "$work/bin/debootstrap"
mkdir -p "$work/cache/sid.part/left"
lab 0 --release sid first
has "$work/SEEN.md" 'not tried: its root was not made: E: Failed getting release file'
[ ! -e "$work/cache/sid.part/left" ] || fail "a root that was half made is kept"

mkdir -p "$work/cache/sid/"{proc,sys,dev,tmp}
printf '%s\n' a b c >"$work/cache/sid.has"
touch "$work/hangs"
lab 1 --release sid --limit 3
has "$work/SEEN.md" 'what it does | not tried: it took longer than 3 s | some notes |'
has "$work/SEEN.md" 'what 7 does | fails: 1 of 1, first SecondTest.works |'
rm "$work/hangs"
# What a run that was cut has no row of, and nothing else.
lab 0 --release sid --missing
has "$work/SEEN.md" 'what it does | works, 1 tests | some notes |'
grep -q '^second' "$work/said" && fail "what has a row is tried again"
rows First 1
[ -z "$(grep -F "$work/cache" /proc/mounts)" ] || fail "a mount is left"
lab 0 --remove --release sid
[ -z "$(ls "$work/cache")" ] || fail "--remove leaves $(ls "$work/cache")"
echo "The lab says what it cannot try, goes on behind what hangs, and takes up a run that was cut."
