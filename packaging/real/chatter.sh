#!/usr/bin/env bash
# A program for the stories of apps: prints 10,000 numbered lines a second, then complains and fails. Source it, then
#   chatter_script FILE          writes it
#   chatter_unit RUN…            makes it the unit chatter.service on a machine that RUN reaches
#   chatter_search APP WORD LINE whether the console, whose `call` is that of screen.sh, finds the line in the app's log
# $chatter_lines is how many lines there are.

chatter_lines=100000

chatter_program() {
  cat <<'SH'
#!/bin/sh
# A thousand lines, ten times a second.
n=0
while [ "$n" -lt 100000 ]; do
  end=$((n + 1000))
  while [ "$n" -lt "$end" ]; do
    n=$((n + 1))
    echo "line $n of a program that has much to say and says it quickly"
  done
  sleep 0.1
done
# Whoever looks should see it running.
sleep 2
echo "level=error msg=\"it ran out of cheese\"" >&2
exit 3
SH
}

chatter_script() {
  chatter_program >"$1"
  chmod +x "$1"
}

chatter_unit() {
  chatter_program | "$@" sh -c 'cat >/usr/local/bin/chatter && chmod +x /usr/local/bin/chatter'
  # The journal drops what comes too quickly; an interval of 0, which would turn that off, systemd 252 does not heed.
  "$@" sh -c 'cat >/etc/systemd/system/chatter.service && systemctl daemon-reload' <<'UNIT'
[Unit]
Description=Prints ten thousand lines a second

[Service]
ExecStart=/usr/local/bin/chatter
LogRateLimitIntervalSec=1
LogRateLimitBurst=1000000
UNIT
}

field() { sed -nE 's/.*"'"$1"'":"([^"]*)".*/\1/p'; }

# A search of a large log may stop early, without a line, and is then gone on with.
chatter_search() {
  local after= page
  while :; do
    page=$(call "/apps/$1/logs/search?include=$2&limit=10$after") || return 1
    [[ $page != *"$3"* ]] || return 0
    [[ $page == *'"hasMore":true'* ]] || { echo "$page" >&2; return 1; }
    after="&after=$(field next <<<"$page")"
  done
}
