#!/usr/bin/env bash
# The package of Debian: built from these sources, installed on a Debian that has nothing else, started as a service, asked
# once, removed with its home kept, and purged. Its start-up caches fit the files that were installed, and the unpacked image
# runs from wherever it lies.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=package
. "$root/packaging/real/screen.sh"
. "$root/packaging/real/container-turn.sh"
. "$root/packaging/real/systemd-server.sh"
fail() {
  echo "package: $1" >&2
  cat "$work/said" >&2 || true
  systemd_server_run journalctl -u wheelhouse -o cat -n 40 --no-pager >&2 || true
  exit 1
}
reason=$(screen_available && systemd_server_available) || { echo "package: left out, $reason"; exit 0; }
for tool in dpkg-deb strip nsenter; do
  command -v $tool >/dev/null || { echo "package: left out, there is no $tool"; exit 0; }
done
trap 'screen_stop; systemd_server_stop; rm -rf "$work"' EXIT

"$root/packaging/package.sh" deb --out "$work/out" >"$work/said" 2>&1 || fail "the package was not built"
package=("$work"/out/*.deb)
(cd "$work/out" && sha256sum --quiet -c SHA256SUMS) || fail "the sums of the files are wrong"
echo "package: $(($(stat -c %s "${package[0]}") / 1000000)) MB"

# A cache that does not fit what is started ends the start with this option.
screen_start
dpkg-deb -x "${package[0]}" "$work/un packed"
fits() { # arguments of the command
  env JDK_JAVA_OPTIONS=-XX:AOTMode=on XDG_STATE_HOME="$work/state" "$work/un packed/usr/bin/wheelhouse" "$@" \
    --home "$work/home-$#" --port 0 --exit-after-start >"$work/said" 2>&1
}
[ -s "$work/un packed/usr/lib/wheelhouse/lib/legal/index.txt" ] || fail "there are no licences"
fits serve || fail "the API does not start with its cache"
fits || fail "the window does not start with its cache"
touch "$work/un packed/usr/lib/wheelhouse/lib/app/"app-core-*.jar
env JDK_JAVA_OPTIONS=-Xlog:class+load XDG_STATE_HOME="$work/state" "$work/un packed/usr/bin/wheelhouse" serve \
  --home "$work/home" --port 0 --exit-after-start >"$work/loaded" 2>"$work/said" || fail "it does not start with a changed jar"
grep -q 'jars in .* have other sizes or times' "$work/said" || fail "a jar that was changed is not told"
! grep -q 'dev.wheelhouse.*shared objects file' "$work/loaded" || fail "a jar that was changed runs from the cache"
grep -q 'dev.wheelhouse.core.* source: file:' "$work/loaded" || fail "it is not seen where the classes come from"

ssh-keygen -q -t ed25519 -N '' -f "$work/key"
container_turn
systemd_server_start "$work/server" "$work/key.pub" || fail "the server did not start"
server() { systemd_server_run "$@"; }
call() { # path; by this machine's curl in the network of that one
  nsenter -n -t "$(systemd_server_podman inspect -f '{{.State.Pid}}' server)" curl -sS -o "$work/said" -w '%{http_code}' \
    -H "Authorization: Bearer $(server cat /var/lib/wheelhouse/home/local-token)" "http://127.0.0.1:7465/api/v1$1"
}

server sh -c 'cat >/root/wheelhouse.deb && dpkg -i /root/wheelhouse.deb' <"${package[0]}" >"$work/said" 2>&1 ||
  fail "it was not installed"
[ "$(server wheelhouse version)" = "Wheelhouse $(dpkg-deb -f "${package[0]}" Version)" ] || fail "it does not tell its version"
ended=0
server wheelhouse sevre >"$work/said" 2>&1 || ended=$?
{ [ $ended = 2 ] && grep -q 'Did you mean serve?' "$work/said"; } || fail "an unknown command is not refused with the nearest"

server systemctl start wheelhouse || fail "the service does not start"
[ "$(call /servers)" = 200 ] || fail "the service does not answer"
grep -q '"kind":"local"' "$work/said" || fail "the service does not know its machine"
! server journalctl -u wheelhouse -o cat --no-pager | grep 'have other sizes or times' || fail "the installed jars have other times"

server dpkg -r wheelhouse >"$work/said" 2>&1 || fail "it was not removed"
server test -e /var/lib/wheelhouse/home/local-token || fail "its removal took the home"
[ "$(server systemctl is-active wheelhouse || true)" = inactive ] || fail "the service outlives its removal"
server test ! -e /usr/lib/wheelhouse || fail "its removal left files"
server dpkg -P wheelhouse >"$work/said" 2>&1 || fail "it was not purged"
server test ! -e /var/lib/wheelhouse || fail "its purge left the home"
echo "The package is built, installed on a bare Debian, started, asked, removed and purged."
