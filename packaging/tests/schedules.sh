#!/usr/bin/env bash
# Schedules through the HTTP API alone: a command is tried, becomes a schedule, runs, is read, cancelled and paused; the
# console is killed within a run and over a due time, and tells both when it is back.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=schedules
. "$root/packaging/real/screen.sh"
finish() {
  [ -z "$console" ] || kill "$console" 2>/dev/null || true
  [ -z "$console" ] || wait "$console" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

start() {
  rm -f "$work/out"
  env -u DISPLAY -u WAYLAND_DISPLAY "$root/packaging/run.sh" --headless --home "$work/home" --port 0 \
    >"$work/out" 2>"$work/err" &
  console=$!
  until_true 240 started_or_gone && says ' listening on ' cat "$work/out" || fail "the console did not start"
  api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/out")
}

field() { sed -nE 's/.*"'"$1"'":"([^"]*)".*/\1/p'; }
first_id() { sed -nE 's/^[^"]*"id":"([^"]*)".*/\1/p'; }
expect() { # words, path, further arguments of curl
  local words=$1
  shift
  says "$words" call "$@" || fail "$* does not say $words but $(call "$@" 2>&1 | cut -c1-400)"
}
ended() { until_true 60 says '"finishedAt"' call "$1"; }

start

# What is wrong is refused and named before anything is kept.
expect '"path":"cron"' /schedules -d '{"name": "a", "serverId": "local", "command": "true", "cron": "0 0 30 2 *"}'
expect '"path":"timeZone"' /schedules -d '{"name": "a", "serverId": "local", "command": "true", "cron": "@daily", "timeZone": "Mars/Base"}'
expect '"path":"command"' /schedules -d '{"name": "a", "serverId": "local", "command": " ", "cron": "@daily"}'
expect '"words":"at 02:30 on Monday to Friday"' '/schedules/preview?cron=30%202%20*%20*%201-5&timeZone=Europe/Zurich'

# A command on trial is a job with a log.
job=$(call /schedules/test -d '{"serverId": "local", "command": "echo tried; exit 4"}' | first_id)
ended "/jobs/$job" || fail "the command on trial did not end"
expect '"exitCode":4' "/jobs/$job"
[ "$(call "/jobs/$job/log")" = tried ] || fail "the log of the trial is not what it wrote"

# It becomes a schedule and runs now; the end of its output is in the run, all of it in the log.
one=$(call /schedules -d '{"name": "nightly", "serverId": "local", "cron": "0 3 * * *", "timeZone": "Europe/Zurich",
  "command": "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo \"line $i\"; done"}' | first_id)
[ -n "$one" ] || fail "the schedule was not added"
run=$(call "/schedules/$one/run" -X POST | first_id)
ended "/schedules/$one/runs/$run" || fail "the run did not end"
expect '"status":"succeeded"' "/schedules/$one/runs/$run"
expect 'line 20000\n' "/schedules/$one/runs/$run"
call "/schedules/$one/runs/$run/log" >"$work/log"
[ "$(wc -l <"$work/log")" = 20000 ] && [ "$(head -1 "$work/log")" = "line 1" ] || fail "the log is not whole"

# One run at a time; a cancel ends what ignores it.
long=$(call /schedules -d '{"name": "stubborn", "serverId": "local", "cron": "0 3 * * *",
  "command": "trap \"\" TERM; echo begun; i=0; while [ $i -lt 150 ]; do sleep 0.2; i=$((i+1)); done"}' | first_id)
run=$(call "/schedules/$long/run" -X POST | first_id)
until_true 30 says 'begun' call "/schedules/$long/runs/$run" || fail "what a run writes is not seen while it runs"
expect '"already_running"' "/schedules/$long/run" -X POST
call "/schedules/$long/runs/$run" -X DELETE >/dev/null
ended "/schedules/$long/runs/$run" || fail "a command that ignores the wish to end was not killed"
expect '"status":"cancelled"' "/schedules/$long/runs/$run"

# All rest while they are paused.
expect '"paused":true' /schedules/pause -X POST
expect '"paused":true' /schedules/pause
expect '"paused":false' /schedules/resume -X POST

# Killed within a run, and away over a due time and its minute of grace.
minutes=$(call /schedules -d '{"name": "minutes", "serverId": "local", "cron": "* * * * *", "command": "true"}' | first_id)
run=$(call "/schedules/$long/run" -X POST | first_id)
until_true 30 says 'begun' call "/schedules/$long/runs/$run" || fail "the second run did not begin"
# The console itself: what started it ends with it.
kill -KILL "$(sed -nE 's/.*"pid":([0-9]+).*/\1/p' "$work/home/api.json")"
wait "$console" 2>/dev/null || true
due=$((($(date +%s) / 60 + 1) * 60))
while [ "$(date +%s)" -le $((due + 62)) ]; do sleep 1; done
start
back=$SECONDS
until_true 60 says '"status":"failed"' call "/schedules/$long/runs/$run" || fail "the run of the dead console does not end"
expect 'The console stopped while it ran' "/schedules/$long/runs/$run"
echo "schedules: the run of a killed console ended $((SECONDS - back)) s after the next start"
until_true 60 says '"status":"missed"' call "/schedules/$minutes/runs" || fail "the missed due time has no row"
expect '"schedule.missed"' "/events?kind=schedule.missed&subject=$minutes"
expect '"schedule.failed"' "/events?kind=schedule.failed&subject=$long"
until_true 90 says '"status":"succeeded"' call "/schedules/$minutes/runs" || fail "it does not go on after it was away"
echo "A schedule is tried, run, read, cancelled, paused, and honest about a console that was killed, over HTTP."
