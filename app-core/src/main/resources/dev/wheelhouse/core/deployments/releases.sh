# What the console does with the releases of an app on its server. Arguments: what, the place (nothing for the console's
# own), the app's id, and what each of them says. What goes wrong stands in standard error.
umask 022
# So that names are bytes, and what goes wrong is told in words that the console knows.
LC_ALL=C
export LC_ALL
what=$1 place=$2 app=$3
shift 3

fail() { echo "$1" >&2; exit 1; }

# Where releases lie. Arguments: the place (nothing for the console's own), the app's id.
place() {
  printf '%s\n' "${1:-${XDG_STATE_HOME:-$HOME/.local/state}/wheelhouse/deployments/$2}"
}

[ -n "$place${XDG_STATE_HOME:-$HOME}" ] || fail "The server's user has no home directory."
place=$(place "$place" "$app")

# Where a path leads with its links followed; its end need not exist.
followed() {
  there=$1 rest=
  while [ ! -d "$there" ]; do
    rest=/${there##*/}$rest
    there=$(dirname "$there")
  done
  there=$(cd "$there" 2>/dev/null && pwd -P || printf '%s\n' "$there")
  printf '%s\n' "${there%/}$rest"
}

# Whether a path is another one or lies in it.
is_in() { case "${1%/}/" in "${2%/}/"*) return 0 ;; esac; return 1; }

# Only what the console has made is ever removed: a name of its own, of letters and digits.
own() { case $1 in dep_*[!a-z0-9]* | dep_) return 1 ;; dep_*) return 0 ;; *) return 1 ;; esac; }

# Whether a path is reached through directories alone: a link might lead to where nothing is the console's. Arguments: the
# directory that it is in, the path. The last part of it may be anything.
within() {
  case $2 in
    */*) [ ! -L "$1/${2%%/*}" ] && within "$1/${2%%/*}" "${2#*/}" ;;
  esac
}

serving() { readlink "$place/current" 2>/dev/null | sed 's|^releases/||'; }

case $what in
  # Tells of the place, and makes that of a release. Arguments: the release, or nothing; then of each directory that is
  # taken its path (nothing for the console's own of an app), the app's id and what it is.
  prepare)
    release=$1
    shift
    while [ $# -gt 0 ]; do
      taken=$(followed "$(place "$1" "$2")")
      for each in "$place" "$place/releases"; do
        each=$(followed "$each")
        if is_in "$each" "$taken" || is_in "$taken" "$each"; then
          fail "$place overlaps with $taken, $3. Choose another directory."
        fi
      done
      shift 3
    done
    if [ -e "$place/current" ] && [ ! -L "$place/current" ]; then
      fail "$place/current is no link of the console's. Move it away, or choose another directory."
    fi
    mkdir -p "$place/releases" "$place/shared" || exit 1
    if [ -n "$release" ]; then
      own "$release" || fail "$release is no release."
      rm -rf "${place:?}/releases/$release" && mkdir "$place/releases/$release" || exit 1
    fi
    echo "place $(cd "$place" && pwd -P)"
    echo "serving $(serving)"
    echo "free $(df -Pk "$place" 2>/dev/null | awk 'NR==2 {print $4}')"
    ;;
  # Lays what comes on standard input. Argument: the release.
  receive)
    cd "$place/releases/$1" && exec tar -xof -
    ;;
  # Links what all releases have in common. Arguments: the release, paths.
  share)
    release=$place/releases/$1
    shift
    for path; do
      target=$place/shared/$path
      link=$release/$path
      mkdir -p "$(dirname "$target")" || exit 1
      within "$release" "$path" || fail "The shared path $path goes through a link, which might lead out of the release."
      mkdir -p "$(dirname "$link")" || exit 1
      if [ ! -e "$target" ]; then
        # What the first release brings is what there is from then on.
        if [ -e "$link" ]; then mv "$link" "$target"; else mkdir "$target"; fi || exit 1
      fi
      rm -rf "$link" && ln -s "$target" "$link" || exit 1
    done
    ;;
  # Has a release serve, in one step. Arguments: the release, and the one that may have to serve again: its link is made
  # ahead, so that the way back needs no room.
  switch)
    [ "$(serving)" = "$1" ] && exit 0
    for each; do
      own "$each" && [ -d "$place/releases/$each" ] || fail "The release $each is not on the server any more."
      [ "$(readlink "$place/current.$each")" = "releases/$each" ] && continue
      rm -f "$place/current.$each" && ln -s "releases/$each" "$place/current.$each" || exit 1
    done
    mv -Tf "$place/current.$1" "$place/current" 2>/dev/null || mv -hf "$place/current.$1" "$place/current" || exit 1
    ;;
  # Has no release serve.
  unlink)
    if [ -L "$place/current" ]; then rm -f "$place/current"; fi
    ;;
  # Removes a release that does not serve. Argument: the release.
  drop)
    own "$1" || exit 0
    [ "$(serving)" = "$1" ] || rm -rf "${place:?}/releases/$1"
    rm -f "$place"/current.dep_*
    ;;
  # Removes all releases but those named and the one that serves, and tells which. Arguments: releases.
  prune)
    rm -f "$place"/current.dep_*
    kept=" $* $(serving) "
    for each in "$place"/releases/*; do
      name=${each##*/}
      own "$name" || continue
      case $kept in *" $name "*) ;; *) rm -rf "$each" && echo "removed $name" ;; esac
    done
    ;;
  # Removes the place, but not what is shared.
  remove)
    [ -L "$place/current" ] && rm -f "$place/current"
    rm -f "$place"/current.dep_*
    for each in "$place"/releases/*; do
      if own "${each##*/}"; then rm -rf "$each"; fi
    done
    rmdir "$place/releases" "$place/shared" "$place" 2>/dev/null
    exit 0
    ;;
esac
