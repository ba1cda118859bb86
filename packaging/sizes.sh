# Sourced by package.sh and tests/sizes.sh: holds the parts of a package to their budgets in sizes.txt.
#   check_size PART KB     one part
#   check_jars DIR         jars as PackJars.java writes them: each over a megabyte, and all others together
#   check_image DIR        the image and its parts
# Each names on standard error what has outgrown its budget, and fails.

sizes="$(dirname "${BASH_SOURCE[0]}")/sizes.txt"

kilobytes() { # file or directory; what is in its files, which the du of macOS does not tell
  echo $((($(find "$1" -type f -exec cat {} + | wc -c) + 1023) / 1024))
}

check_size() {
  local budget
  budget=$(awk -v part="$1" '$1 == part { print $2 }' "$sizes")
  if [ -z "$budget" ]; then
    echo "$1 has $2 KB and no budget in packaging/sizes.txt." >&2
    return 1
  elif [ "$2" -gt "$budget" ]; then
    echo "$1 has outgrown its budget: $2 KB of $budget KB (packaging/sizes.txt)." >&2
    return 1
  fi
}

check_jars() {
  local jar name size others=0 failed=0
  for jar in "$1"/*.jar; do
    name=$(basename "$jar" .jar | sed -E 's/-[0-9].*//').jar
    size=$(kilobytes "$jar")
    if [ "$size" -gt 1024 ] || grep -q "^$name " "$sizes"; then
      check_size "$name" "$size" || failed=1
    else
      others=$((others + size))
    fi
  done
  check_size other-jars "$others" || failed=1
  return "$failed"
}

check_image() {
  local failed=0 cache
  check_size runtime "$(kilobytes "$1/lib/runtime")" || failed=1
  check_size legal "$(kilobytes "$1/lib/legal")" || failed=1
  for cache in "$1"/lib/app/*.aot; do
    check_size "$(basename "$cache")" "$(kilobytes "$cache")" || failed=1
  done
  check_size image "$(kilobytes "$1")" || failed=1
  return "$failed"
}
