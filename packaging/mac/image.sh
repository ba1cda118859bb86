# Sourced by image.sh on macOS: what is other there than on Linux, and pack_mac <dmg|pkg>. Not run yet on macOS.

suffix=.app
find_places() { base=$1/Contents app=$1/Contents/app documents=$1/Contents/Resources legal=$1/Contents/Resources/legal; }
strip_natives() { :; }
check_sizes() { :; }
check_size() { :; } # the budgets are those of Linux
has_screen() { true; }
sums=(shasum -a 256)

# jpackage refuses a version that begins with 0; macOS does not. What people and programs read has the true one.
accepted_version() { echo "$version" | sed -E 's/-.*//; s/^0\./1./'; }
correct_version() {
  local each
  for each in "$app"/*.cfg; do
    sed "s/^\(java-options=-Djpackage.app-version=\).*/\1$version/" "$each" >"$work/cfg"
    cat "$work/cfg" >"$each"
  done
  for each in CFBundleVersion CFBundleShortVersionString; do
    /usr/libexec/PlistBuddy -c "Set :$each ${version%%-*}" "$base/Info.plist"
  done
}

describe() {
  local iconset="$work/wheelhouse.iconset" size
  mkdir "$iconset"
  for size in 16 32 128 256; do cp "$icons/wheelhouse-$size.png" "$iconset/icon_${size}x$size.png"; done
  cp "$icons/wheelhouse-32.png" "$iconset/icon_16x16@2x.png"
  cp "$icons/wheelhouse-256.png" "$iconset/icon_128x128@2x.png"
  iconutil -c icns "$iconset" -o "$work/wheelhouse.icns"
  description=(--app-version "$(accepted_version)" --icon "$work/wheelhouse.icns" --mac-package-name Wheelhouse
    --mac-package-identifier dev.wheelhouse.Wheelhouse --mac-app-category developer-tools
    --file-associations "$root/packaging/associations/sql.properties"
    --file-associations "$root/packaging/associations/db.properties")
}

# jpackage seals the image anew (ad hoc, which is no signature of anybody), so it may have been changed until here. It copies
# files without their times, by which the start-up caches know the jars: its hook for the copy sets them.
pack_mac() { # dmg or pkg
  local name="wheelhouse-$version-macos-$(uname -m).$1"
  mkdir "$work/hooks"
  { declare -f set_times; echo 'set_times "$JpAppImageDir"'; } >"$work/hooks/Wheelhouse-post-image.sh"
  "$JAVA_HOME/bin/jpackage" --type "$1" --name Wheelhouse --app-version "$(accepted_version)" --vendor Wheelhouse \
    --app-image "$work/wheelhouse.app" --resource-dir "$work/hooks" --dest "$work/$1"
  mv "$work/$1"/*."$1" "$work/$name"
  packed "$1" "$name"
}
