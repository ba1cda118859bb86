# Tells when nobody listens at the ports of an app, until its standard input ends. Arguments: ports, or nothing and then
# "of" and the number of a process: those that it and its children listen at. Each line: down or up and the seconds since
# boot; over at the end.
ports=
if [ "$1" = of ]; then
  # A program for each of thousands of connections would take longer than the switch.
  own() {
    ls -l /proc/"$1"/fd 2>/dev/null
    for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do own "$child"; done
  }
  sockets=$(own "$2" | sed -n 's/.* -> socket:\[\([0-9]*\)\]$/\1/p')
  [ -z "$sockets" ] || ports=$(echo "$sockets" | awk '
    NR == FNR { own[$1]; next }
    $4 == "0A" && $10 in own { sub(/.*:/, "", $2); print $2 }' - /proc/net/tcp /proc/net/tcp6 2>/dev/null)
else
  for each; do ports="$ports $(printf %04X "$each")"; done
fi
[ -n "${ports# }" ] || { echo none; exit 0; }
pattern=$(for each in $ports; do echo "$each"; done | sort -u | sed 's/.*/:& [0-9A-F]*:[0-9A-F]* 0A /')
wanted=$(echo "$pattern" | wc -l)
now=up
echo watching
# Ends with its standard input, also when the console is gone; one in the background would get another.
trap 'echo over; exit 0' TERM
exec 3<&0 </dev/null
(while read -r _ <&3; do :; done; kill -s TERM $$) &
exec 3<&-
while :; do
  found=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | grep -o "$pattern" | sed 's/ .*//' | sort -u | wc -l)
  if [ "$found" -ge "$wanted" ]; then seen=up; else seen=down; fi
  if [ $seen != $now ]; then
    read -r at _ </proc/uptime
    now=$seen
    echo "$seen $at"
  fi
  sleep 0.01 2>/dev/null || sleep 1
done
