#!/bin/sh
# A Ceph object gateway on loopback, with one monitor and one OSD in memory, until it is told to end: ceph.sh DIRECTORY PORT.
# The ports behind it are the monitor's. The keys are lab and secret-of-the-lab.
set -eu
place=$1 port=$2
rm -rf "$place"
mkdir -p "$place/mon" "$place/osd" "$place/run"
cd "$place"
fsid=$(cat /proc/sys/kernel/random/uuid)
cat >ceph.conf <<CONF
[global]
fsid = $fsid
mon host = v2:127.0.0.1:$((port + 1))
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = $place/keyring
mon allow pool size one = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 8589934592
run dir = $place/run
admin socket = $place/run/\$name.\$pid
log file = $place/\$name.log
mon data = $place/mon
osd data = $place/osd
osd class dir = /usr/lib/x86_64-linux-gnu/rados-classes
rgw data = $place
CONF
export CEPH_CONF="$place/ceph.conf"
monmaptool --create --fsid "$fsid" --addv a "[v2:127.0.0.1:$((port + 1))]" monmap
ceph-authtool --create-keyring keyring --gen-key -n mon. --cap mon 'allow *'
ceph-authtool keyring --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
ceph-mon --mkfs -i a --monmap monmap --keyring keyring
running=
trap 'kill $running 2>/dev/null; wait' EXIT
trap 'exit' TERM INT
ceph-mon -i a -f &
running=$!
osd=$(cat /proc/sys/kernel/random/uuid)
timeout 60 ceph osd new "$osd"
timeout 60 ceph auth get-or-create osd.0 mon 'allow profile osd' osd 'allow *' >>keyring
ceph-osd -i 0 --mkfs --osd-uuid "$osd"
ceph-osd -i 0 -f &
running="$running $!"
timeout 120 radosgw-admin user create --uid=lab --display-name=lab --access-key=lab --secret-key=secret-of-the-lab
radosgw -n client.admin --rgw-frontends="beast endpoint=127.0.0.1:$port" -f &
running="$running $!"
wait
