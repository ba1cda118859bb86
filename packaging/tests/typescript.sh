#!/usr/bin/env bash
# Generates TypeScript types from openapi.yaml as people do, compiles a program against them, and calls a console with it.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=typescript
. "$root/packaging/real/screen.sh"
for tool in node npm; do
  command -v $tool >/dev/null 2>&1 || { echo "typescript: left out, there is no $tool"; exit 0; }
done
trap 'screen_stop; rm -rf "$work"' EXIT

cp -R "$root/packaging/real/typescript/." "$work"
cd "$work"
npm ci --no-fund --no-audit >"$work/npm" 2>&1 ||
  { echo "typescript: left out, the packages of its lock file could not be fetched: $(grep -m1 -i 'err' "$work/npm")"; exit 0; }
npx --no-install openapi-typescript "$root/app-api/src/main/resources/openapi.yaml" --default-non-nullable=false -o schema.d.ts >"$work/generated" 2>&1 ||
  fail "no types were generated: $(cat "$work/generated")"
npx --no-install tsc || fail "what was generated does not compile"

env -u DISPLAY -u WAYLAND_DISPLAY XDG_STATE_HOME="$work/state" \
  "$root/packaging/run.sh" --headless --home "$work/home" --port 0 >"$work/started" 2>"$work/err" &
console=$!
until_true 240 says ' listening on ' cat "$work/started" || fail "the console did not start"
api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/started")
called=$(node out/calls.js "$api/api/v1" "$(cat "$work/home/local-token")" "$work/made.db")
[ "$called" = '{"rows":[{"next":42}],"refused":"sql_error"}' ] || fail "the calls answered $called"
echo "A TypeScript client is generated, compiles, and calls the console."
