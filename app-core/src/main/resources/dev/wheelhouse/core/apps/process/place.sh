# Tells where an app's files are. Arguments: id, and "make" to make the log's files where there are none yet.
if [ "$2" = make ]; then
  umask 077
  mkdir -p "$base/$1" && : >>"$base/$1/stdout.log" && : >>"$base/$1/stderr.log" || { echo trouble; exit 0; }
fi
echo "place $base/$1"
