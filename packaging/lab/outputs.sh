#!/usr/bin/env bash
# Writes what the programs of other releases print, as the test data of the parsers that read it. See usage below.
set -uo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
to=$root/app-core/src/test/resources/dev/wheelhouse/core/testing/outputs
releases=(bullseye trixie sid experimental)
usage() {
  cat <<TEXT
Usage: packaging/lab/outputs.sh [--cache DIR] [PROGRAM...]

Runs programs of Debian's releases ${releases[*]} as the product runs them, each time in the same place made for it, and writes
what they print into ${to#"$root"/}/PROGRAM/VERSION.txt. Needs what packaging/lab.sh needs, and makes the
releases in the same cache.

Programs: ${programs[*]}
TEXT
}
programs=(df du head systemctl journalctl postgres podman)
wrong() { echo "$1" >&2; exit 2; }
cache=${XDG_CACHE_HOME:-$HOME/.cache}/wheelhouse-lab only=()
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --cache) [ $# -gt 1 ] || wrong "$1 needs a value."; cache=$2; shift ;;
    *) [[ " ${programs[*]} " == *" $1 "* ]] || wrong "There is no program $1; --help lists them."; only+=("$1") ;;
  esac
  shift
done
[ ${#only[@]} -gt 0 ] || only=("${programs[@]}")
mkdir -p "$cache" && cache=$(cd "$cache" && pwd) || exit 1
. "$root/packaging/find-jdk.sh"
. "$root/packaging/lab/releases.sh"
. "$root/packaging/real/systemd-server.sh"
find_jdk && lab_possible || exit 1
work=$(mktemp -d)
# What is left of a container, whatever happened.
trap 'systemd_server_stop; rm -rf "$work"' EXIT

# Keeps standard input as what a version of a program printed; nothing where it printed nothing.
keep() { # program, name of the version
  mkdir -p "$to/$1"
  cat >"$work/kept"
  [ ! -s "$work/kept" ] || cp "$work/kept" "$to/$1/$2.txt"
}

# The same three commands by each multi-call program and by GNU's, of a small file system made for it.
place='set -e
  place="/tmp/a disk"; mkdir -p "$place"
  mount -t tmpfs -o size=64m "the name of this is long" "$place"
  mkdir -p "$place/sub/deep/er/still" "$place/empty"
  head -c 3145728 /dev/zero >"$place/sub/large file"
  head -c 1048576 /dev/zero >"$place/sub/deep/er/still/below"
  export LC_ALL=C'
tool() { # release, program, version, how it is called
  local release=$1 program=$2 version=$3 call=$4 command
  case "$program" in
    df) command='"$@" -P -k "$place" /proc' ;;
    du) command='"$@" -a -x -k -d 3 "$place" | sort -rn' ;;
    head) command='"$@" -n 2000 /proc/stat /proc/meminfo /proc/loadavg /proc/net/dev /proc/diskstats /proc/none /proc/$$/stat' ;;
  esac
  # shellcheck disable=SC2086
  within_release "$release" sh -c "$place; $command 2>/dev/null || :" sh $call |
    sed 's/^\(intr\|softirq\) .*/\1 1/' | keep "$program" "$version"
}
version() { within_release "$1" sh -c "$2" 2>&1 | grep -oE '[0-9]+(\.[0-9]+)+' | head -1; }

system() { # release: systemctl and journalctl of it
  local show version
  show=$(sed -n '/String PROPERTIES =/,/;/p' "$root"/app-core/src/main/java/dev/wheelhouse/core/apps/systemd/UnitState.java |
    grep -o '"[^"]*"' | tr -d '"\n')
  systemd_server_release=$1
  [ -e "$work/key" ] || ssh-keygen -q -t ed25519 -N '' -f "$work/key"
  systemd_server_start "$work/server" "$work/key.pub" || return
  systemd_server_run sh -c 'cat >/etc/systemd/system/seen.service; systemctl daemon-reload; systemctl start seen' <<'UNIT'
[Unit]
Description=Seen: ü "quoted" = sign
[Service]
ExecStart=/bin/sh -c 'echo to output; echo to errors >&2; printf "bell \\a and \\377\\n"; printf "one\\n  two\\n"; exec sleep 600'
MemoryMax=64M
UNIT
  systemd_server_run sh -c 'printf "[Service]\nExecStart=/bin/sh -c \"exit 3\"\n" >/etc/systemd/system/fails.service
    systemctl daemon-reload; systemctl start fails; systemctl mask --quiet cron.service; sleep 2'
  version=$(systemd_server_run systemctl --version | grep -oE "[0-9]+" | head -1)
  {
    echo "wheelhouse:units"
    systemd_server_run env LC_ALL=C TZ=UTC SYSTEMD_COLORS=0 systemctl show --no-pager -p "$show" -- \
      seen.service fails.service cron.service none.service
    echo "wheelhouse:files"
    systemd_server_run env LC_ALL=C systemctl list-unit-files --no-pager --no-legend --full --type=service
  } | keep systemctl "systemd-$version"
  systemd_server_run journalctl --no-pager -o export -u seen.service | keep journalctl "systemd-$version"
  systemd_server_stop
}

containers() { # release
  within_release "$1" sh -c '
    set -e
    mkdir -p /tmp/seen/networks /tmp/seen/root/bin && cd /tmp/seen
    cat >containers.conf <<CONF
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
[network]
network_backend="netavark"
network_config_dir="/tmp/seen/networks"
[containers]
log_driver="k8s-file"
default_ulimits=["nofile=4096:8192","nproc=4096:8192"]
pids_limit=0
CONF
    export CONTAINERS_CONF=/tmp/seen/containers.conf PODMAN_IGNORE_CGROUPSV1_WARNING=1
    cp /usr/bin/busybox root/bin/ && for each in sh sleep; do ln -sf busybox root/bin/$each; done
    podman() { command podman --root /tmp/seen/storage --runroot /tmp/seen/run --storage-driver vfs "$@"; }
    tar -C root -c . | podman import -q - seen >/dev/null
    # Where control groups of version 2 have no memory controller, without a limit.
    limit="--memory 64m"
    [ ! -e /sys/fs/cgroup/cgroup.controllers ] || grep -q memory /sys/fs/cgroup/cgroup.controllers || limit=
    podman run -d --name runs --network host $limit --label app=shop seen sleep 600 >/dev/null
    podman run --name ended --network none seen sh -c "exit 3" >/dev/null || :
    podman create --name created -p 127.0.0.1:8080:80 seen sleep 1 >/dev/null
    podman system service --time=0 unix:///tmp/seen/socket >service.log 2>&1 & service=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do [ -S socket ] && break; sleep 1; done
    ask() { echo "wheelhouse:$1"; curl -s --unix-socket socket "http://d/$2"; echo; }
    echo wheelhouse:ping; curl -s -i --unix-socket socket http://d/_ping | tr -d "\r" | grep -i "api-version"
    ask list "v1.40/containers/json?all=1"
    for each in runs ended created; do ask "$each" "v1.40/containers/$each/json"; done
    ask use "v1.40/containers/runs/stats?stream=false"
    kill $service
    podman rm -f -t 0 -a >/dev/null 2>&1 || podman rm -f -a >/dev/null 2>&1
    rm -rf /tmp/seen' 2>"$work/podman.log" | keep podman "podman-$2" || cat "$work/podman.log" >&2
}

for release in "${releases[@]}"; do
  # Of the rest it has what unstable has.
  [ "$release" != experimental ] || only=($(printf '%s\n' "${only[@]}" | grep -xE 'postgres|podman'))
  [ ${#only[@]} -gt 0 ] || continue
  release_made "$release" >"$work/log" 2>&1 || { tail -3 "$work/log" >&2; exit 1; }
  need=(busybox-static procps curl postgresql-client podman runc conmon)
  case "$release" in
    bullseye) ;;
    experimental) need+=(netavark postgresql) ;;
    *) need+=(netavark rust-coreutils toybox) ;;
  esac
  release_has "$release" "${need[@]}" >"$work/log" 2>&1 || { tail -3 "$work/log" >&2; exit 1; }
  for program in "${only[@]}"; do
    echo "$program of $release"
    case "$program" in
      df | du | head)
        tool "$release" "$program" "coreutils-$(version "$release" "dpkg-query -Wf '\${Version}' coreutils")" "$program"
        tool "$release" "$program" "busybox-$(version "$release" busybox)" "busybox $program"
        [ "$release" != bullseye ] || continue
        tool "$release" "$program" "toybox-$(version "$release" 'toybox --version')" "toybox $program"
        tool "$release" "$program" \
          "uutils-$(version "$release" "dpkg-query -Wf '\${Version}' rust-coreutils")" "coreutils $program"
        ;;
      systemctl) system "$release" ;;
      journalctl) ;; # Comes with systemctl.
      postgres)
        within_release "$release" sh -c 'pg_dump -V; pg_restore -V' | keep postgres \
          "postgresql-$(within_release "$release" pg_dump -V | cut -d' ' -f3)"
        ;;
      podman) containers "$release" "$(version "$release" 'podman --version')" ;;
    esac
  done
done
