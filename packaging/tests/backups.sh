#!/usr/bin/env bash
# Backups of a cluster under load, by a console that is killed, restored to the moment before a table was dropped.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/packaging/linux/prove-backups.sh"
