package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutgoingRequestsTest {

    private static final InetAddress PUBLIC = InetAddress.ofLiteral("93.184.216.34");
    private static final InetAddress OTHER = InetAddress.ofLiteral("2606:4700::1111");
    private static final InetAddress PRIVATE = InetAddress.ofLiteral("127.0.0.1");
    private static final OutgoingLimits PATIENT =
            new OutgoingLimits(Duration.ofSeconds(20), Duration.ofSeconds(20), 1 << 20);
    private static final OutgoingLimits IMPATIENT =
            new OutgoingLimits(Duration.ofSeconds(20), Duration.ofMillis(200), 1 << 20);

    private final Workers workers = new Workers();
    private final List<InetSocketAddress> connected = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private TestCertificate certificate;
    private ScriptedServer plain;
    private ScriptedServer secure;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        certificate = new TestCertificate();
    }

    @BeforeEach
    void serve() {
        connected.clear();
        plain = new ScriptedServer(ServerSocketFactory.getDefault(), workers);
        secure = new ScriptedServer(certificate.context().getServerSocketFactory(), workers);
    }

    @AfterEach
    void stop() {
        plain.close();
        secure.close();
    }

    @AfterAll
    void end() {
        ended.countDown();
        workers.close();
    }

    /** A network whose public addresses all lead to the servers of this test. */
    private OutgoingRequests requests(AddressResolver resolver, List<String> allowed, SSLContext tls) {
        return new OutgoingRequests(
                new OutgoingTargets(() -> allowed),
                workers,
                new OutgoingRequests.Network(resolver, this::connect, () -> tls));
    }

    private OutgoingRequests requests(AddressResolver resolver) {
        return requests(resolver, List.of(), certificate.context());
    }

    private void connect(Socket socket, InetSocketAddress address, int limit) throws IOException {
        connected.add(address);
        socket.connect((address.getPort() == 443 ? secure : plain).address(), limit);
    }

    private static OutgoingRequest get(String uri) {
        return OutgoingRequest.get(URI.create(uri)).within(PATIENT);
    }

    private static AppException refusal(OutgoingRequests requests, OutgoingRequest request) {
        return catchThrowableOfType(AppException.class, () -> requests.send("url", request));
    }

    @Test
    void sendsARequestAndReadsItsAnswer() {
        plain.answers(
                "HTTP/1.1 201 Created\r\nLink: <a>\r\nlink: <b>\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nm\u00e4de\r\n0\r\n\r\n");
        OutgoingAnswer answer = requests(_ -> List.of(PUBLIC))
                .send(
                        "url",
                        OutgoingRequest.post(
                                        OutgoingTargets.parseWithQuery("url", "http://Hook.Example./in?a=b%20c"),
                                        "text/plain",
                                        "gr\u00fcn".getBytes(StandardCharsets.UTF_8))
                                .with("X-Token", "secret"));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text()).isEqualTo("m\u00e4de");
        assertThat(answer.headers()).containsEntry("link", "<a>, <b>");
        assertThat(plain.requests()).singleElement().asString().isEqualTo("""
                POST /in?a=b%20c HTTP/1.1
                Host: hook.example
                Connection: close
                Content-Length: 5
                Content-Type: text/plain
                User-Agent: wheelhouse
                X-Token: secret

                gr\u00fcn""");
    }

    @Test
    void sendsAnAddressInAsciiHoweverItWasWritten() {
        assertThat(requests(_ -> List.of(PUBLIC))
                        .send("url", get("http://hook.example/\u00e4?b=\u00fc"))
                        .status())
                .isEqualTo(204);
        assertThat(plain.requests().getFirst()).startsWith("GET /%C3%A4?b=%C3%BC HTTP/1.1\n");
    }

    @Test
    void connectsToWhatWasResolvedAlsoWhenTheNameAnswersTwoAddressesInTurn() {
        AtomicInteger lookUps = new AtomicInteger();
        OutgoingRequests requests = requests(_ -> List.of(lookUps.getAndIncrement() % 2 == 0 ? PUBLIC : PRIVATE));
        for (int turn = 0; turn < 3; turn++) {
            assertThat(requests.send("url", get("https://hook.example/")).status())
                    .isEqualTo(204);
            assertThat(refusal(requests, get("https://hook.example/"))).hasMessageContaining("private address");
        }
        assertThat(lookUps).hasValue(6);
        assertThat(connected).hasSize(3).allMatch(each -> each.getAddress().equals(PUBLIC));
        assertThat(secure.requests()).hasSize(3);
    }

    @Test
    void refusesANameThatLeadsToThisMachineBesideAPublicAddress() {
        assertThat(refusal(requests(_ -> List.of(PUBLIC, PRIVATE)), get("https://hook.example/"))
                        .errorCode()
                        .code())
                .isEqualTo("validation_failed");
        assertThat(connected).isEmpty();
    }

    @Test
    void triesTheNextAddressWhenOneIsNotThere() {
        OutgoingRequests requests = new OutgoingRequests(
                new OutgoingTargets(List::of),
                workers,
                new OutgoingRequests.Network(
                        _ -> List.of(OTHER, PUBLIC),
                        (socket, address, limit) -> {
                            if (address.getAddress().equals(OTHER)) {
                                connected.add(address);
                                throw new ConnectException("Connection refused");
                            }
                            connect(socket, address, limit);
                        },
                        certificate::context));
        assertThat(requests.send("url", get("http://hook.example/")).status()).isEqualTo(204);
        assertThat(connected).extracting(InetSocketAddress::getAddress).containsExactly(OTHER, PUBLIC);
    }

    @Test
    void asksForAndVerifiesTheNameOverTls() {
        OutgoingRequests requests = requests(_ -> List.of(PUBLIC));
        assertThat(requests.send("url", get("https://hook.example/")).status()).isEqualTo(204);
        assertThat(secure.serverNames()).containsExactly("hook.example");
        assertThat(refusal(requests, get("https://other.example/")))
                .hasMessageContaining("certificate of other.example:443 was refused")
                .hasMessageContaining("other.example");
        assertThat(secure.requests()).hasSize(1);
    }

    @Test
    void verifiesAnAddressAndAsksForNoName() {
        OutgoingRequests requests = requests(AddressResolver.SYSTEM, List.of("127.0.0.1"), certificate.context());
        assertThat(requests.send("url", get("https://127.0.0.1/")).status()).isEqualTo(204);
        assertThat(secure.serverNames()).isEmpty();
        OutgoingRequests other = requests(AddressResolver.SYSTEM, List.of("127.0.0.2"), certificate.context());
        assertThat(refusal(other, get("https://127.0.0.2/"))).hasMessageContaining("was refused");
    }

    @Test
    void trustsOnlyWhatTheMachineTrusts() throws Exception {
        OutgoingRequests requests = requests(_ -> List.of(PUBLIC), List.of(), SSLContext.getDefault());
        assertThat(refusal(requests, get("https://hook.example/")))
                .hasMessageContaining("not signed by an authority that this machine trusts");
    }

    @Test
    void aRedirectIsAnAnswer() {
        plain.answers("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n");
        OutgoingAnswer answer = requests(_ -> List.of(PUBLIC)).send("url", get("http://hook.example/"));
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.headers()).containsEntry("location", "http://127.0.0.1/");
        assertThat(plain.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "HTTP/1.1 200 OK\r\nX: "})
    void aServerThatDripsIsGivenUp(String beginning) {
        plain.answers(output -> {
            ScriptedServer.write(output, beginning);
            for (int i = 0; i < 10_000; i++) {
                ScriptedServer.write(output, "H");
                try {
                    if (ended.await(10, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        });
        AppException failure = refusal(
                requests(_ -> List.of(PUBLIC)), get("http://hook.example/").within(IMPATIENT));
        assertThat(failure.errorCode().code()).isEqualTo("upstream_timeout");
        assertThat(failure).hasMessage("hook.example:80 did not answer within 200 ms.");
    }

    @Test
    void aLookUpThatTakesTooLongIsGivenUp() {
        OutgoingRequests requests = requests(_ -> {
            try {
                ended.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return List.of(PUBLIC);
        });
        assertThat(refusal(requests, get("http://hook.example/").within(IMPATIENT))
                        .errorCode()
                        .code())
                .isEqualTo("upstream_timeout");
        assertThat(connected).isEmpty();
    }

    @Test
    void aServerThatSaysNothingOverTlsIsGivenUp() {
        OutgoingRequests requests = requests(_ -> List.of(PUBLIC));
        // The plain server waits for a line that never ends.
        assertThat(refusal(requests, get("https://hook.example:80/").within(IMPATIENT))
                        .errorCode()
                        .code())
                .startsWith("upstream_");
    }

    @Test
    void readsNoMoreThanItsLimit() {
        OutgoingRequests requests = requests(_ -> List.of(PUBLIC));
        OutgoingRequest request =
                get("http://hook.example/").within(new OutgoingLimits(PATIENT.connect(), PATIENT.total(), 1000));
        plain.answers("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(1000));
        assertThat(requests.send("url", request).body()).hasSize(1000);
        for (String frame : List.of("", "Content-Length: 1001\r\n", "Content-Length: 9999999999\r\n")) {
            plain.answers("HTTP/1.1 200 OK\r\n" + frame + "\r\n" + "x".repeat(1001));
            assertThat(refusal(requests, request)).hasMessageContaining("more than 1000 bytes");
        }
        plain.answers(output -> {
            ScriptedServer.write(output, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 1001; i++) {
                ScriptedServer.write(output, "1\r\nx\r\n");
            }
        });
        assertThat(refusal(requests, request)).hasMessageContaining("more than 1000 bytes");
        plain.answers(output -> {
            ScriptedServer.write(output, "HTTP/1.1 200 OK\r\n");
            while (true) {
                ScriptedServer.write(output, "A: b\r\n".repeat(1000));
            }
        });
        assertThat(refusal(requests, request)).hasMessageContaining("head of the answer is too long");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbroken"
            })
    void aMalformedAnswerIsAFailure(String answer) {
        plain.answers(answer);
        assertThat(refusal(requests(_ -> List.of(PUBLIC)), get("http://hook.example/"))
                        .errorCode()
                        .code())
                .isEqualTo("upstream_failed");
    }

    @Test
    void aHeadRequestHasNoBody() {
        plain.answers("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n");
        OutgoingRequest head =
                new OutgoingRequest("HEAD", URI.create("http://hook.example"), Map.of(), new byte[0], PATIENT);
        assertThat(requests(_ -> List.of(PUBLIC)).send("url", head).headers()).containsEntry("content-length", "7");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptEndsARequest(boolean virtual) throws Exception {
        plain.answers(output -> {
            try {
                ended.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        CompletableFuture<AppException> failure = new CompletableFuture<>();
        OutgoingRequests requests = requests(_ -> List.of(PUBLIC));
        Runnable work = () -> failure.complete(refusal(requests, get("http://hook.example/")));
        Thread thread =
                virtual ? Thread.ofVirtual().start(work) : Thread.ofPlatform().start(work);
        Awaiting.until(() -> plain.requests().size() == 1);
        thread.interrupt();
        assertThat(failure.get(10, TimeUnit.SECONDS).errorCode().code()).isEqualTo("cancelled");
    }

    @Test
    void nobodyAndNowhereAreSaidInPlainWords() {
        OutgoingRequests nobody = requests(_ -> List.of(PUBLIC));
        plain.close();
        assertThat(refusal(nobody, get("http://hook.example/"))).hasMessage("hook.example:80 refused the connection.");
        OutgoingRequests nowhere = requests(name -> {
            throw new UnknownHostException(name);
        });
        assertThat(refusal(nowhere, get("http://hook.example/"))).hasMessage("hook.example does not resolve.");
    }

    @Test
    void nothingThatACallerGivesEndsItsHeader() {
        OutgoingRequests requests = requests(_ -> List.of(PUBLIC));
        for (String value : List.of("a\r\nX: y", "a\nb", "\0", "\u010a")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            requests.send("url", get("http://hook.example/").with("A", value)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> requests.send("url", get("http://hook.example/").with("A: b\r\nC", "d")));
        assertThatThrownBy(() -> OutgoingTargets.parse("url", "http://hook.example/\r\nX: y"))
                .isInstanceOf(AppException.class);
        assertThat(connected).isEmpty();
    }

    @Test
    void reachesAPrivateServerThatIsAllowedByName() {
        OutgoingRequests requests = new OutgoingRequests(() -> List.of("localhost"), workers);
        int port = plain.address().getPort();
        assertThat(requests.send("url", get("http://localhost:" + port + "/")).status())
                .isEqualTo(204);
        assertThat(refusal(requests, get("http://127.0.0.1:" + port + "/"))).hasMessageContaining("private address");
        assertThat(plain.requests()).hasSize(1);
    }
}
