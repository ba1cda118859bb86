# What every script of a process app begins with. Arguments of each: the app's id first. Data comes as arguments only.
[ -r /proc/self/stat ] && [ -r /proc/uptime ] || { echo no-proc; exit 0; }
[ -n "${XDG_STATE_HOME:-$HOME}" ] || { echo no-home; exit 0; }
base=${XDG_STATE_HOME:-$HOME/.local/state}/wheelhouse/apps
read -r boot </proc/sys/kernel/random/boot_id 2>/dev/null || boot=unknown

# Whether a process still is the one that began at that tick: pid, ticks, boot.
alive() {
  [ "$3" = "$boot" ] || return 1
  { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
  rest=${line##*) }
  set -- "$2" $rest
  [ "$2" != Z ] && [ "${21}" = "$1" ]
}

# The processes that inherited an app's mark, wherever they went.
marked() {
  for file in $(grep -l "WHEELHOUSE_APP=$1" /proc/[0-9]*/environ 2>/dev/null); do
    file=${file#/proc/}
    [ "${file%/environ}" = $$ ] || echo "${file%/environ}"
  done
}

# Those of them that run; one that ended and that nobody asked about has no environment any more.
send() {
  signal=$1
  shift
  for each in "$@"; do kill -s "$signal" "$each" 2>/dev/null; done
}

uptime() { read -r seconds _ </proc/uptime; echo "${seconds%%.*}"; }

moment() { sleep 0.1 2>/dev/null || sleep 1; }
