# Source it for
#   real_tests    sets the array real to what Maven is told of the tests tagged `real`, and adds to left_out those whose servers
#                 are not installed

real_tests() {
  local excluded=none
  real=()
  if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    left_out+=("the tests tagged 'real': there is no PostgreSQL server (package postgresql)")
    return
  fi
  if ! command -v prometheus >/dev/null 2>&1 || ! command -v prometheus-node-exporter >/dev/null 2>&1; then
    excluded+='|real-prometheus'
    left_out+=("the tests tagged 'real-prometheus': there is no prometheus and prometheus-node-exporter")
  fi
  if [ ! -x /usr/sbin/named ] || [ ! -x /usr/sbin/knotd ] || [ ! -x /usr/sbin/pdns_server ] ||
    [ ! -e /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql ]; then
    excluded+='|real-dns'
    left_out+=("the tests tagged 'real-dns': not all of bind9, knot, pdns-server and pdns-backend-sqlite3 are there")
  fi
  real=(-Preal "-Dexcluded.test.tags=$excluded")
}
