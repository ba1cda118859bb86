#!/usr/bin/env bash
# Proves an installed package by its command: packaging/prove-package.sh COMMAND. The words that need no console, then a start
# without the window, one call of the API and the stop. For Linux, macOS, and the bash of Git on Windows.
set -euo pipefail

command=$1
work=$(mktemp -d)
console=
stop() {
  [ -n "$console" ] || return 0
  # A signal of that bash reaches no program of Windows.
  if [ -r "/proc/$console/winpid" ]; then
    taskkill //F //T //PID "$(cat "/proc/$console/winpid")" >/dev/null
  else
    kill "$console"
  fi
  wait "$console" 2>/dev/null || true
  console=
}
trap 'stop; rm -rf "$work"' EXIT
fail() { echo "prove-package: $1" >&2; cat "$work"/{out,err} >&2 2>/dev/null; exit 1; }

code=0
"$command" serv >/dev/null 2>&1 || code=$?
[ "$code" = 2 ] || fail "an unknown command ends with $code, not with 2"
"$command" help | grep 'wheelhouse serve' >/dev/null || fail "help does not list the commands"
version=$("$command" version | tr -d '\r')
[[ $version =~ ^Wheelhouse\ [0-9.]+$ ]] || fail "version says '$version'"

home=$work/home
! command -v cygpath >/dev/null 2>&1 || home=$(cygpath -w "$home")
"$command" serve --home "$home" --port 0 >"$work/out" 2>"$work/err" &
console=$!
api=
for _ in $(seq 1 300); do
  api=$(sed -nE 's/.* listening on (http[^ ,]+[0-9]).*/\1/p' "$work/out")
  [ -z "$api" ] || break
  kill -0 "$console" 2>/dev/null || fail "the console ended instead of starting"
  sleep 0.2
done
[ -n "$api" ] || fail "the console did not start within a minute"
answer=$(curl -sS -f -H "Authorization: Bearer $(cat "$work/home/local-token")" "$api/api/v1/me") || fail "the API refused the token"
[[ $answer == *'"memberId":'* ]] || fail "the API answered $answer"
stop
echo "$version of $command starts, answers an authorised call and stops."
