#!/usr/bin/env bash
# Makes an installable package of Wheelhouse for the system that it runs on.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: packaging/package.sh <deb|rpm|tar|dmg|pkg|image> --out DIR

  deb     for Debian and what comes from it; needs dpkg-deb
  rpm     for Fedora and what is like it; needs rpmbuild
  tar     a tar.gz that runs where it is unpacked
  dmg     for macOS, and made there, as is a pkg; unsigned
  image   the unpacked image itself, DIR/wheelhouse

An msi for Windows is made there by packaging\win\package.ps1.

Needs a JDK 25 and Maven 3.8, as packaging/run.sh does, and a display to train the window's start; without one, Xvfb.
SOURCE_DATE_EPOCH sets the time of all files (else that of the last commit).

DIR/SHA256SUMS has the sums of all that was made there, DIR/wheelhouse-VERSION.cdx.json its bill of materials.
TEXT
}

kind= out=
while [ $# -gt 0 ]; do
  case "$1" in
    deb | rpm | tar | dmg | pkg | msi | image) kind=$1 ;;
    --out)
      [ -n "${2:-}" ] || { echo "--out needs a directory." >&2; exit 2; }
      out=$2
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    *) echo "Unknown argument $1. See packaging/package.sh --help." >&2; exit 2 ;;
  esac
  shift
done
[ -n "$kind" ] && [ -n "$out" ] || { usage >&2; exit 2; }
case "$kind $(uname -s)" in
  "image "* | "dmg Darwin" | "pkg Darwin") ;;
  msi*) echo "An msi is made on Windows alone, by packaging\\win\\package.ps1." >&2; exit 1 ;;
  dmg* | pkg*) echo "A $kind is made on macOS alone." >&2; exit 1 ;;
  *Darwin) echo "A $kind is made on Linux alone." >&2; exit 1 ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
modules=(app-core app-api app-ui) face=app-ui
. "$root/packaging/find-jdk.sh"
. "$root/packaging/build.sh"
. "$root/packaging/sizes.sh"
. "$root/packaging/image.sh"

needs() { # command, what brings it
  command -v "$1" >/dev/null 2>&1 || { echo "A $kind needs $1; install $2." >&2; exit 1; }
}
[ "$(uname -s)" = Darwin ] || needs strip binutils
case "$kind" in
  deb) needs dpkg-deb dpkg ;;
  rpm) needs rpmbuild rpm-build ;;
esac

find_jdk
version=$(sed -nE '/<version>/{s/.*<version>([^<]+)<.*/\1/p;q;}' "$root/pom.xml")
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 1767225600)}"
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'screen_stop; rm -rf "$work"' EXIT
bill="$root/app-ui/target/legal/wheelhouse.cdx.json"
if sources_newer || [ ! -e "$bill" ] || [ -n "$(find "$root/pom.xml" "$root"/app-*/pom.xml -newer "$bill")" ]; then build -Ppackage; fi
make_image "$work/wheelhouse$suffix"
install -m 644 "$legal/wheelhouse.cdx.json" "$work/wheelhouse-$version.cdx.json"

# Where the files of the image and those around it belong on a Linux system.
lay_out() { # root of the package
  local top=$1 size
  mkdir -p "$top/usr/lib" "$top/usr/bin" "$top/usr/share/man/man1" "$top/usr/share/applications" \
    "$top/usr/share/metainfo" "$top/usr/share/bash-completion/completions" "$top/usr/share/icons/hicolor/scalable/apps"
  cp -a "$work/wheelhouse" "$top/usr/lib/wheelhouse"
  ln -s ../lib/wheelhouse/bin/wheelhouse "$top/usr/bin/wheelhouse"
  sed "s/@version@/$version/" "$root/packaging/linux/wheelhouse.1" | gzip -9n >"$top/usr/share/man/man1/wheelhouse.1.gz"
  install -m 644 "$root/packaging/linux/dev.wheelhouse.Wheelhouse.desktop" "$top/usr/share/applications/"
  sed "s/@version@/$version/; s/@date@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" \
    "$root/packaging/linux/dev.wheelhouse.Wheelhouse.metainfo.xml" \
    >"$top/usr/share/metainfo/dev.wheelhouse.Wheelhouse.metainfo.xml"
  install -m 644 "$root/packaging/linux/wheelhouse.bash-completion" \
    "$top/usr/share/bash-completion/completions/wheelhouse"
  install -D -m 644 "$root/packaging/linux/wheelhouse.service" "$top/usr/lib/systemd/system/wheelhouse.service"
  for size in 16 32 48 128 256; do
    install -D -m 644 "$icons/wheelhouse-$size.png" \
      "$top/usr/share/icons/hicolor/${size}x$size/apps/dev.wheelhouse.Wheelhouse.png"
  done
  install -m 644 "$icons/wheelhouse.svg" "$top/usr/share/icons/hicolor/scalable/apps/dev.wheelhouse.Wheelhouse.svg"
  chmod -R u=rwX,go=rX "$top/usr"
  find "$top" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

pack_deb() {
  local top="$work/deb" machine
  machine=$(dpkg --print-architecture)
  lay_out "$top"
  mkdir -p "$top/DEBIAN" "$top/usr/share/doc/wheelhouse"
  install -m 644 "$root/packaging/linux/deb/copyright" "$top/usr/share/doc/wheelhouse/copyright"
  install -D -m 644 "$root/packaging/linux/deb/lintian-overrides" "$top/usr/share/lintian/overrides/wheelhouse"
  printf 'wheelhouse (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- Wheelhouse <wheelhouse@wheelhouse.invalid>  %s\n' \
    "$version" "$version" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$top/usr/share/doc/wheelhouse/changelog.gz"
  sed "s/@version@/$version/; s/@architecture@/$machine/; s/@size@/$(du -sk "$top/usr" | cut -f1)/" \
    "$root/packaging/linux/deb/control" >"$top/DEBIAN/control"
  install -m 755 "$root"/packaging/linux/deb/{postinst,prerm,postrm} "$top/DEBIAN/"
  (cd "$top" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$top/DEBIAN/md5sums"
  find "$top" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  # Level 2 takes a tenth of the time of level 6 for a tenth more bytes.
  dpkg-deb --root-owner-group -Zxz -z2 --build "$top" "$work/wheelhouse_${version}_$machine.deb" >/dev/null
  packed deb "wheelhouse_${version}_$machine.deb"
}

pack_rpm() {
  local top="$work/rpm"
  lay_out "$top/files"
  rpmbuild -bb --quiet --define "_topdir $top" --define "laid_out $top/files" \
    --define "scripts $root/packaging/linux/deb" --define "version $version" \
    --define "_rpmdir $work" --define '_rpmfilename %%{name}-%%{version}-%%{release}.%%{arch}.rpm' \
    "$root/packaging/linux/wheelhouse.spec" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  packed rpm "wheelhouse-$version-1.$(uname -m).rpm"
}

pack_tar() {
  local name="wheelhouse-$version-linux-$(uname -m)"
  mv "$work/wheelhouse" "$work/wheelhouse-$version"
  tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -cf - "wheelhouse-$version" | gzip -6n >"$work/$name.tar.gz"
  packed tar "$name.tar.gz"
}

made() { # what is in $work now, by its name: moved to $out, with its sums
  rm -rf "${out:?}/$1"
  mv "$work/$1" "$out/$1"
  touch "$out/SHA256SUMS"
  (cd "$out" && {
    awk -v made="$1" '{ name = substr($0, 67) } name != made && index(name, made "/") != 1' SHA256SUMS
    find "$1" -type f -exec "${sums[@]}" {} +
  } | LC_ALL=C sort -k 2 >"$work/sums" && mv "$work/sums" SHA256SUMS)
}

packed() { # kind, file
  check_size "$1" "$(kilobytes "$work/$2")"
  made "$2"
  made "wheelhouse-$version.cdx.json"
  echo "$out/$2"
}

case "$kind" in
  deb) pack_deb ;;
  rpm) pack_rpm ;;
  tar) pack_tar ;;
  dmg | pkg) pack_mac "$kind" ;;
  image) packed image "wheelhouse$suffix" ;;
esac
