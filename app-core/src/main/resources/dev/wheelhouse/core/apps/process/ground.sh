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

# The processes that inherited an app's mark, wherever they went. One that ended and that nobody asked about has no
# environment any more.
marked() {
  for file in $(grep -l "WHEELHOUSE_APP=$1" /proc/[0-9]*/environ 2>/dev/null); do
    file=${file#/proc/}
    [ "${file%/environ}" = $$ ] || echo "${file%/environ}"
  done
}

# Sends a signal to processes, some of which may have ended meanwhile.
send() {
  signal=$1
  shift
  for each in "$@"; do kill -s "$signal" "$each" 2>/dev/null; done
}

uptime() { read -r seconds _ </proc/uptime; echo "${seconds%%.*}"; }

moment() { sleep 0.1 2>/dev/null || sleep 1; }

# Bytes of the log of one stream, in the app's directory.
size_of() { if [ -f "$1.log" ]; then echo $(($(wc -c <"$1.log"))); else echo 0; fi; }

# Lets one start or stop of an app be done at a time, whichever console asked for it; in the app's directory. Waits for as
# many seconds. A link is made whole or not at all; what one that was killed has left is taken away. Where none can be made,
# as on a full disk or without the tools, nothing is held, since a stop must work there too.
hold() {
  command -v ln >/dev/null && command -v readlink >/dev/null || return 0
  read -r line </proc/self/stat
  rest=${line##*) }
  set -- "$1" $rest
  own="$$ ${21} $boot"
  until=$(($(uptime) + $1))
  missed=0
  while ! ln -s "$own" starting 2>/dev/null; do
    if held=$(readlink starting 2>/dev/null) && [ -n "$held" ]; then
      missed=0
      alive $held || give_up "$held"
    else
      missed=$((missed + 1))
      [ $missed -lt 10 ] || return 0
    fi
    [ "$(uptime)" -lt "$until" ] || return 1
    moment
  done
  held_in=$(pwd)
  trap 'rm -f "$held_in/starting"' EXIT
}

# Takes away what is held by that one, who is gone, and gives back what somebody else has taken since.
give_up() {
  mv -f starting "starting.$$" 2>/dev/null || return 0
  if [ "$(readlink "starting.$$")" = "$1" ]; then rm -f "starting.$$"; else mv -f "starting.$$" starting; fi
}
