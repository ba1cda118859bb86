# Tells of many apps at once. Arguments: ids. Lines: app, run and waiting of each; then the machine and its processes.
for id in "$@"; do
  echo "app $id"
  { read -r line <"$base/$id/run"; } 2>/dev/null && echo "run $line"
  { read -r line <"$base/$id/supervisor"; } 2>/dev/null && echo "supervisor $line"
done
read -r line </proc/uptime
echo "uptime $line"
echo "boot $boot"
while read -r name value unit; do
  [ "$name" != MemTotal: ] || { echo "memory $value"; break; }
done </proc/meminfo
echo "ticks $(getconf CLK_TCK 2>/dev/null || echo 100)"
echo "page $(getconf PAGESIZE 2>/dev/null || echo 4096)"
echo processes
cat /proc/[0-9]*/stat 2>/dev/null
exit 0
