#!/usr/bin/env bash
# A remote server for tests: Debian with systemd and sshd in a container of our own, reached on loopback. Source it, then
#   systemd_server_available            whether it can run here; says why not
#   systemd_server_start DIR PUBLIC_KEY makes it (once a machine), starts it, lets that key log in as root
#   systemd_server_off / _on            the machine goes away with everything on it, and comes back
#   systemd_server_run COMMAND…         inside it, past SSH
#   systemd_server_stop                 removes it
# Afterwards $systemd_server_port is where its sshd listens. More options of podman run may stand in systemd_server_options.
# $WHEELHOUSE_RELEASE names another release of Debian than bookworm. The root file system is kept in the user's cache.

systemd_server_cache="${XDG_CACHE_HOME:-$HOME/.cache}/wheelhouse-tests"
systemd_server_release=${WHEELHOUSE_RELEASE:-bookworm}
systemd_server_port=
systemd_server_directory=
systemd_server_options=()

systemd_server_available() {
  local tool
  [ "$(id -u)" = 0 ] || { echo "a container with systemd needs root"; return 1; }
  for tool in podman runc debootstrap iptables ssh-keygen; do
    command -v "$tool" >/dev/null 2>&1 || { echo "there is no $tool"; return 1; }
  done
}

systemd_server_podman() {
  CONTAINERS_CONF="$systemd_server_directory/containers.conf" podman \
    --root "$systemd_server_directory/storage" --runroot "$systemd_server_directory/run" --storage-driver vfs "$@"
}

# Half a minute and 100 MB of packages, once.
systemd_server_image() {
  local image="$systemd_server_cache/$systemd_server_release-systemd.tar" work
  [ -s "$image" ] && return 0
  mkdir -p "$systemd_server_cache"
  work=$(mktemp -d)
  debootstrap --variant=minbase \
    --include=systemd,systemd-sysv,dbus,openssh-server,cron,procps,iproute2 "$systemd_server_release" "$work/root" >"$work/log" 2>&1 ||
    { tail -5 "$work/log" >&2; rm -rf "$work"; return 1; }
  rm -rf "$work/root/var/cache/apt/archives" "$work/root/var/lib/apt/lists"
  # Host keys are made anew at every first start, or all servers would be the same one.
  rm -f "$work/root"/etc/ssh/ssh_host_*
  tar -C "$work/root" -cf "$image.part" . && mv "$image.part" "$image"
  rm -rf "$work"
}

# What starts systemd: since 258 it knows control groups of the second version only, which a machine may have beside the first.
systemd_server_init() {
  case "$systemd_server_release$(stat -fc %T /sys/fs/cgroup)" in
    *cgroup2fs | bullseye* | bookworm* | trixie*) systemd_server_init=(/sbin/init) ;;
    *)
      systemd_server_init=(sh -c 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup && exec /sbin/init')
      systemd_server_options+=(--cgroupns=private --cap-add SYS_ADMIN)
      ;;
  esac
}

systemd_server_start() {
  systemd_server_directory=$1
  systemd_server_image || return 1
  mkdir -p "$systemd_server_directory/networks"
  cat >"$systemd_server_directory/containers.conf" <<TOML
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
[network]
network_backend="netavark"
network_config_dir="$systemd_server_directory/networks"
[containers]
log_driver="k8s-file"
default_ulimits=["nofile=4096:8192","nproc=4096:8192"]
TOML
  # Below those that the system gives to whoever asks for any, such as the consoles of other stories.
  while systemd_server_port=$((20000 + RANDOM % 12000)); (: </dev/tcp/127.0.0.1/$systemd_server_port) 2>/dev/null; do :; done
  systemd_server_podman import -q "$systemd_server_cache/$systemd_server_release-systemd.tar" wheelhouse-server >/dev/null || return 1
  systemd_server_init
  systemd_server_podman run -d --name server --systemd=always --hostname web-1 \
    ${systemd_server_options[@]+"${systemd_server_options[@]}"} \
    -p "127.0.0.1:$systemd_server_port:22" wheelhouse-server "${systemd_server_init[@]}" >/dev/null || return 1
  systemd_server_run sh -c 'umask 077; mkdir -p /root/.ssh; cat >/root/.ssh/authorized_keys' <"$2" || return 1
  systemd_server_run ssh-keygen -A >/dev/null || return 1
  # Without its keys it gave up, perhaps too often for systemd to start it again by itself; and systemd does not answer
  # from its first moment on.
  local end=$((SECONDS + 60))
  until systemd_server_run sh -c 'systemctl reset-failed ssh; systemctl restart ssh' >/dev/null 2>&1; do
    # Once more, for what it says.
    [ "$SECONDS" -lt "$end" ] || { systemd_server_run systemctl restart ssh; return; }
    sleep 0.5
  done
}

systemd_server_run() { systemd_server_podman exec -i server "$@"; }
systemd_server_off() { systemd_server_podman stop -t 5 server >/dev/null; }
systemd_server_on() { systemd_server_podman start server >/dev/null; }

systemd_server_stop() {
  [ -n "$systemd_server_directory" ] || return 0
  systemd_server_podman rm -f -t 0 server >/dev/null 2>&1 || true
  systemd_server_podman unshare true >/dev/null 2>&1 || true
  umount -R "$systemd_server_directory/storage" 2>/dev/null || true
  rm -rf "$systemd_server_directory"
}
