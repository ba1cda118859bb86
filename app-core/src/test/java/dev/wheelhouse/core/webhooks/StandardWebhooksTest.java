package dev.wheelhouse.core.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.net.HttpReceiver;
import dev.wheelhouse.core.platform.net.HttpReceiver.Request;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What came over a socket from a webhook, as the published library of Standard Webhooks sees it. */
@Real
@Timeout(180)
class StandardWebhooksTest {

    private static final String ACCEPTED = "accepted app.crashed";
    private static final String NO_MATCH = "refused No matching signature found";

    private static PublishedVerifier verifier;

    private final LinkedTransferQueue<Request> received = new LinkedTransferQueue<>();
    private WebhookConsole console;
    private HttpReceiver receiver;

    @BeforeAll
    static void install() throws Exception {
        verifier = PublishedVerifier.install();
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        console = new WebhookConsole(directory);
        receiver = new HttpReceiver(console.workers, received::add);
    }

    @AfterEach
    void close() {
        receiver.close();
        console.close();
    }

    private Request delivered() throws InterruptedException {
        console.crash(1, "größer \"😀\" \\ \u2028");
        Request request = received.poll(30, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    private static Map<String, String> with(Request request, String header, String value) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        headers.put(header, value);
        return headers;
    }

    @Test
    void theLibraryAcceptsWhatWasSentAndNothingElse() throws Exception {
        WebhookSecret secret = console.create(receiver.port(), "app.*").secret();
        Request request = delivered();
        assertThat(verifier.verdict(secret, request)).isEqualTo(ACCEPTED);

        assertThat(verifier.verdict(
                        secret.text(), request.headers(), request.body().replace("größer", "kleiner")))
                .isEqualTo(NO_MATCH);
        assertThat(verifier.verdict(secret.text(), request.headers(), request.body() + " "))
                .isEqualTo(NO_MATCH);
        assertThat(verifier.verdict(secret.text(), with(request, "webhook-id", "evt_other"), request.body()))
                .isEqualTo(NO_MATCH);
        long at = Long.parseLong(request.header("webhook-timestamp"));
        assertThat(verifier.verdict(
                        secret.text(), with(request, "webhook-timestamp", Long.toString(at - 1)), request.body()))
                .isEqualTo(NO_MATCH);
        assertThat(verifier.verdict(
                        secret.text(), with(request, "webhook-timestamp", Long.toString(at - 301)), request.body()))
                .isEqualTo("refused Message timestamp too old");
        WebhookSecret other = console.create(receiver.port(), "backup.*").secret();
        assertThat(verifier.verdict(other, request)).isEqualTo(NO_MATCH);
    }

    @Test
    void bothSecretsOfARotationVerify() throws Exception {
        CreatedWebhook made = console.create(receiver.port(), "app.*");
        WebhookSecret next = console.service
                .rotateSecret(console.caller, made.webhook().id())
                .secret();
        Request request = delivered();
        assertThat(request.header("webhook-signature").split(" ")).hasSize(2);
        assertThat(verifier.verdict(next, request)).isEqualTo(ACCEPTED);
        assertThat(verifier.verdict(made.secret(), request)).isEqualTo(ACCEPTED);

        // Rotated once more, the first one signs no longer.
        WebhookSecret last = console.service
                .rotateSecret(console.caller, made.webhook().id())
                .secret();
        Request later = delivered();
        assertThat(verifier.verdict(last, later)).isEqualTo(ACCEPTED);
        assertThat(verifier.verdict(next, later)).isEqualTo(ACCEPTED);
        assertThat(verifier.verdict(made.secret(), later)).isEqualTo(NO_MATCH);
    }
}
