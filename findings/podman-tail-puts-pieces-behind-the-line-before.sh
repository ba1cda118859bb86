#!/usr/bin/env bash
# Podman 4.3.1 with conmon 2.1.6 (Debian 12), log driver k8s-file: "podman logs --tail N" puts the pieces of a line in the
# wrong place. conmon keeps a line in pieces (P) and an end (F) when the program writes it in several goes or it crosses the
# 8192 bytes of a read, so that any quick writer has some. "podman logs" joins them; with --tail, which reads the file from
# its end, the pieces come behind the line before, the last one first, and the end stands alone.
# Expected by most: --tail N shows the last N of the lines that are shown without it.
#
# Seen, of a program that writes "before", then "first", "second" and "third" of one line in three goes, then "after":
#   logs:           before | firstsecondthird | after
#   logs --tail 10: beforesecondfirst | third | after
#
# Needs root, apt and Debian 12 on amd64. The pinned packages are unpacked into a folder of their own. Exits with 1 when the
# behaviour is another one.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "Run this as root: it starts containers." >&2; exit 2; }
work=$(mktemp -d)
podman() {
  "$work/usr/bin/podman" --root "$work/storage" --runroot "$work/run" --tmpdir "$work/tmp" --storage-driver vfs "$@"
}
finish() {
  podman rm --all --force --time 0 >"$work/end.log" 2>&1 || cat "$work/end.log" >&2
  rm -rf "$work"
}
cd "$work"
chmod 755 "$work"
apt-get -qq download podman=4.3.1+ds1-8+deb12u1+b3 conmon=2.1.6+ds1-1 runc=1.1.5+ds1-1+deb12u1 \
  busybox-static=1:1.35.0-4+deb12u1+b1 libgpgme11=1.18.0-3+deb12u1 libassuan0=2.5.5-5 libseccomp2=2.5.4-1+deb12u1 \
  libsubid4 libdevmapper1.02.1 libglib2.0-0
for each in *.deb; do dpkg-deb -x "$each" .; done
export LD_LIBRARY_PATH="$work/usr/lib/x86_64-linux-gnu:$work/lib/x86_64-linux-gnu"
export CONTAINERS_CONF="$work/containers.conf" CONTAINERS_REGISTRIES_CONF="$work/registries.conf"
: >registries.conf
cat >containers.conf <<CONF
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
conmon_path=["$work/usr/bin/conmon"]
[engine.runtimes]
runc=["$work/usr/sbin/runc"]
[network]
network_config_dir="$work/networks"
[containers]
log_driver="k8s-file"
default_ulimits=["nofile=1024:1024","nproc=1024:1024"]
CONF
mkdir -p networks root/bin
cp bin/busybox root/bin/busybox
ln -s busybox root/bin/sh
ln -s busybox root/bin/sleep
tar -C root -cf image.tar .
trap finish EXIT
podman version --format '{{.Client.Version}}'
podman import --quiet image.tar localhost/finding:1 >import.log 2>&1 || { cat import.log >&2; exit 2; }

podman run --name writer --network none localhost/finding:1 \
  sh -c 'echo before; echo -n first; sleep 1; echo -n second; sleep 1; echo third; echo after' >said
all=$(podman logs writer | paste -sd '|' | sed 's/|/ | /g')
newest=$(podman logs --tail 10 writer | paste -sd '|' | sed 's/|/ | /g')
echo "logs:           $all"
echo "logs --tail 10: $newest"
[ "$all" = "before | firstsecondthird | after" ] && [ "$newest" = "beforesecondfirst | third | after" ]
