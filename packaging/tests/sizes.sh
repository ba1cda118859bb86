#!/usr/bin/env bash
# Holds the libraries of a package to their budgets, without making one, and sees that a large new one is refused.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
modules=(app-core app-api app-ui) face=app-ui
. "$root/packaging/find-jdk.sh"
. "$root/packaging/build.sh"
. "$root/packaging/sizes.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "sizes: $1" >&2; exit 1; }
refused() { # what is said
  if check_jars "$work/jars" 2>"$work/said"; then fail "nothing is said of: $1"; fi
  grep -qF "$1" "$work/said" || fail "instead of '$1' it says: $(cat "$work/said")"
}

find_jdk
[ -d "$root/app-ui/target/lib" ] || build
"$JAVA_HOME/bin/java" "$root/packaging/PackJars.java" "$root/app-ui/target/lib" "$work/jars"
check_jars "$work/jars" || fail "a library needs a place in packaging/sizes.txt, or a smaller one its place"

truncate -s 20M "$work/jars/fake-1.0.jar"
refused "fake.jar has 20480 KB and no budget"
rm "$work/jars/fake-1.0.jar"
for number in 1 2 3 4 5; do truncate -s 1M "$work/jars/small$number-1.0.jar"; done
refused "other-jars has outgrown its budget"
rm "$work"/jars/small*.jar
truncate -s 40M "$work"/jars/s3-*.jar
refused "s3.jar has outgrown its budget: 40960 KB"
echo "The libraries keep their budgets, and what would not is refused."
