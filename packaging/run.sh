#!/usr/bin/env bash
# Starts Wheelhouse from its sources: the window with its HTTP API, or the API alone.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: packaging/run.sh [--headless] [--home DIR] [--port N] [--store URL]

  --headless    the HTTP API without the window; chosen by itself where there is no display
  --home DIR    where state, keys and the token are kept (else WHEELHOUSE_HOME, else the platform's data directory)
  --port N      port of the API on 127.0.0.1; 0 picks a free one (default 7465)
  --store URL   state on a shared PostgreSQL, jdbc:postgresql://host:port/database (else WHEELHOUSE_STORE, else SQLite);
                the password belongs into WHEELHOUSE_STORE or a PGPASSFILE, never here
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/packaging/find-jdk.sh"

headless=no
for argument in "$@"; do
  case "$argument" in
    --headless) headless=yes ;;
    -h | --help) usage; exit 0 ;;
  esac
done

has_display() {
  case "$(uname -s)" in
    Linux | *BSD) [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] ;;
    *) true ;;
  esac
}

if [ "$headless" = no ] && ! has_display; then
  echo "There is no display (DISPLAY is not set), so Wheelhouse starts without its window." >&2
  headless=yes
  set -- "$@" --headless
fi

find_jdk

built="$root/app-ui/target/.built"
sources_newer() {
  [ ! -e "$built" ] && return 0
  [ -n "$(find "$root/pom.xml" "$root"/app-*/pom.xml "$root"/app-*/src/main -newer "$built" -print -quit)" ]
}

# Loading and linking classes is half of a start; the cache keeps what a trial start did.
train() {
  local main=$1 lib=$2 cache=$3 trial
  trial=$(mktemp -d)
  "$JAVA_HOME/bin/java" -XX:AOTCacheOutput="$cache" $jvm_options -cp "$lib" "$main" \
    --headless --home "$trial" --port 0 --exit-after-start >/dev/null 2>"$trial/log" || rm -f "$cache"
  rm -rf "$trial"
}

# A fixed heap and a serial collector: small, and no pause that an administrator would notice on such a heap.
jvm_options="-XX:+UseSerialGC -Xms16m -Xmx256m -Xss512k -XX:+UseCompactObjectHeaders -XX:ReservedCodeCacheSize=64m \
-XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=30 --enable-native-access=ALL-UNNAMED"

api_path="$root/app-api/target/app-api.jar:$root/app-api/target/lib/*"
window_path="$root/app-ui/target/app-ui.jar:$root/app-ui/target/lib/*"
api_cache="$root/app-api/target/wheelhouse.aot"

if sources_newer; then
  require_maven
  echo "Building Wheelhouse (once, until its sources change)..." >&2
  (cd "$root" && mvn -B -q -DskipTests -Dspotless.check.skip=true -Dmdep.analyze.skip=true package) >&2
  rm -f "$api_cache"
  train dev.wheelhouse.api.ApiMain "$api_path" "$api_cache"
  touch "$built"
fi

if [ "$headless" = yes ]; then
  cache_option=
  [ -e "$api_cache" ] && cache_option="-XX:AOTCache=$api_cache"
  exec "$JAVA_HOME/bin/java" $cache_option $jvm_options -cp "$api_path" dev.wheelhouse.api.ApiMain "$@"
fi
exec "$JAVA_HOME/bin/java" $jvm_options -cp "$window_path" dev.wheelhouse.ui.ConsoleMain "$@"
