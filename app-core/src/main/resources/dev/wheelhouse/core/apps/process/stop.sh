# Stops an app: asks its process group to end, then whatever else carries its mark, and kills what is left after a
# while. Arguments: id, seconds of that while, "idle" to leave a program that runs. The first line tells: stopped, left with
# the process numbers that could not be ended, or busy.
cd "$base/$1" 2>/dev/null || { echo stopped; exit 0; }
hold 30 || { echo busy; exit 0; }
if [ "$3" = idle ] && read -r pid ticks was rest <run && alive "$pid" "$ticks" "$was"; then
  # Another console was faster to start it.
  echo stopped
  exit 0
fi
: >stop
pid=
if read -r pid ticks was rest <run && alive "$pid" "$ticks" "$was"; then
  kill -s TERM -- "-$pid" 2>/dev/null || kill -s TERM "$pid" 2>/dev/null
else
  pid=
fi
running() { [ -n "$pid" ] && alive "$pid" "$ticks" "$was"; }
supervised() {
  { read -r keeper since when <supervisor; } 2>/dev/null && alive "$keeper" "$since" "$when"
}
until=$(($(uptime) + $2))
asked=' '
while [ "$(uptime)" -lt "$until" ]; do
  if ! running; then
    left=$(marked "$1")
    [ -n "$left" ] || supervised || break
    for each in $left; do
      case $asked in *" $each "*) ;; *) asked="$asked$each "; send TERM "$each" ;; esac
    done
  fi
  moment
done
until=$(($(uptime) + 5))
while [ "$(uptime)" -lt "$until" ]; do
  left=$(marked "$1")
  running || [ -n "$left" ] || supervised || break
  [ -z "$pid" ] || kill -s KILL -- "-$pid" 2>/dev/null
  send KILL $left
  moment
done
if supervised; then
  kill -s KILL "$keeper"
  rm -f supervisor
  send KILL $(marked "$1")
  moment
fi
left=$(marked "$1")
if [ -n "$left" ]; then echo left $left; else echo stopped; fi
