#!/usr/bin/env bash
# Podman 4.3.1 with conmon 2.1.6 (Debian 12), log driver k8s-file: "podman logs --follow" leaves out lines of a container
# that goes on writing, without an error: one, some hundreds, or half of them. The log file has every one, and so has
# "podman logs" without --follow when it is read later. Whenever the follower comes to the file's end while a line is half
# written, it takes that half for a line and goes on at what is then the file's end (its library hands the half over, which
# waits for the reader, and then seeks to the end: nxadm/tail, tail.go, tailFileSync), so that the rest of that line and
# whatever was written meanwhile is never read. Seen in the same way over its API, with /containers/NAME/logs?follow=1.
# Expected by most: following a log shows what is in the log, at least while the file is neither rotated nor removed.
#
# Seen, of 400,000 lines that a shell writes as fast as it can:
#   in the log file: 400000, read afterwards: 400000, followed: 174515
#
# Needs root, apt and Debian 12 on amd64. The pinned packages are unpacked into a folder of their own. Exits with 1 when ten
# containers lose nothing.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "Run this as root: it starts containers." >&2; exit 2; }
lines=400000
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
tar -C root -cf image.tar .
trap finish EXIT
podman version --format '{{.Client.Version}}'
podman import --quiet image.tar localhost/finding:1 >import.log 2>&1 || { cat import.log >&2; exit 2; }

for attempt in 1 2 3 4 5 6 7 8 9 10; do
  podman run --detach --name "writer$attempt" --network none localhost/finding:1 \
    sh -c "n=0; while [ \$n -lt $lines ]; do n=\$((n + 1)); echo \"line \$n of a program that has much to say\"; done" >id
  podman logs --follow "writer$attempt" >followed 2>&1
  podman wait "writer$attempt" >ended
  file=$(podman inspect "writer$attempt" --format '{{.HostConfig.LogConfig.Path}}')
  written=$(grep -c ' stdout F ' "$file")
  afterwards=$(podman logs "writer$attempt" | grep -c '^line [0-9]* of a program that has much to say$')
  followed=$(grep -c '^line [0-9]* of a program that has much to say$' followed)
  echo "in the log file: $written, read afterwards: $afterwards, followed: $followed"
  if [ "$written" = "$lines" ] && [ "$afterwards" = "$lines" ] && [ "$followed" -lt "$lines" ]; then
    exit 0
  fi
done
echo "Nothing was lost in ten containers."
exit 1
