# Starts an app and waits until it is up. Standard input is the supervisor's text, which sets its own arguments to these. Arguments: id, policy, directory or
# nothing, bytes of a log file, seconds to end in, moments it is seen alive before it is up, program, its arguments. The
# first line tells: up, ended CODE, late, trouble or busy; behind it stands the end of what was logged since.
umask 077
dir=$base/$1
mkdir -p "$dir" && cd "$dir" || { echo trouble; exit 0; }
hold 30 || { echo busy; exit 0; }
if [ -e supervisor ] && read -r pid ticks was <supervisor && alive "$pid" "$ticks" "$was"; then
  echo up
  exit 0
fi
if [ -e run ] && read -r pid ticks was rest <run && alive "$pid" "$ticks" "$was"; then
  # Its supervisor was killed; it goes on by itself.
  echo up
  exit 0
fi
rm -f stop run supervisor
stdout=$(size_of stdout) stderr=$(size_of stderr)
# Of one stream, from that byte on; lines of earlier runs say nothing about this one.
said() {
  [ -e "$1.log" ] || return 0
  from=$2
  # It was rotated meanwhile.
  [ "$(size_of "$1")" -ge "$from" ] || from=0
  tail -c +$((from + 1)) "$1.log" | tail -n 20
}
: >trouble || { echo trouble; exit 0; }
client=
if [ -n "$WHEELHOUSE_LAUNCHER" ]; then
  # This script is part of a service that ends with it, so the supervisor becomes one of its own. What starts it waits for
  # its end, which nobody needs once it runs; it is killed, since an end that it is asked for it might pass on.
  launcher=$WHEELHOUSE_LAUNCHER
  unset WHEELHOUSE_LAUNCHER
  exec 3<&0
  $launcher sh -s <&3 3<&- >/dev/null 2>trouble &
  client=$!
  exec 3<&-
elif setsid -f true 2>/dev/null; then
  setsid -f sh -s -- "$@" >/dev/null 2>trouble
else
  exec 3<&0
  if command -v setsid >/dev/null; then
    (setsid sh -s -- "$@" <&3 3<&- >/dev/null 2>trouble &)
  else
    (trap '' HUP; sh -s -- "$@" <&3 3<&- >/dev/null 2>trouble &)
  fi
  exec 3<&-
fi
exec 2>/dev/null
until=$(($(uptime) + 10))
seen=0
result=late
while [ "$(uptime)" -lt "$until" ]; do
  moment
  if read -r pid ticks was started count ended code <run; then
    if [ "$ended" != - ]; then
      result="ended $code"
      break
    fi
    if alive "$pid" "$ticks" "$was"; then
      seen=$((seen + 1))
      [ $seen -lt "$6" ] || { echo up; [ -z "$client" ] || kill -s KILL "$client"; exit 0; }
    fi
  elif [ -s trouble ] && ! { read -r pid ticks was <supervisor && alive "$pid" "$ticks" "$was"; }; then
    result=trouble
    break
  fi
done
# It is not up: what there is of it ends, and its log is complete before it is read.
: >stop
until=$(($(uptime) + $5 + 3))
while read -r pid ticks was <supervisor && alive "$pid" "$ticks" "$was" && [ "$(uptime)" -lt "$until" ]; do moment; done
echo "$result"
[ "$result" != trouble ] || tail -n 5 trouble
said stdout "$stdout"
said stderr "$stderr"
exit 0
