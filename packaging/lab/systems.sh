# What has to run, or to be said to Maven, for a part. Sourced by lab.sh.
#   system_start PART RELEASE    sets system_options; where it cannot, system_trouble says why
#   system_stop

system_options=() system_pid= system_trouble=

# A free port of loopback, below those that the system gives to whoever asks for any.
lab_port() {
  local port
  while port=$((20000 + RANDOM % 12000)); (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do :; done
  echo "$port"
}
# Waits until somebody listens there, as long as the system runs.
answers() { # port
  local end=$((SECONDS + 60))
  until (: </dev/tcp/127.0.0.1/"$1") 2>/dev/null; do
    kill -0 "$system_pid" 2>/dev/null || { system_trouble="it ended at its start"; return 1; }
    [ "$SECONDS" -lt "$end" ] || { system_trouble="it does not listen"; return 1; }
    sleep 0.2
  done
}

# Runs in a group of its own, so that all of it can be ended.
run_system() {
  set -m
  "$@" &
  set +m
  system_pid=$!
}

system_start() {
  local part=$1 release=$2 port place="$cache/$2.tmp/$1"
  system_options=() system_pid=
  case "$part" in
    postgres-*) system_options=("-Dwheelhouse.postgres=${part#postgres-}") ;;
    docker) system_options=("-Dwheelhouse.docker=true") ;;
    ceph | swift)
      local keys=lab:secret-of-the-lab
      [ "$part" = ceph ] || keys=test%3Atester:testing
      port=$(lab_port)
      run_system within_release "$release" "$root/packaging/lab/$part.sh" "/tmp/$part" "$port"
      system_options=("-Dwheelhouse.s3=http://$keys@127.0.0.1:$port")
      answers "$port"
      ;;
    s3rver)
      port=$(lab_port)
      mkdir -p "$place"
      within_release "$release" npm install --silent --no-audit --no-fund --prefix "/tmp/$part" s3rver@3.7.1 || { system_trouble="npm did not install it"; return 1; }
      # It pages with a cipher that OpenSSL 3 has put away.
      NODE_OPTIONS=--openssl-legacy-provider run_system within_release "$release" \
        node "/tmp/$part/node_modules/.bin/s3rver" -d "/tmp/$part/data" -a 127.0.0.1 -p "$port"
      system_options=("-Dwheelhouse.s3=http://S3RVER:S3RVER@127.0.0.1:$port")
      answers "$port"
      ;;
  esac
}
system_stop() {
  [ -z "$system_pid" ] || kill -- "-$system_pid" 2>/dev/null
  [ -z "$system_pid" ] || wait "$system_pid" 2>/dev/null
  system_pid=
}
