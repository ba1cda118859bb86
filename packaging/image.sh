# Sourced by package.sh, with $root, $version and $work set: the app image that every package of Linux and macOS holds.
#   make_image DIR    runtime, jars, launchers, command, licences and start-up caches, in DIR
# $icons is where the icons are, $suffix what the name of an image ends with, $legal where its licences are.

story=package
. "$root/packaging/real/screen.sh"
icons="$root/app-ui/src/main/resources/dev/wheelhouse/ui/theme/icons"

# What is so on Linux; mac/image.sh has these for macOS.
suffix=
find_places() { base=$1 app=$1/lib/app documents=$1 legal=$1/lib/legal; } # of an image: where bin is, the jars, the licences
describe() { description=(--app-version "$version" --icon "$icons/wheelhouse-256.png"); } # for jpackage
has_screen() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }
correct_version() { :; } # where jpackage was told another
# Symbols of the JDK's own build, which no error report of ours reads.
strip_natives() {
  find "$1" -type f \( -name '*.so' -o -path '*/bin/*' -o -name jspawnhelper -o -name jexec \) -exec strip --strip-unneeded {} +
}
check_sizes() { check_image "$1"; }
sums=(sha256sum)
[ "$(uname -s)" != Darwin ] || . "$root/packaging/mac/image.sh"

# What jdeps cannot see: encodings other than Unicode's, zip files as file systems, elliptic curves of older names.
unseen_modules=jdk.charsets,jdk.zipfs,jdk.crypto.ec
# Where there is a flight recorder, Jdbi readies it for events of its own, which is a tenth of a server's start.
left_out_module=jdk.jfr

java_options() { # of jpackage, a line for each option of Java
  sed -nE '/^-/p' "$root/packaging/jvm.options"
  echo "-Dwheelhouse.command=wheelhouse"
  echo '-Djava.library.path=$APPDIR'
  # Else SQLite's driver looks through the folder of temporary files and asks another program what system this is.
  echo '-Dorg.sqlite.lib.path=$APPDIR'
  echo '-Dorg.sqlite.tmpdir=$APPDIR'
}

# Times are given as GNU's and BSD's tools both read them.
set_times() { # folder
  local time
  time=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S 2>/dev/null || date -u -r "$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S)
  TZ=UTC find "$1" -exec touch -h -t "$time" {} +
}

make_image() {
  local image=$1 modules arguments=() description each
  find_places "$image"
  rm -rf "$work/jars"
  "$JAVA_HOME/bin/java" "$root/packaging/PackJars.java" "$root/app-ui/target/lib" "$work/jars"
  mkdir "$work/own"
  cp "$root/app-ui/target/app-ui.jar" "$work/own/"
  "$JAVA_HOME/bin/java" "$root/packaging/PackJars.java" "$work/own" "$work/jars"
  set_times "$work/jars"
  check_jars "$work/jars"
  "$JAVA_HOME/bin/java" -cp "$root/app-ui/target/lib/*" "$root/packaging/Legal.java" "$root" "$work/legal"

  echo "Linking the Java runtime..." >&2
  modules=$("$JAVA_HOME/bin/jdeps" --print-module-deps --ignore-missing-deps --multi-release base "$work/jars"/*.jar)
  modules=$(tr , '\n' <<<"$modules,$unseen_modules" | grep -vxF "$left_out_module" | paste -sd , -)
  "$JAVA_HOME/bin/jlink" --add-modules "$modules" --no-header-files --no-man-pages --strip-debug \
    --output "$work/runtime"

  echo "Making the image..." >&2
  while IFS= read -r each; do arguments+=(--java-options "$each"); done < <(java_options)
  {
    echo "main-class=dev.wheelhouse.api.ApiMain"
    echo "description=Wheelhouse without its window"
  } >"$work/server.properties"
  describe
  "$JAVA_HOME/bin/jpackage" --type app-image --name wheelhouse-window --dest "$work" --input "$work/jars" \
    --main-jar app-ui.jar --main-class dev.wheelhouse.ui.ConsoleMain --runtime-image "$work/runtime" \
    --vendor Wheelhouse "${description[@]}" \
    --add-launcher "wheelhouse-server=$work/server.properties" "${arguments[@]}"
  mv "$work/wheelhouse-window$suffix" "$image"
  correct_version
  # Without a window nobody sees a console that ran out of memory: it ends, and who watches it starts it again.
  printf '%s\n' 'java-options=-XX:+ExitOnOutOfMemoryError' 'java-options=-XX:+DisplayVMOutputToStderr' \
    >>"$app/wheelhouse-server.cfg"
  # A screen calls each of its fields and actions by reflection once: Java's other way, which makes code for each of them
  # first, takes a tenth of the time to the first frame. The server calls the same ones again and again.
  echo 'java-options=-Djdk.reflect.useNativeAccessorOnly=true' >>"$app/wheelhouse-window.cfg"
  strip_natives "$image"
  mkdir -p "$base/bin"
  install -m 755 "$root/packaging/wheelhouse" "$base/bin/wheelhouse"
  uname -m >"$app/machine"
  install -m 644 "$root/LICENSE" "$documents/LICENSE"
  mv "$work/legal" "$legal"
  set_times "$image"
  (
    export LC_ALL=C
    cd "$app"
    stat -Lc '%n %s %Y' ./*.jar 2>/dev/null || stat -Lf '%N %z %m' ./*.jar
  ) >"$app/jars" # as the command does at each start

  echo "Training the starts..." >&2
  train wheelhouse-server serve
  train_window
  set_times "$image"
  check_sizes "$image"
}

# Loading and linking classes is half of a start; the cache keeps what a trial start did with these very files.
train() { # launcher, arguments of the command
  local launcher=$1
  shift
  JDK_JAVA_OPTIONS="-XX:AOTCacheOutput=$app/$launcher.aot" XDG_STATE_HOME="$work/trial/state" \
    "$base/bin/wheelhouse" "$@" --home "$work/trial/$launcher" --port 0 --exit-after-start >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; return 1; }
  rm -f "$app/$launcher.aot.config"
  echo "java-options=-XX:AOTCache=\$APPDIR/$launcher.aot" >>"$app/$launcher.cfg"
}

train_window() {
  if has_screen; then
    train wheelhouse-window
    return
  fi
  screen_available || { echo "Training the window's start needs a display, or Xvfb." >&2; return 1; }
  screen_start
  train wheelhouse-window
  screen_stop
  unset DISPLAY
}
