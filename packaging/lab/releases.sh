# Debian's releases as directories, each with the programs of one of them. Sourced by lab.sh, with $cache, $root and
# $JAVA_HOME set.
#   lab_possible             whether they can be made here; says why not
#   release_made NAME        makes one, unless it is there
#   release_has NAME PACKAGE…   installs what is missing in it
#   within_release NAME COMMAND…
#   suite_of NAME            what debootstrap and apt call it

# What is taken from experimental instead of a package of unstable.
next_of() {
  case "$1" in
    postgresql) echo postgresql-19 postgresql-client-19 libpq5 ;;
    bind9) echo bind9 bind9-dnsutils bind9-host bind9-libs bind9-utils ;;
    podman | netavark) echo "$1" ;;
  esac
}

lab_possible() {
  local tool
  [ "$(id -u)" = 0 ] || { echo "it needs root"; return 1; }
  for tool in debootstrap unshare pivot_root timeout; do
    command -v "$tool" >/dev/null || { echo "there is no $tool"; return 1; }
  done
  unshare --mount true 2>/dev/null || { echo "no mounts can be made here"; return 1; }
}

suite_of() { case "$1" in experimental) echo sid ;; *) echo "$1" ;; esac; }

# Podman 6 refuses to run with control groups of version 1.
cgroup2_in() { [ "$1" != experimental ] || echo yes; }

# The sources, Maven's files, the JDK and the authorities that it trusts are at the places where they are here.
binds() { echo "$root:$HOME/.m2:$JAVA_HOME:$(dirname "$(realpath "$JAVA_HOME/lib/security/cacerts")")"; }
# npm has certificates of its own, and the release those of its own package.
certificates=/etc/lab-certificates.crt
within_release() {
  local release=$1
  shift
  npm_config_cafile=$certificates ENTER_BINDS=$(binds) ENTER_TMP="$cache/$release.tmp" ENTER_CGROUP2=$(cgroup2_in "$release") \
    "$root/packaging/lab/enter.sh" "$cache/$release" "$@"
}
apt_in() { # release, arguments
  local release=$1
  shift
  DEBIAN_FRONTEND=noninteractive within_release "$release" apt-get -y -q --no-install-recommends "$@"
}

# What was half made is made anew: a directory has its name once all is there.
release_made() {
  local release=$1 dir=$cache/$1 suite
  mkdir -p "$dir.bin/bin" "$dir.tmp"
  chmod 1777 "$dir.tmp"
  # Maven starts it as any Java. Written each time: another clone has its sources elsewhere.
  printf '#!/bin/sh\n%s=%q %s=%q %s=%q %s=%q exec %q %q %q "$@"\n' npm_config_cafile "$certificates" \
    ENTER_BINDS "$(binds)" ENTER_TMP "$dir.tmp" ENTER_CGROUP2 "$(cgroup2_in "$release")" \
    "$root/packaging/lab/enter.sh" "$dir" "$JAVA_HOME/bin/java" >"$dir.bin/bin/java"
  chmod +x "$dir.bin/bin/java"
  [ ! -e "$dir" ] || return 0
  suite=$(suite_of "$release")
  rm -rf "$dir.part" "$dir.has"
  debootstrap --variant=minbase "$suite" "$dir.part" || return
  cp /etc/resolv.conf "$dir.part/etc/resolv.conf"
  cp /etc/ssl/certs/ca-certificates.crt "$dir.part$certificates"
  # Stored release files may be past their date.
  echo 'Acquire::Check-Valid-Until "false";' >"$dir.part/etc/apt/apt.conf.d/00lab"
  # A server package must not start a server of its own.
  printf '#!/bin/sh\nexit 101\n' >"$dir.part/usr/sbin/policy-rc.d"
  chmod +x "$dir.part/usr/sbin/policy-rc.d"
  [ "$release" != experimental ] ||
    sed 's/ sid / experimental /' "$dir.part/etc/apt/sources.list" >"$dir.part/etc/apt/sources.list.d/experimental.list"
  mv "$dir.part" "$dir"
}

release_has() {
  local release=$1 each here=() next=()
  shift
  for each in $(tr ' ,' '\n\n' <<<"$*" | sort -u); do
    [ "$each" = - ] || grep -qx "$each" "$cache/$release.has" 2>/dev/null || here+=("$each")
  done
  [ ${#here[@]} -gt 0 ] || return 0
  apt_in "$release" update || return
  if [ "$release" = experimental ]; then
    for each in $(for each in "${here[@]}"; do next_of "$each"; done | tr ' ' '\n' | sort -u); do next+=("$each/experimental"); done
  fi
  apt_in "$release" install "${here[@]}" ${next[@]+"${next[@]}"} || return
  apt_in "$release" clean
  printf '%s\n' "${here[@]}" >>"$cache/$release.has"
}
