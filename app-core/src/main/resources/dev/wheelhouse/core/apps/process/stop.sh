# Stops an app: asks its process group to end, then whatever else carries its mark, and kills what is left after ten
# seconds. Argument: id. The first line tells: stopped, or left with the process numbers that could not be ended.
cd "$base/$1" 2>/dev/null || { echo stopped; exit 0; }
: >stop
pid=
if read -r pid ticks was rest <run && alive "$pid" "$ticks" "$was"; then
  kill -s TERM -- "-$pid" 2>/dev/null || kill -s TERM "$pid" 2>/dev/null
else
  pid=
fi
running() {
  [ -n "$pid" ] && { alive "$pid" "$ticks" "$was" || kill -0 -- "-$pid" 2>/dev/null; }
}
supervised() {
  { read -r keeper since when <supervisor; } 2>/dev/null && alive "$keeper" "$since" "$when"
}
until=$(($(uptime) + 10))
asked=
while [ "$(uptime)" -lt "$until" ]; do
  if ! running; then
    left=$(marked "$1")
    [ -n "$left" ] || break
    [ -n "$asked" ] || send TERM $left
    asked=yes
  fi
  moment
done
i=0
while [ $i -lt 20 ]; do
  left=$(marked "$1")
  running || [ -n "$left" ] || break
  [ -z "$pid" ] || kill -s KILL -- "-$pid" 2>/dev/null
  send KILL $left
  moment
  i=$((i + 1))
done
until=$(($(uptime) + 5))
while supervised && [ "$(uptime)" -lt "$until" ]; do moment; done
if supervised; then kill -s KILL "$keeper"; rm -f supervisor; fi
left=$(marked "$1")
if [ -n "$left" ]; then echo left $left; else echo stopped; fi
