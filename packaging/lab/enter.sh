#!/usr/bin/env bash
# Runs a command on another system's files: enter.sh ROOT COMMAND…. The command sees that root as its own, with this machine's
# processes, devices and network, and the directories named in $ENTER_BINDS (separated by colons) at their own places. All
# mounts are in a namespace of their own and go with the last process that uses it. $ENTER_TMP is its /tmp. With $ENTER_CGROUP2
# it sees control groups of version 2 also where this machine has those of version 1, without their controllers. Needs root.
set -euo pipefail

exec unshare --mount --propagation private bash -euc '
  root=$1 here=$PWD
  shift
  mount --bind "$root" "$root"
  for each in /proc /sys /dev; do mount --rbind "$each" "$root$each"; done
  if [ -n "${ENTER_CGROUP2-}" ] && [ "$(stat -fc %T /sys/fs/cgroup)" != cgroup2fs ]; then
    umount -R "$root/sys/fs/cgroup"
    mount -t cgroup2 none "$root/sys/fs/cgroup"
  fi
  # Before the rest, some of which may lie in /tmp.
  [ -z "${ENTER_TMP-}" ] || mount --bind "$ENTER_TMP" "$root/tmp"
  IFS=:
  for each in ${ENTER_BINDS-}; do
    mkdir -p "$root$each"
    mount --rbind "$each" "$root$each"
  done
  unset IFS ENTER_BINDS ENTER_TMP ENTER_CGROUP2
  # Not chroot: programs that make containers ask for a root that is a mount point.
  cd "$root"
  mkdir -p .outside
  pivot_root . .outside
  umount -l /.outside
  cd "$here" 2>/dev/null || cd /
  exec "$@"' enter "$@"
