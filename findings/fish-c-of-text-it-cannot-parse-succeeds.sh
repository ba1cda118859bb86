#!/usr/bin/env bash
# fish 3.6.0 (Debian 12, 3.6.0-3.1+deb12u1): fish -c with a text that fish cannot parse prints an error, runs nothing of it
# and ends with 0. The same text on its standard input ends with 127, and every other shell ends -c of such a text with 1 or
# 2. sshd runs a command as "$SHELL -c COMMAND", so a command over SSH that is quoted for POSIX shells may never have run at
# an account whose log-in shell is fish, and is told as done.
# Expected by most: a shell that cannot parse its command fails.
#
# Seen:
#   fish -c "touch made; echo it's": ended with 0, made nothing
#   the same on standard input: ended with 127, made nothing
#   fish -c "touch made; echo a)": ended with 0, made nothing
#   fish -c "touch made; exit 3": ended with 3, made it
#   bash -c "touch made; echo it's": ended with 2, made nothing
#   dash -c "touch made; echo it's": ended with 2, made nothing
#
# Needs apt and Debian 12 on amd64. The pinned packages are unpacked into a folder of their own. Exits with 1 when the
# behaviour is another one.
set -euo pipefail
script=$(realpath "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download fish=3.6.0-3.1+deb12u1 fish-common=3.6.0-3.1+deb12u1 libpcre2-32-0=10.42-1 dash=0.5.12-2
for each in *.deb; do dpkg-deb -x "$each" .; done
export LD_LIBRARY_PATH="$work/usr/lib/x86_64-linux-gnu" HOME="$work"
fish="$work/usr/bin/fish"
"$fish" --version
outcome() {
  local ended=0
  "${@:2}" >said 2>&1 || ended=$?
  if [ -e made ]; then echo "$1: ended with $ended, made it"; else echo "$1: ended with $ended, made nothing"; fi
  rm -f made
}
{
  outcome "fish -c \"touch made; echo it's\"" "$fish" -c "touch made; echo it's"
  outcome "the same on standard input" "$fish" < <(echo "touch made; echo it's")
  outcome 'fish -c "touch made; echo a)"' "$fish" -c "touch made; echo a)"
  outcome 'fish -c "touch made; exit 3"' "$fish" -c "touch made; exit 3"
  outcome "bash -c \"touch made; echo it's\"" bash -c "touch made; echo it's"
  outcome "dash -c \"touch made; echo it's\"" "$work/bin/dash" -c "touch made; echo it's"
} | tee seen
sed -n 's/^#   //p' "$script" | diff - seen
