#!/usr/bin/env bash
# What can be held of the scripts for macOS and Windows on another system: that they are read without an error, and that what
# they name is there. The command is worked in the folders that it has on macOS.
set -euo pipefail
shopt -s nullglob globstar

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "scripts: $1" >&2; exit 1; }

for script in .ci/run packaging/**/*.sh packaging/linux/*.bash-completion; do
  bash -n "$script" || fail "bash does not read $script"
done
for script in packaging/wheelhouse packaging/linux/deb/{postinst,prerm,postrm}; do
  sh -n "$script" || fail "sh does not read $script"
done
# macOS has a bash of 2007.
later=$(grep -nE 'mapfile|readarray|(declare|local) -[An]|coproc|\|&|&>>|\$\{[A-Za-z_]+(@[A-Z]|\^|,)' \
  packaging/{run,package,prove-package,image,sizes,build,find-jdk}.sh packaging/mac/*.sh || true)
[ -z "$later" ] || fail "this needs a bash newer than 3.2: $later"

for script in packaging/**/*.cmd; do
  [[ $(git check-attr eol "$script") == *': crlf' ]] || fail "$script has not the line ends of Windows"
  for label in $(grep -oE '\bgoto [a-z]+' "$script" | cut -d' ' -f2); do
    grep -qE "^:$label\s*$" "$script" || fail "$script has no label $label"
  done
done
for class in $(grep -ohE 'dev\.wheelhouse(\.[a-z]+)+\.[A-Z][A-Za-z]+' packaging/**/*.{cmd,ps1} packaging/{wheelhouse,image.sh}); do
  [ -n "$(find app-*/src/main/java -path "*/${class//.//}.java")" ] || fail "there is no class $class"
done
for program in $(grep -ohE '=[A-Z][a-z]+Main\b' packaging/**/*.cmd); do
  [ -e "app-api/src/main/java/dev/wheelhouse/api/${program#=}.java" ] || fail "there is no class ${program#=}"
done

for kind in dmg pkg msi; do
  if [ "$(uname -s)" = Darwin ] && [ $kind != msi ]; then continue; fi
  code=0
  packaging/package.sh $kind --out "$work" 2>"$work/said" || code=$?
  [ "$code $(wc -l <"$work/said")" = '1 1' ] || fail "a $kind is not refused in one line: $(cat "$work/said")"
done

contents=$work/Wheelhouse.app/Contents
mkdir -p "$contents"/{app,bin,runtime/Contents/Home/bin}
cp packaging/wheelhouse "$contents/bin/"
uname -m >"$contents/app/machine"
printf '%s\n' 'app.classpath=$APPDIR/app-ui.jar' 'app.mainclass=Window' 'java-options=-Djpackage.app-version=0.1.0' \
  >"$contents/app/wheelhouse-window.cfg"
sed s/Window/Server/ "$contents/app/wheelhouse-window.cfg" >"$contents/app/wheelhouse-server.cfg"
printf '#!/bin/sh\necho "$@"\n' >"$contents/runtime/Contents/Home/bin/java"
chmod +x "$contents/runtime/Contents/Home/bin/java"
ln -s "$contents/bin/wheelhouse" "$work/wheelhouse"
[ "$("$work/wheelhouse" version)" = 'Wheelhouse 0.1.0' ] || fail "the command finds no version in an app of macOS"
said=$("$work/wheelhouse" serve --port 0)
[ "$said" = "-Djpackage.app-version=0.1.0 -cp $(cd "$contents" && pwd -P)/app/app-ui.jar Server --port 0" ] ||
  fail "the command starts in an app of macOS: $said"

# The end of a dmg, with an empty one of jpackage's and without what only GNU's tools have.
mkdir -p "$work"/{tools,jdk/bin,made}
printf '#!/bin/sh\nexit 1\n' | tee "$work"/tools/{du,sha256sum} >/dev/null
printf '#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nmkdir "$1"\n: >"$1/Wheelhouse-1.1.0.dmg"\n' >"$work/jdk/bin/jpackage"
chmod +x "$work"/{tools/*,jdk/bin/jpackage}
echo '{}' >"$work/wheelhouse-0.1.0.cdx.json"
(
  out=$work/made version=0.1.0 JAVA_HOME=$work/jdk PATH=$work/tools:$PATH
  . packaging/sizes.sh
  . packaging/mac/image.sh
  eval "$(sed -n '/^set_times() {/,/^}/p' packaging/image.sh; sed -n '/^\(made\|packed\)() {/,/^}/p' packaging/package.sh)"
  pack_mac dmg >/dev/null
) || fail "a dmg is not made"
dmg=wheelhouse-0.1.0-macos-$(uname -m).dmg
[ "$(cd "$work/made" && sha256sum "$dmg" *.cdx.json)" = "$(cat "$work/made/SHA256SUMS")" ] ||
  fail "the sums of a dmg are wrong: $(cat "$work/made/SHA256SUMS")"

if python3 -c 'import yaml' 2>/dev/null; then
  for each in .github/workflows/*.yml; do
    python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "$each" || fail "$each is not YAML"
  done
else
  echo "The workflows were left out: Python has no yaml (python3-yaml)."
fi
echo "The scripts for Linux, macOS and Windows are read without an error, and what they name is there."
