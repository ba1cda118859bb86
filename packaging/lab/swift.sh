#!/bin/sh
# OpenStack Swift on loopback, with the S3 API, in a directory of its own, until it is told to end: swift.sh DIRECTORY PORT.
# The four ports behind it are those of its parts and of memcached. The keys are test:tester and testing.
set -eu
place=$1 port=$2
rm -rf "$place"
mkdir -p "$place/disks/one"
cd "$place"
cat >swift.conf <<CONF
[swift-hash]
swift_hash_path_suffix = lab
[storage-policy:0]
name = only
default = yes
CONF
defaults() { # port
  cat <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $1
user = root
swift_dir = $place
devices = $place/disks
mount_check = false
workers = 1
log_level = ERROR
fallocate_reserve = 0
CONF
}
number=0
for part in account container object; do
  number=$((number + 1))
  {
    defaults $((port + number))
    printf '[pipeline:main]\npipeline = %s-server\n[app:%s-server]\nuse = egg:swift#%s\n' $part $part $part
    [ $part != object ] || printf 'disable_fallocate = true\n'
  } >$part-server.conf
  swift-ring-builder $part.builder create 4 1 0
  swift-ring-builder $part.builder add "r1z1-127.0.0.1:$((port + number))/one" 1
  swift-ring-builder $part.builder rebalance
done
{
  defaults "$port"
  cat <<CONF
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo dlo copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((port + 4))
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
CONF
  for filter in catch_errors listing_formats bulk slo dlo copy; do
    printf '[filter:%s]\nuse = egg:swift#%s\n' $filter $filter
  done
} >proxy-server.conf
export SWIFT_CONF="$place/swift.conf"
trap 'kill $running 2>/dev/null; wait' EXIT
trap 'exit' TERM INT
memcached -l 127.0.0.1 -p $((port + 4)) -u nobody &
running=$!
for part in account container object proxy; do
  "swift-$part-server" $part-server.conf &
  running="$running $!"
done
wait
