# Sourced by run.sh and package.sh, with $root, $face (app-api or app-ui) and modules set, and a JDK found: builds Wheelhouse
# from its sources, without tests and checks, which mvn verify has.
#   build [OPTION...]    of mvn; needs pipefail, or it takes a failed build for one

built="$root/$face/target/.built"
sources_newer() {
  [ ! -e "$built" ] && return 0
  local sources=("$root/pom.xml") each
  for each in "${modules[@]}"; do sources+=("$root/$each/pom.xml" "$root/$each/src/main"); done
  [ -n "$(find "${sources[@]}" -newer "$built" -print -quit)" ]
}

build() {
  require_maven || return
  echo "Building Wheelhouse, once until its sources change: Maven fetches what it needs, then compiles..." >&2
  # A library that is no longer needed would stay.
  rm -rf "$root/$face/target/lib" "$root/$face/target/legal"
  (cd "$root" && mvn -B -ntp -Dstyle.color=never -Dquick -Dmaven.test.skip=true -Dspotless.check.skip=true "$@" \
    -pl "$(IFS=,; echo "${modules[*]}")" package) |
    sed -nE 's/^\[INFO\] Building (Wheelhouse [^0-9]+) .*/  \1/p; /^(\[ERROR\]|\[WARNING\] License:| -)/p' >&2 || return
  touch "$built" "$root/app-api/target/.built"
}
