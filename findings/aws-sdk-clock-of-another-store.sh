#!/usr/bin/env bash
# AWS SDK for Java 2 (software.amazon.awssdk:s3 2.54.2): what one endpoint's clock differs by is taken for every client that
# the process makes later, whatever endpoint that one talks to. A store whose clock is an hour behind answers one request with
# RequestTimeTooSkewed (S3 API reference, "Error responses"); a new client of another store then signs with a time that is
# an hour wrong, and a store that checks the clock refuses its first request. SdkGlobalTime keeps the offset, a static field.
# Expected by most: clock skew is corrected for the endpoint that reported it, as each client has its own correction.
#
# Seen with OpenJDK 25:
#   a client of a store with the right clock, made before: signs 0 min from now
#   the same, made after another store said that its clock is an hour behind: signs -60 min from now
#
# Needs a JDK 21 or newer and Maven, which fetches the pinned packages into a folder of their own. Exits with 1 when the
# behaviour is another one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>clock</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>software.amazon.awssdk</groupId><artifactId>s3</artifactId><version>2.54.2</version></dependency>
    <dependency><groupId>software.amazon.awssdk</groupId><artifactId>url-connection-client</artifactId><version>2.54.2</version></dependency>
  </dependencies>
</project>
XML
cat >Clock.java <<'JAVA'
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

class Clock {
    static final DateTimeFormatter SIGNED = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    static final DateTimeFormatter HTTP = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    /** One answer a connection; the JDK's own server would set the date itself. */
    static ServerSocket server(AtomicReference<String> signedAt, Duration clock) throws IOException {
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                try (Socket socket = server.accept()) {
                    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                        if (line.toLowerCase().startsWith("x-amz-date:")) {
                            signedAt.set(line.substring(11).strip());
                        }
                    }
                    String body = clock.isZero()
                            ? "<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>"
                            : "<Error><Code>RequestTimeTooSkewed</Code><Message>Check the clock.</Message></Error>";
                    socket.getOutputStream().write(("HTTP/1.1 " + (clock.isZero() ? "200 OK" : "403 Forbidden") + "\r\nDate: "
                            + HTTP.format(Instant.now().plus(clock)) + "\r\nConnection: close\r\nContent-Length: "
                            + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    return;
                }
            }
        });
        return server;
    }

    static S3Client client(ServerSocket server) {
        return S3Client.builder()
                .httpClient(UrlConnectionHttpClient.create())
                .endpointOverride(URI.create("http://127.0.0.1:" + server.getLocalPort()))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .build();
    }

    static long minutes(String signedAt) {
        return Math.round(Duration.between(Instant.now(), Instant.from(SIGNED.parse(signedAt))).toSeconds() / 60.0);
    }

    public static void main(String[] arguments) throws Exception {
        AtomicReference<String> signedAt = new AtomicReference<>();
        ServerSocket right = server(signedAt, Duration.ZERO);
        ServerSocket behind = server(new AtomicReference<>(), Duration.ofHours(-1));
        try (S3Client before = client(right)) {
            before.listBuckets();
        }
        long first = minutes(signedAt.get());
        System.out.println("a client of a store with the right clock, made before: signs " + first + " min from now");
        try (S3Client other = client(behind)) {
            other.listBuckets();
        } catch (RuntimeException refused) {
            // As that store does.
        }
        try (S3Client after = client(right)) {
            after.listBuckets();
        }
        long second = minutes(signedAt.get());
        System.out.println("the same, made after another store said that its clock is an hour behind: signs " + second
                + " min from now");
        right.close();
        behind.close();
        System.exit(first == 0 && second == -60 ? 0 : 1);
    }
}
JAVA
mvn -B -q -Dstyle.color=never dependency:build-classpath -Dmdep.outputFile=classpath >said 2>&1 || { cat said >&2; exit 1; }
java -cp "$(cat classpath)" Clock.java 2>&1 | grep -v SLF4J || { echo "This SDK behaves otherwise now." >&2; exit 1; }
