package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.policy.HttpsPolicySource;
import dev.wheelhouse.core.mail.check.policy.PolicySource;
import dev.wheelhouse.core.mail.check.policy.PolicySource.Fetched;
import dev.wheelhouse.core.mail.check.policy.PolicySource.Unreachable;
import dev.wheelhouse.core.platform.job.Workers;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Stands here for the network in which a public address leads to loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpsPolicySourceTest {

    private static final String POLICY = "version: STSv1\nmode: none\nmax_age: 0\n";

    private final Workers workers = new Workers();
    private TestCertificate certificate;
    private ScriptedServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        certificate = new TestCertificate();
    }

    @BeforeEach
    void serve() {
        server = new ScriptedServer(certificate.context().getServerSocketFactory(), workers);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @AfterAll
    void end() {
        workers.close();
    }

    private PolicySource.Answer fetch(AddressResolver resolver) {
        return new HttpsPolicySource(new OutgoingRequests(
                        new OutgoingTargets(List::of),
                        workers,
                        new OutgoingRequests.Network(
                                resolver,
                                (socket, _, limit) -> socket.connect(server.address(), limit),
                                certificate::context)))
                .fetch("example.com");
    }

    private PolicySource.Answer fetch() {
        return fetch(_ -> List.of(InetAddress.ofLiteral("93.184.216.34")));
    }

    private static String answer(String head, String body) {
        return "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s".formatted(head, body.length(), body);
    }

    @Test
    void fetchesFromTheWellKnownPlace() {
        server.answers(answer("200 OK\r\ncontent-type: text/plain", POLICY));

        assertThat(fetch()).isEqualTo(new Fetched(200, "text/plain", POLICY));
        assertThat(server.requests().getFirst())
                .startsWith("GET /.well-known/mta-sts.txt HTTP/1.1\n")
                .contains("Host: mta-sts.example.com\n");
    }

    @Test
    void followsNoRedirect() {
        server.answers(answer("301 Moved\r\nLocation: https://mta-sts.example.com/other", ""));

        assertThat(fetch()).isEqualTo(new Fetched(301, "", ""));
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void refusesMoreThanSixtyFourKibibytes() {
        server.answers(answer("200 OK\r\nContent-Type: text/plain", "x".repeat((64 << 10) + 1)));

        assertThat(fetch()).isInstanceOfSatisfying(Unreachable.class, none -> {
            assertThat(none.isTimeout()).isFalse();
            assertThat(none.reason()).contains("65536 bytes");
        });
    }

    @Test
    void saysThatTheNameDoesNotResolve() {
        assertThat(fetch(_ -> {
                    throw new UnknownHostException();
                }))
                .isEqualTo(new Unreachable("mta-sts.example.com does not resolve.", false));
    }

    @Test
    void asksNoPrivateAddress() {
        assertThat(fetch(_ -> List.of(InetAddress.ofLiteral("127.0.0.1"))))
                .isInstanceOfSatisfying(
                        Unreachable.class, none -> assertThat(none.reason()).contains("private address"));
        assertThat(server.requests()).isEmpty();
    }
}
