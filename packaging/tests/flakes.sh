#!/usr/bin/env bash
# What the landing does with tests that fail once: known ones pass, others, too many and old ones do not.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/packaging/flakes.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "flakes: $1" >&2; exit 1; }
list() { printf '%s\n' "$@" >"$work/flakes.txt"; }
check() { check_flakes "$work/flakes.txt" "$1" 2026-03-31 2>"$work/said"; }

list '# a heading'
check '' || fail "nothing to tell is refused"
check 'a.B.c' && fail "an unknown flake passes"
grep -q 'a.B.c failed and passed' "$work/said" || fail "an unknown flake is not named"
list '2026-03-01 a.B.c waits for a clock'
check 'a.B.c' || fail "a known flake is refused: $(cat "$work/said")"
check $'a.B.c\na.B.d' && fail "an unknown flake beside a known one passes"
list '2026-02-28 a.B.c waits for a clock'
check '' && fail "one that is known for 31 days passes"
list '2026-03-01 a.B.c'
check '' && fail "one without a reason passes"
list 2026-03-0{1,2,3,4,5,6}' a.B.c waits'
check '' && fail "six pass"
echo "A test that fails once is known or refused."
