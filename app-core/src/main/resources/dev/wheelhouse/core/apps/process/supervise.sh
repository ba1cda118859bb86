# Runs one app as long as it should run. Read from standard input after the line that sets $environment, which are export
# lines for the program. Arguments: id, policy, directory or nothing, bytes of a log file, seconds to end in, moments that
# only who starts it needs, program, its arguments.
set_of() { shift 19; ticks=$1; }

# Since 1970, as exactly as the server tells: by when a run began its lines are told from those of the run before.
seconds_now() {
  time=$(date +%s.%N)
  case $time in *[!0-9.]* | *.) time=$(date +%s) ;; esac
  echo "$time"
}

note() { (printf '[wheelhouse] %s\n' "$1" >&6) 2>/dev/null; }

# One stream into rotated files, with the time of each line (the form of CRI); a line that finds no room is dropped and
# told later, since the program must neither end nor wait for ever because of its log.
lines='
function stamp(  now, second) {
  now = clock() + 0.0000005
  if (now != then) {
    then = now
    second = int(now)
    head = strftime("%Y-%m-%dT%H:%M:%S", second) sprintf(".%06dZ ", (now - second) * 1000000) stream " F "
  }
  return head
}
function keep(text) {
  if (size > 0 && size + length(text) >= limit) {
    close(file)
    system("for i in 6 5 4 3 2 1; do [ ! -e " file ".$i ] || mv -f " file ".$i " file ".$((i + 1)); done; mv -f " file " " file ".1")
    size = 0
  }
  print text >> file
  # Where there is no room, awk ends here by itself.
  fflush(file)
  size += length(text) + 1
}
BEGIN {
  file = stream ".log"
  if (dropped > 0) keep(stamp() "[wheelhouse] " dropped " lines or more were not kept: there was no room for them.")
}
{
  text = $0
  own = length(text) - length(mark)
  if (own >= 0 && substr(text, own + 1) == mark) {
    if (own == 0) next
    text = substr(text, 1, own)
  }
  keep(stamp() text)
}
'

# Seconds since 1970. gawk knows microseconds. Others count from when the server began, which it tells to the hundredth of
# a second; when that was is asked again each minute, since clocks are set.
exact='function clock() { return gettimeofday() }'
counted='
function up(  line) {
  getline line < "/proc/uptime"
  close("/proc/uptime")
  return line + 0
}
function clock(  now) {
  now = up()
  if (now >= due) { began = begin(now); due = now + 60 }
  return now + began
}
function begin(now,  time, parts, off) {
  "date +%s.%N" | getline time
  close("date +%s.%N")
  if (time ~ /^[0-9]+\.[0-9]+$/) return time - up()
  # busybox. What it was told holds until the clock is set.
  if (!began) { split(tick, parts, " "); return parts[1] - parts[2] }
  off = systime() - now - began
  return off > 0.5 || off < -1.5 ? systime() - now : began
}
'
tick='BEGIN {
  second = systime()
  while (systime() == second);
  getline up < "/proc/uptime"
  split(up, parts, " ")
  print second + 1, parts[1]
}'

# The same where perl knows microseconds and awk does not. Of a line with a NUL it keeps everything.
perl_lines='
use Time::HiRes;
my ($stream, $limit, $size, $dropped, $mark) = @ARGV;
my $file = "$stream.log";
my $out;
sub keep {
  my ($second, $micro) = Time::HiRes::gettimeofday();
  my ($s, $m, $h, $day, $month, $year) = gmtime $second;
  my $line = sprintf "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ %s F %s\n",
    $year + 1900, $month + 1, $day, $h, $m, $s, $micro, $stream, $_[0];
  if ($size > 0 && $size + length $line > $limit) {
    close $out if $out;
    undef $out;
    rename "$file.$_", "$file." . ($_ + 1) for reverse 1 .. 6;
    rename $file, "$file.1";
    $size = 0;
  }
  $out || open $out, ">>", $file or exit 2;
  (syswrite $out, $line) == length $line or exit 2;
  $size += length $line;
}
keep("[wheelhouse] $dropped lines or more were not kept: there was no room for them.") if $dropped > 0;
while (<STDIN>) {
  chomp;
  next if $_ eq $mark;
  s/\Q$mark\E\z//;
  keep($_);
}
'

drops='BEGIN { until = systime() + 2 } { n++; if (systime() >= until) { print n; over = 1; exit 9 } } END { if (!over) print n + 0 }'

write_once() {
  if [ -n "$perl" ]; then
    LC_ALL=C perl -e "$perl_lines" "$1" "$limit" "$2" "$dropped" "$mark"
  else
    LC_ALL=C TZ=UTC0 $awk $flags -v stream="$1" -v limit="$limit" -v size="$2" -v dropped="$dropped" -v tick="$began_at" -v mark="$mark" "$clock$lines"
  fi
}

write_lines() {
  dropped=0
  while :; do
    write_once "$1" "$(size_of "$1")" 2>/dev/null && break
    more=$(LC_ALL=C $awk $flags "$drops" 2>/dev/null)
    code=$?
    dropped=$((dropped + 1 + ${more:-0}))
    [ $code != 0 ] || break
  done
}

# Where awk knows no time: the bytes as they are and as they come, which of all tools only dd passes on at once.
write_bytes() {
  while :; do
    told=$(LC_ALL=C dd bs=4096 count=1024 2>&1 >>"$1.log") || told=$(LC_ALL=C dd bs=4096 count=64 2>&1 >/dev/null)
    case $told in *'0+0 records in'*) break ;; esac
    [ "$(size_of "$1")" -ge "$limit" ] || continue
    for i in 6 5 4 3 2 1; do [ ! -e "$1.log.$i" ] || mv -f "$1.log.$i" "$1.log.$((i + 1))"; done
    mv -f "$1.log" "$1.log.1"
  done
}

open_log() {
  rm -f "$1.pipe"
  mkfifo "$1.pipe" || return 1
  (
    exec 5>&- 6>&-
    # A line without an end must not take the server's memory.
    ulimit -v 524288 2>/dev/null
    $writer "$1"
  ) <"$1.pipe" >/dev/null 2>&1 &
}

open_logs() {
  exec 5>&- 6>&-
  # Both are there from the first start on, also of a program that never complains.
  : >>stdout.log && : >>stderr.log
  open_log stdout && out=$! && open_log stderr && err=$! || return 1
  exec 5>stdout.pipe 6>stderr.pipe
  rm -f stdout.pipe stderr.pipe
}

run_once() {
  (
    read -r line </proc/self/stat
    set_of ${line##*) }
    printf '%s %s %s %s %s - -\n' "${line%% *}" "$ticks" "$boot" "$begun" "$restarts" >run.new && mv -f run.new run || exit 125
    exec >&5 2>&6 5>&- 6>&-
    cd "${place:-$HOME}" 2>/dev/null || { echo "[wheelhouse] There is no directory ${place:-$HOME}, or it may not be entered." >&2; exit 125; }
    [ -z "$setsid" ] || set -- "$setsid" "$@"
    set -- "$id" "$@"
    # Last, since its variables may have the names of ours.
    eval "$environment"
    WHEELHOUSE_APP=$1
    export WHEELHOUSE_APP
    shift
    exec "$@"
  )
}

end_of() {
  read -r pid ticks was started count _ <run
  printf '%s %s %s %s %s %s %s\n' "$pid" "$ticks" "$was" "$started" "$count" "$now" "$code" >run.new && mv -f run.new run
  printf '%s %s\n' "$now" "$code" >>exits
  tail -n 100 exits >exits.new && mv -f exits.new exits
} 2>/dev/null

# What a program leaves behind ends with it; the next run would meet it on its ports.
find_rest() {
  left=$(marked "$id")
  # What it had begun may be ending with it.
  [ -z "$left" ] || { moment; left=$(marked "$id"); }
  [ -z "$left" ] || [ -e stop ] || note "It went into the background or left processes behind; they are ended too. Run it in the foreground, as nginx -g 'daemon off;' does."
}

end_rest() {
  [ -n "$left" ] || return 0
  send TERM $left
  until=$(($(uptime) + grace))
  while left=$(marked "$id") && [ -n "$left" ] && [ "$(uptime)" -lt "$until" ]; do moment; done
  send KILL $left
}

main() {
  id=$1 policy=$2 place=$3 limit=$4 grace=$5
  shift 6
  exec </dev/null
  umask 077
  cd "$base/$id" || exit 73
  read -r line </proc/self/stat
  set_of ${line##*) }
  mark="[wheelhouse $$.$ticks]"
  printf '%s %s %s\n' "$$" "$ticks" "$boot" >supervisor.new && mv -f supervisor.new supervisor || exit 74
  setsid=$(command -v setsid)
  flags=
  # Of a line with a NUL, mawk loses the rest.
  awk=$(command -v gawk) || awk=awk
  $awk -W version </dev/null 2>&1 | grep -qi mawk && flags='-W interactive'
  clock=$counted began_at= perl=
  if $awk -l time 'BEGIN { exit !(gettimeofday() > 0) }' </dev/null 2>/dev/null; then
    flags='-l time' clock=$exact
  elif LC_ALL=C perl -MTime::HiRes -e 1 </dev/null 2>/dev/null; then
    perl=perl
  else
    case $(date +%s.%N) in
      *[!0-9.]* | *.) began_at=$($awk $flags "$tick" </dev/null 2>/dev/null) ;;
    esac
  fi
  writer=write_bytes
  [ "$(TZ=UTC0 $awk 'BEGIN { if (systime() > 1000000000) print strftime("%Y", 0) }' </dev/null 2>/dev/null)" = 1970 ] && writer=write_lines
  open_logs || exit 75
  restarts=0
  pause=1
  while :; do
    kill -0 "$out" 2>/dev/null && kill -0 "$err" 2>/dev/null || open_logs || exit 75
    begun=$(seconds_now)
    run_once "$@"
    code=$?
    now=$(seconds_now)
    find_rest
    end_of
    end_rest
    case $code in
      127) note "There is no such program: $1" ;;
      126) note "This may not be run: $1" ;;
    esac
    [ ! -e stop ] || break
    case $policy in
      always) ;;
      on-failure) [ $code != 0 ] || break ;;
      *) break ;;
    esac
    [ $((${now%.*} - ${begun%.*})) -lt 600 ] || pause=1
    note "It ended with exit code $code and is started again in $pause s."
    i=0
    while [ $i -lt $pause ]; do
      sleep 1
      [ ! -e stop ] || break 2
      i=$((i + 1))
    done
    pause=$((pause * 2))
    [ $pause -le 60 ] || pause=60
    restarts=$((restarts + 1))
  done
  note "It ended with exit code $code."
  # Of a last line without an end, mawk takes what it last read elsewhere for one line more.
  [ $writer = write_bytes ] || { (echo "$mark" >&5) 2>/dev/null; (echo "$mark" >&6) 2>/dev/null; }
  exec 5>&- 6>&-
  wait
  rm -f supervisor
}

main "$@"; exit
