package dev.wheelhouse.core.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.wheelhouse.core.notifications.ChannelFixture.Reply;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind.Severity;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind against a far side that answers over a real socket as its vendor documents. */
class ChannelSenderTest {

    private static final ChannelMessage MESSAGE = new ChannelMessage(
            "evt_1",
            "app.crashed",
            Instant.parse("2026-01-02T03:04:05Z"),
            Severity.ERROR,
            "web: crashed",
            List.of("Error: 137"),
            Map.of("name", "web"));

    @TempDir
    private Path directory;

    private ChannelFixture fixture;

    @BeforeEach
    void start() {
        fixture = new ChannelFixture(StateKind.SQLITE, directory);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private Outcome send(NotificationChannel channel) {
        return Outcome.of(fixture.send(channel, MESSAGE));
    }

    @Test
    void postsToAWebhook() {
        fixture.answers(204, "");
        assertThat(send(fixture.create(ChannelKind.WEBHOOK))).isEqualTo(Outcome.DELIVERED);
        assertThat(fixture.received()).singleElement().satisfies(request -> {
            assertThat(request.path()).isEqualTo(ChannelFixture.PATH);
            assertThat(Json.readObject(request.body())).containsOnlyKeys("type", "timestamp", "data", "text");
        });
    }

    @Test
    void readsSlacksWords() {
        NotificationChannel channel = fixture.create(ChannelKind.SLACK);
        assertThat(send(channel)).isEqualTo(Outcome.DELIVERED);
        fixture.answers(403, "action_prohibited");
        assertThat(send(channel)).isEqualTo(Outcome.refused(fixture.host() + " answered 403: action_prohibited"));
    }

    @Test
    void waitsAsLongAsDiscordAsksFor() {
        NotificationChannel channel = fixture.create(ChannelKind.DISCORD);
        fixture.answers(204, "");
        assertThat(send(channel)).isEqualTo(Outcome.DELIVERED);
        fixture.answers(_ -> new Reply(
                429,
                Map.of("Retry-After", "1", "Content-Type", "application/json"),
                "{\"message\":\"You are being rate limited.\",\"retry_after\":0.529,\"global\":false}"));
        assertThat(send(channel))
                .isEqualTo(Outcome.later(
                        Duration.ofMillis(529), fixture.host() + " answered 429: You are being rate limited."));
    }

    @Test
    void followsAGroupThatBecameASupergroup() {
        NotificationChannel channel = fixture.create(ChannelKind.TELEGRAM);
        fixture.answers(request -> request.body().contains("-1001234567890")
                ? new Reply(
                        400,
                        Map.of(),
                        "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was upgraded to a"
                                + " supergroup chat\",\"parameters\":{\"migrate_to_chat_id\":-1005555555555}}")
                : new Reply(200, Map.of(), "{\"ok\":true,\"result\":{}}"));
        assertThat(send(channel)).isEqualTo(Outcome.DELIVERED);
        assertThat(fixture.received())
                .extracting(ChannelFixture.Received::path)
                .containsExactly(
                        "/bot" + ChannelFixture.TOKEN + "/sendMessage", "/bot" + ChannelFixture.TOKEN + "/sendMessage");
        NotificationChannel now = fixture.service().get(fixture.owner(), channel.id());
        assertThat(now.hint()).isEqualTo("…5555");
        assertThat(now.revision()).isEqualTo(channel.revision() + 1);
        // From then on at once, also of one who holds the channel as it was.
        assertThat(send(channel)).isEqualTo(Outcome.DELIVERED);
        assertThat(fixture.received())
                .hasSize(3)
                .last()
                .satisfies(request -> assertThat(request.body()).contains("-1005555555555"));
    }

    @Test
    void doesNotGoOnFollowing() {
        NotificationChannel channel = fixture.create(ChannelKind.TELEGRAM);
        fixture.answers(
                400,
                "{\"ok\":false,\"description\":\"Bad Request: upgraded\",\"parameters\":{\"migrate_to_chat_id\":-5}}");
        assertThat(send(channel)).isEqualTo(Outcome.refused(fixture.host() + " answered 400: Bad Request: upgraded"));
        assertThat(fixture.received()).hasSize(2);
    }

    @Test
    void mailsOverAPrivateRelay() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
        try {
            fixture.smtp(
                    new Smtp("127.0.0.1", server.getSmtp().getPort(), SmtpSecurity.NONE, null, "console@example.com"));
            assertThat(send(fixture.create(ChannelKind.EMAIL))).isEqualTo(Outcome.DELIVERED);
            assertThat(server.getReceivedMessages())
                    .singleElement()
                    .satisfies(mail -> assertThat(mail.getSubject()).isEqualTo("[Wheelhouse] ERROR: web: crashed"));
        } finally {
            server.stop();
        }
    }

    @Test
    void saysThatNoMailServerIsSet() {
        assertThat(send(fixture.create(ChannelKind.EMAIL)))
                .isEqualTo(Outcome.failed("No mail server is set. Name one in the settings (PATCH /settings, smtp)."));
    }

    @Test
    void tellsWhatStoodBetweenAndNoSecret() throws IOException {
        int closed = FreePort.next();
        ChannelDraft draft = new ChannelDraft(
                ChannelKind.WEBHOOK,
                "gone",
                List.of("*"),
                null,
                "http://127.0.0.1:" + closed + ChannelFixture.PATH,
                null,
                null,
                null);
        assertThat(send(fixture.service().create(fixture.owner(), draft)))
                .isEqualTo(Outcome.failed("127.0.0.1:" + closed + " refused the connection."));
    }

    /** A far side that writes what a test likes to each who connects, and then closes. */
    private Outcome outcomeOf(ServerSocket raw, String answer, int times) {
        ChannelDraft draft = new ChannelDraft(
                ChannelKind.WEBHOOK,
                "raw",
                List.of("*"),
                null,
                "http://127.0.0.1:" + raw.getLocalPort() + ChannelFixture.PATH,
                null,
                null,
                null);
        NotificationChannel channel = fixture.service().create(fixture.owner(), draft);
        fixture.state().workers().start(() -> {
            try (Socket peer = raw.accept()) {
                peer.getInputStream().read();
                for (int i = 0; i < times; i++) {
                    peer.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException _) {
                // The console has had enough.
            }
        });
        return send(channel);
    }

    @Test
    void takesAnAnswerThatNeverEndsByItsHead() throws IOException {
        try (ServerSocket raw = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(outcomeOf(raw, "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(100_000), 1_000))
                    .isEqualTo(Outcome.DELIVERED);
        }
    }

    @Test
    void triesLaterWhatClosesInItsAnswer() throws IOException {
        try (ServerSocket raw = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(outcomeOf(raw, "HTTP/1.1 2", 1)).isInstanceOfSatisfying(Outcome.class, refusal -> {
                assertThat(refusal.permanent()).isFalse();
                assertThat(refusal.words())
                        .startsWith("The conversation with 127.0.0.1:" + raw.getLocalPort() + " broke: ");
            });
        }
    }

    @Test
    void endsWhenItsThreadIsInterrupted() throws IOException {
        NotificationChannel channel = fixture.create(ChannelKind.EMAIL);
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fixture.smtp(new Smtp("127.0.0.1", silent.getLocalPort(), SmtpSecurity.NONE, null, "console@example.com"));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> send(channel))
                    .isInstanceOfSatisfying(
                            AppException.class,
                            refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.CANCELLED));
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
