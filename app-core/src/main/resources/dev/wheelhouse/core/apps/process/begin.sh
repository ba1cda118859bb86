# Starts an app, also one that waits to be started again, and looks at it. Arguments: id, the text that all scripts begin
# with, those that stop, start and look, and the arguments of the one that starts. Before what each of them tells stands a
# mark. Standard input is for the one that starts.
id=$1 ground=$2 stop=$3 start=$4 look=$5
shift 5
answer=$(sh -c "$ground$stop" wheelhouse "$id" "$4" idle </dev/null)
printf 'wheelhouse:stop\n%s\n' "$answer"
[ "$answer" = stopped ] || exit 0
echo wheelhouse:start
sh -c "$ground$start" wheelhouse "$id" "$@"
echo wheelhouse:look
sh -c "$ground$look" wheelhouse "$id" </dev/null
