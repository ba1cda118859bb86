#!/usr/bin/env bash
# Apache MINA SSHD (org.apache.sshd:sshd-core 2.20.0, client): at its end, the stream of a channel's output says that -1 bytes
# are available. InputStream.available says "0 when it reaches the end of the input stream". Behind a BufferedInputStream
# that becomes 2147483647 at once, as the JDK's sum of both overflows: whoever sizes a buffer by it runs out of memory, and
# whoever waits while "available() == 0" or reads while "available() > 0" is wrong too. A stream on which nothing was ever
# written (standard error, mostly) says the same from its end on.
# Expected by most: 0 at the end.
#
# Seen with OpenJDK 25.0.3, of a command that writes 6 bytes to its standard output and has ended:
#   standard output, before it is read: 6
#   standard output, at its end: -1
#   standard output, at its end, buffered: 2147483647
#   standard error, not read: -1
#
# Needs a JDK 21 or newer and Maven, which fetches the pinned packages into a folder of their own. Exits with 1 when the
# behaviour is another one.
set -euo pipefail
script=$(realpath "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>available</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.sshd</groupId><artifactId>sshd-core</artifactId><version>2.20.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
cat >Available.java <<'JAVA'
import java.io.BufferedInputStream;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.shell.ProcessShellCommandFactory;

class Available {
    public static void main(String[] none) throws Exception {
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider());
        server.setPasswordAuthenticator((user, password, session) -> true);
        server.setCommandFactory(ProcessShellCommandFactory.INSTANCE);
        server.start();
        SshClient client = SshClient.setUpDefaultClient();
        client.setServerKeyVerifier((session, address, key) -> true);
        client.start();
        ClientSession session = client.connect("somebody", "127.0.0.1", server.getPort())
                .verify(20, TimeUnit.SECONDS)
                .getSession();
        session.addPasswordIdentity("any");
        session.auth().verify(20, TimeUnit.SECONDS);
        ChannelExec command = session.createExecChannel("echo hello");
        command.open().verify(20, TimeUnit.SECONDS);
        command.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), 20_000);
        InputStream output = command.getInvertedOut();
        System.out.println("standard output, before it is read: " + output.available());
        output.readAllBytes();
        System.out.println("standard output, at its end: " + output.available());
        System.out.println("standard output, at its end, buffered: " + new BufferedInputStream(output).available());
        System.out.println("standard error, not read: " + command.getInvertedErr().available());
        System.exit(0);
    }
}
JAVA
mvn -q -B -Dstyle.color=never dependency:build-classpath -Dmdep.outputFile=classpath >maven.log 2>&1 \
  || { cat maven.log >&2; exit 2; }
java -cp "$(cat classpath)" Available.java | tee seen
sed -n 's/^#   //p' "$script" | diff - seen
