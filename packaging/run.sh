#!/usr/bin/env bash
# Starts Wheelhouse from its sources: the window with its HTTP API, or the API alone.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: packaging/run.sh [--headless] [--home DIR] [--port N] [--store URL] [--join | --join-fd N] [--passphrase-fd N]
                        [FILE...]
       packaging/run.sh mcp [--home DIR]
       packaging/run.sh audit verify FILE [--key KEY]
       packaging/run.sh home backup FILE [--home DIR] [--store URL] [--passphrase-fd N]
       packaging/run.sh home restore FILE [--home DIR] [--identity keep|new] [--passphrase-fd N]
       packaging/run.sh state restore [COPY | list] [--home DIR]

  --headless    the HTTP API without the window; chosen by itself where there is no display. If it runs out of memory it
                is started again, three times a minute at most
  --home DIR    where state, keys and the token are kept (else WHEELHOUSE_HOME, else the platform's data directory)
  --port N      port of the API; 0 picks a free one (default: the one in the settings, 7465)
  --store URL   state on a shared PostgreSQL, jdbc:postgresql://host:port/database (else WHEELHOUSE_STORE, else SQLite);
                the password belongs into WHEELHOUSE_STORE or a PGPASSFILE, never here
  --join        with --store: makes this home somebody's and lets it open the passwords and keys in there. Asks for the code
                that POST /members/invites or, for another home of one's own, POST /vault/invitations made on another
                console; --join-fd N reads it from a descriptor
  --passphrase-fd N
                descriptor that the home's passphrase is read from (else $CREDENTIALS_DIRECTORY/passphrase)

  FILE          a SQL script (.sql) for the editor, or a SQLite database (.db, .sqlite, .sqlite3); a window that runs with this
                home already opens it

  mcp           for assistants that start a program: passes Model Context Protocol messages between standard input and
                output and the console that runs in the home, with the owner's token; ends with 1 where none runs

  audit verify  finds out, without a console, whether the events in a file from GET /events/export are as they were written;
                ends with 1 and names the first that is missing, altered or moved, or says that the end is not signed. --key
                holds the signature to a home's key (signingKey in GET /vault)

  home backup   writes all of a home that moves with it into one file under a passphrase, which is asked for or read from
                descriptor N; beside a running console too, but stop that one first to move the home
  home restore  puts such a file back as a home that is empty or not there. With --identity keep (the default) this machine
                takes the place of the one before; with new it becomes another server, and what belongs to the one before is
                switched off

  state restore lists the copies of the home's state, made each day and before each change of its schema, or puts one back
                while no console runs; what was there is kept beside it
TEXT
}

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/packaging/find-jdk.sh"

headless=no program=
case "${1:-}" in
  mcp) headless=yes program=McpMain ;;
  audit) headless=yes program=AuditMain ;;
  home) headless=yes program=HomeMain ;;
  state) headless=yes program=StateMain ;;
esac
if [ -n "$program" ]; then shift; fi
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

# The API alone needs nothing of the window, and nothing of JavaFX.
modules=(app-core app-api) face=app-api
if [ "$headless" = no ]; then modules+=(app-ui) face=app-ui; fi
. "$root/packaging/build.sh"

# Loading and linking classes is half of a start; the cache keeps what a trial start did.
train() {
  local main=$1 lib=$2 cache=$3 trial
  shift 3
  trial=$(mktemp -d)
  # Two consoles may start at once: each finds all of the cache or none.
  "$JAVA_HOME/bin/java" -XX:AOTCacheOutput="$cache.$$" "$jvm_options" -cp "$lib" "$main" \
    "$@" --home "$trial/home" --port 0 --exit-after-start >/dev/null 2>"$trial/log" && mv "$cache.$$" "$cache"
  rm -rf "$trial" "$cache.$$"*
}

jvm_options="@$root/packaging/jvm.options"

# glibc gives every busy thread an allocation arena of its own, which SQLite and the compilers fill and seldom empty.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"

api_path="$root/app-api/target/app-api.jar:$root/app-api/target/lib/*"
window_path="$root/app-ui/target/app-ui.jar:$root/app-ui/target/lib/*"
api_cache="$root/app-api/target/wheelhouse.aot"
window_cache="$root/app-ui/target/wheelhouse.aot"

# A console may run from what was built before, so that stays where it has the program: a jar names its files in plain text.
# This process begins sooner without the cache of the console, and needs little.
if [ -n "$program" ]; then
  if [ ! -e "$built" ] || ! grep -qsF "dev/wheelhouse/api/$program.class" "${api_path%%:*}" ||
    { [ "$program" = AuditMain ] && sources_newer; }; then build; fi
  # What seals gigabytes is worth being compiled to the processor's own instructions; what answers at once is not.
  case "$program" in
    HomeMain | StateMain) lean=(-Xmx96m --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow) ;;
    *) lean=(-Xmx64m -XX:TieredStopAtLevel=1) ;;
  esac
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC "${lean[@]}" -cp "$api_path" "dev.wheelhouse.api.$program" "$@"
fi

if sources_newer; then build; fi

# Trained when it is first needed: the window's trial start needs a display.
prepare() { # main, class path, cache, options of the trial start; sets java
  local main=$1 lib=$2 cache=$3 trial=$4 jar=${2%%:*}
  # Of other jars, such as those that mvn verify has made since, Java leaves it out in silence, or mixes its classes with
  # theirs where only a library's jar is another.
  [ -z "$(find "$jar" "${jar%/*}/lib" -name '*.jar' -newer "$cache" -print -quit 2>&1)" ] || rm -f "$cache"
  # shellcheck disable=SC2086
  [ -e "$cache" ] || echo "Keeping what a start loads, so that the next ones take half as long..." >&2
  [ -e "$cache" ] || train "$main" "$lib" "$cache" $trial
  java=("$JAVA_HOME/bin/java")
  if [ -e "$cache" ]; then java+=("-XX:AOTCache=$cache"); fi
  java+=("$jvm_options" -cp "$lib")
}

# Without a window nobody sees a console that has run out of memory: it ends (with 3, as Java does then) and is started
# again, but not more than three times a minute. Whatever else ends it, ends this too, with its code.
out_of_memory=3
supervise() { # the console's command
  local child= code recent=() now kept each
  trap '[ -n "$child" ] && kill -TERM "$child" 2>/dev/null; stopped=yes' TERM INT HUP
  stopped=no
  while true; do
    "$@" &
    child=$!
    code=0
    wait "$child" || code=$?
    # A signal ends the waiting first; then the console still says goodbye.
    while kill -0 "$child" 2>/dev/null; do
      code=0
      wait "$child" || code=$?
    done
    child=
    if [ "$stopped" = yes ] || [ "$code" != "$out_of_memory" ]; then exit "$code"; fi
    now=$SECONDS
    kept=()
    for each in ${recent[@]+"${recent[@]}"}; do
      if [ $((now - each)) -lt 60 ]; then kept+=("$each"); fi
    done
    if [ "${#kept[@]}" -ge 3 ]; then
      echo "The console ran out of memory four times within a minute; it is not started again." >&2
      exit "$code"
    fi
    recent=(${kept[@]+"${kept[@]}"} "$now")
    echo "The console ran out of memory and is started again." >&2
  done
}

if [ "$headless" = yes ]; then
  prepare dev.wheelhouse.api.ApiMain "$api_path" "$api_cache" --headless
  # What Java says of its end belongs to the errors: standard output is for the line that tells the address.
  supervise "${java[@]}" -XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr dev.wheelhouse.api.ApiMain "$@"
fi
prepare dev.wheelhouse.ui.ConsoleMain "$window_path" "$window_cache" ""
exec "${java[@]}" dev.wheelhouse.ui.ConsoleMain "$@"
