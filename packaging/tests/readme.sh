#!/usr/bin/env bash
# Runs the README's calls against a console of its own and compares their answers with the printed ones.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
console=
finish() {
  [ -z "$console" ] || { kill "$console" 2>/dev/null && wait "$console" 2>/dev/null; } || true
  rm -rf "$work"
}
trap finish EXIT

"$root/packaging/run.sh" --headless --home "$work/home" --port 0 >"$work/out" 2>"$work/err" &
console=$!
for _ in $(seq 1 1200); do
  grep -qs '^Wheelhouse .* listening on ' "$work/out" && break
  kill -0 "$console" 2>/dev/null || { cat "$work/err" >&2; exit 1; }
  sleep 0.2
done
grep -q '^Wheelhouse .* listening on http://127.0.0.1:[0-9]* (token: .*/local-token)$' "$work/out" ||
  { echo "The line that tells where the API answers is not as documented:" && cat "$work/out"; exit 1; }
url=$(sed -nE 's/.*"url":"([^"]*)".*/\1/p' "$work/home/api.json")

# The blocks between the markers: sh blocks into one script, each followed by a separator; json blocks into the expected.
awk -v script="$work/script" -v expected="$work/expected" '
  /^<!-- calls:/ {on = 1} /^<!-- end of calls/ {on = 0}
  !on {next}
  /^```sh/ {block = script; next}
  /^```json/ {block = expected; next}
  /^```/ {if (block == script) print "echo" >> script; block = ""; next}
  block {print >> block}
' "$root/README.md"
sed -i -E "s#^API=.*#API=$url/api/v1#; s#^TOKEN_FILE=.*#TOKEN_FILE=$work/home/local-token#" "$work/script"
# Where no other run of this story writes.
sed -i "s#/tmp/wheelhouse-shop#$work/shop#g" "$work/script" "$work/expected"

normalised() {
  sed -E 's/"(id|instance)":"[^"]*"/"\1":"…"/g; s/"createdAt":"[^"]*"/"createdAt":"…"/g; s/"elapsedMs":[0-9]+/"elapsedMs":0/g; /^$/d'
}
bash "$work/script" | normalised >"$work/actual"
normalised <"$work/expected" >"$work/wanted"
if ! diff -u "$work/wanted" "$work/actual"; then
  echo "The README's answers are not what the console answers (left: README, right: console)."
  exit 1
fi

kill -TERM "$console"
wait "$console" || true
console=
[ ! -e "$work/home/api.json" ] || { echo "api.json is still there after SIGTERM"; exit 1; }
echo "The README's calls answer as printed."
