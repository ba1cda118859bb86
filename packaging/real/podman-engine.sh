#!/usr/bin/env bash
# A container engine for tests: Podman behind its Docker-compatible socket, with everything of it in one directory. Source
# it, then
#   podman_engine_start DIR      starts it; $podman_engine_socket is where it answers
#   podman_engine_image PROGRAM  makes the image localhost/chatter:1 that runs a shell script
#   podman_engine COMMAND…       the same engine's command line
#   podman_engine_stop           removes it

podman_engine_directory=
podman_engine_socket=
podman_engine_pid=

podman_engine() {
  CONTAINERS_CONF="$podman_engine_directory/containers.conf" podman \
    --root "$podman_engine_directory/storage" --runroot "$podman_engine_directory/run" --storage-driver vfs "$@"
}

podman_engine_start() {
  podman_engine_directory=$1
  podman_engine_socket="$podman_engine_directory/api.sock"
  mkdir -p "$podman_engine_directory/networks"
  cat >"$podman_engine_directory/containers.conf" <<TOML
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
[network]
network_backend="netavark"
network_config_dir="$podman_engine_directory/networks"
[containers]
log_driver="k8s-file"
default_ulimits=["nofile=4096:8192","nproc=4096:8192"]
TOML
  # Not through the function, whose process number would be a shell's.
  CONTAINERS_CONF="$podman_engine_directory/containers.conf" podman \
    --root "$podman_engine_directory/storage" --runroot "$podman_engine_directory/run" --storage-driver vfs \
    system service --time=0 "unix://$podman_engine_socket" >"$podman_engine_directory/log" 2>&1 &
  podman_engine_pid=$!
  local end=$((SECONDS + 60))
  until [ -S "$podman_engine_socket" ]; do
    [ "$SECONDS" -lt "$end" ] || { cat "$podman_engine_directory/log" >&2; return 1; }
    sleep 0.1
  done
}

podman_engine_image() { # program
  local tree="$podman_engine_directory/tree"
  mkdir -p "$tree/bin"
  cp /bin/busybox "$tree/bin/busybox"
  ln -sf busybox "$tree/bin/sh"
  ln -sf busybox "$tree/bin/sleep"
  cp "$1" "$tree/chatter"
  tar -C "$tree" -cf "$podman_engine_directory/image.tar" . &&
    podman_engine import -q --change 'CMD ["/chatter"]' "$podman_engine_directory/image.tar" localhost/chatter:1 >/dev/null
}

podman_engine_stop() {
  [ -n "$podman_engine_directory" ] || return 0
  podman_engine rm -f -a -t 0 >/dev/null 2>&1 || true
  [ -z "$podman_engine_pid" ] || kill "$podman_engine_pid" 2>/dev/null || true
  umount -R "$podman_engine_directory/storage" 2>/dev/null || true
  rm -rf "$podman_engine_directory"
}
