#!/usr/bin/env bash
# Schedules in the real window, by its keyboard alone: one is written down in a form that says in words what it means, tried,
# added, run and its output read; a second one fails, and its notice leads to the run; then everything is paused and goes on.
# What the window did is held against the HTTP API, and each step is kept as a picture.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=schedules
. "$root/packaging/real/screen.sh"
reason=$(screen_available) || { echo "schedules-window: left out, $reason"; exit 0; }
finish() {
  screen_stop
  rm -rf "$work"
}
trap finish EXIT

schedules() { call /schedules; }
id_of() { schedules | grep -oE '"id":"sch_[^"]*","name":"'"$1"'"' | sed -nE 's/"id":"([^"]*)".*/\1/p'; }
runs() { call "/schedules/$id/runs"; }
happened() { says "\"$1\"" call "/events?kind=$1"; }
# What is under way is read anew every second, which nothing outside tells.
refreshed() { sleep 2; settle; }

# Runs the schedule, which a key asks about first; again where its page was not in front yet.
asked() { xdotool search --onlyvisible --name "^$1 " >/dev/null; }
begins() { says '"run_' runs || { keys ctrl+r && until_true 20 asked Run && settle && keys Return && until_true 20 says '"run_' runs; }; }

screen_start
open_console
keys_seen alt+6
picture 1-empty

keys_seen ctrl+shift+d
words say-hello
settle
# Past the server: there is but one, which is chosen.
keys Tab Tab
words 'echo "hello from $WHEELHOUSE_SCHEDULE"; seq 3'
# Past the time-out and the choices to the times.
keys Tab Tab Tab Tab
words '30 2 * * mon-fri'
settle
picture 2-words
keys ctrl+Return
tried() { says '"kind":"schedule_test"' call /jobs && says '"status":"succeeded"' call /jobs; }
until_true 60 tried || fail "the test run did not succeed"
refreshed
picture 3-tried
says '"say-hello"' schedules && fail "a test run keeps a schedule"

keys Return
until_true 60 says '"name":"say-hello"' schedules || fail "the schedule was not added"
says '"cron":"30 2 * * mon-fri"' schedules || fail "the schedule has other times"
id=$(id_of say-hello)
refreshed
picture 4-added
says '"run_' runs && fail "the schedule ran unasked"

until_true 60 begins || fail "the schedule does not run"
until_true 60 says '"status":"succeeded"' runs || fail "the run did not succeed"
run=$(runs | grep -oE '"id":"run_[^"]*"' | head -1 | sed -nE 's/"id":"([^"]*)"/\1/p')
says 'hello from say-hello' call "/schedules/$id/runs/$run/log" || fail "the output of the run is lost"
refreshed
picture 5-output

keys_seen alt+Left
keys_seen ctrl+shift+d
words import-orders
settle
keys Tab Tab
# It runs for long enough to be seen running where everything is slow.
words 'for i in 1 2 3; do echo "INFO file $i read"; sleep 3; done; echo "ERROR row 17 has no price"; exit 3'
keys Tab Tab Tab Tab
words @hourly
settle
picture 6-second
keys Return
until_true 60 says '"name":"import-orders"' schedules || fail "the second schedule was not added"
id=$(id_of import-orders)
refreshed
until_true 60 begins || fail "the second schedule does not begin"
until_true 20 says '"status":"running"' runs || fail "the second schedule does not run"
sleep 1.5
picture 7-running
keys alt+1
until_true 60 happened schedule.failed || fail "there is no event schedule.failed"
says '"exitCode":3' runs || fail "the run ended otherwise"
# The notice of it comes with the next look at what happened; F8 before it does nothing. Which screen is in front is kept
# with the window's own state.
sleep 6
settle
picture 8-notice
leads_there() { keys F8 && until_true 5 grep -q '"screen" *: *"schedules"' "$work/home/ui-state.json"; }
until_true 60 leads_there || fail "F8 does not lead to the run that failed"
refreshed
picture 9-failed

keys_seen alt+Left
# What the key does follows what the window last read.
paused() { says '"paused":true' call /schedules/pause; }
pauses() { paused || { keys ctrl+shift+u && until_true 15 asked 'Pause all' && settle && keys Return && until_true 15 paused; }; }
until_true 60 pauses || fail "schedules are not paused"
refreshed
picture 10-paused
going_on() { says '"paused":false' call /schedules/pause; }
goes_on() { going_on || { keys ctrl+shift+u && until_true 15 asked 'Resume all' && settle && keys Return && until_true 15 going_on; }; }
until_true 60 goes_on || fail "schedules do not go on"
refreshed
picture 11-list
keys_seen ctrl+j
picture 12-jobs
echo "Schedules are tried, added, run, watched failing and paused in the window."
