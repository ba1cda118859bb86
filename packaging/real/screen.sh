#!/usr/bin/env bash
# The real window on a screen in memory, worked by its keyboard. Source it with $root, $work and $story set; then
#   screen_start, open_console   Xvfb, then the console with its home in $work/home; $api is where it answers
#   go_to keys words mouse settle   what a person does
#   keys_seen                    keys, and waits until the screen answers them
#   picture NAME                 keeps what is seen in app-ui/target/screens/story
#   call until_true says fail    the same console over HTTP, and what is expected of it
# $screen and $console are to be killed at the end.

pictures="$root/app-ui/target/screens/story"
screen= console= api= manager=

screen_available() {
  local tool
  for tool in Xvfb xdotool curl; do
    command -v "$tool" >/dev/null 2>&1 || { echo "there is no $tool"; return 1; }
  done
}

screen_stop() {
  [ -z "$console" ] || kill "$console" 2>/dev/null || true
  [ -z "$console" ] || wait "$console" 2>/dev/null || true
  [ -z "$manager" ] || kill "$manager" 2>/dev/null || true
  [ -z "$screen" ] || kill "$screen" 2>/dev/null || true
}

fail() {
  echo "$story: $1" >&2
  picture failed
  cat "$work/err" >&2 || true
  exit 1
}

picture() { # name
  mkdir -p "$pictures"
  command -v import >/dev/null 2>&1 && import -window root "$pictures/$story-$1.png" 2>/dev/null || true
}

# until_true SECONDS COMMAND…: waits until the command succeeds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}

call() { # path, further arguments of curl
  local path=$1
  shift
  curl -sS -H "Authorization: Bearer $(cat "$work/home/local-token")" -H 'Content-Type: application/json' \
    "$api/api/v1$path" "$@"
}

says() { # words, command…: whether its answer holds the words
  local words=$1 answer
  shift
  # Not through a pipe: a grep that has found what it wants ends, and what still writes to it fails.
  answer=$("$@" 2>/dev/null) || return 1
  [[ $answer == *"$words"* ]]
}

keys() { xdotool key --clearmodifiers --delay 60 "$@"; }
words() { xdotool type --delay 12 -- "$1"; }

# What is typed must not overtake the window: waits until three looks at the screen in a row are the same, but for what a
# blinking cursor changes.
settle() {
  local same=0
  rm -f "$work/look.before"
  for _ in $(seq 1 40); do
    # A look that fails is no reason to end, and nothing to compare with.
    look >"$work/look.now" || { rm -f "$work/look.before"; sleep 0.2; continue; }
    if [ -f "$work/look.before" ] && [ "$(differing)" -lt 600 ]; then same=$((same + 1)); else same=0; fi
    [ "$same" -lt 2 ] || return 0
    mv "$work/look.now" "$work/look.before"
    sleep 0.2
  done
}
look() { import -window root -depth 8 rgb:- 2>/dev/null; }
# How many bytes the two looks differ in, counted up to 600.
differing() { { cmp -l "$work/look.before" "$work/look.now" 2>/dev/null || true; } | head -n 600 | wc -l; }
# Whether the screen shows more than black.
painted() { [ "$(import -window root -depth 8 rgb:- 2>/dev/null | tr -d '\000' | wc -c)" -gt 100000 ]; }
# Keys whose answer must be seen before others follow, however long a busy machine takes.
keys_seen() {
  look >"$work/look.old" || fail "the screen cannot be looked at"
  keys "$@"
  until_true 60 looks_other 600 || fail "nothing came of $*"
  settle
}
# Whether the screen differs from $work/look.old in so many bytes.
looks_other() {
  look >"$work/look.new" || return 1
  [ "$({ cmp -l "$work/look.old" "$work/look.new" 2>/dev/null || true; } | head -n "$1" | wc -l)" -ge "$1" ]
}
if ! command -v import >/dev/null 2>&1; then
  settle() { sleep 2; }
  keys_seen() { keys "$@"; settle; }
  painted() { true; }
fi

go_to() { # name in the palette
  keys ctrl+k
  settle
  words "$1"
  settle
  keys Return
  settle
}

screen_start() {
  # Without repetition (-r): a key that a busy machine lets go of late would be typed again and again.
  Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -r 3>"$work/display" >/dev/null 2>&1 &
  screen=$!
  until_true 60 test -s "$work/display" || fail "Xvfb did not start"
  export DISPLAY=":$(cat "$work/display")"
}

# A window manager, which robots under a screen in memory never meet.
manager_start() {
  openbox >/dev/null 2>&1 &
  manager=$!
  until_true 60 managed || fail "openbox did not start"
}
managed() { xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id'; }
# In the window, wherever the manager put it.
mouse() { xdotool mousemove --window "$(head -1 "$work/window")" "$1" "$2" click "${3:-1}"; } # x, y, button

started_or_gone() { says ' listening on ' cat "$work/out" || ! kill -0 "$console" 2>/dev/null; }

open_console() {
  # The lines of a console before this one must not be taken for its own.
  rm -f "$work/out"
  # What it runs on this machine is not kept among the person's own.
  XDG_STATE_HOME="$work/state" "$root/packaging/run.sh" --home "$work/home" --port 0 >"$work/out" 2>"$work/err" &
  console=$!
  until_true 240 started_or_gone && says ' listening on ' cat "$work/out" || fail "the console did not start"
  api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/out")
  until_true 60 xdotool search --onlyvisible --name '^Wheelhouse$' >"$work/window" || fail "there is no window"
  xdotool windowfocus "$(head -1 "$work/window")"
  until_true 60 painted || fail "the window stays black"
  settle
}
