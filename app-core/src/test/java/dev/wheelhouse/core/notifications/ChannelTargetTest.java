package dev.wheelhouse.core.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind.Severity;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.testing.Property;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChannelTargetTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final String TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";
    private static final SlackTarget SLACK =
            new SlackTarget(URI.create("https://hooks.slack.com/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX"));
    private static final DiscordTarget DISCORD = new DiscordTarget(
            URI.create("https://discord.com/api/webhooks/223704706495545344/3d89bb7572e0fb30d8128367"));
    private static final TelegramTarget TELEGRAM =
            new TelegramTarget(URI.create("https://api.telegram.org"), TOKEN, "-1001234567890");
    private static final WebhookTarget WEBHOOK =
            new WebhookTarget(URI.create("https://ops.example:8443/in/s3cret-path?key=0123456789"));
    private static final EmailTarget EMAIL = new EmailTarget("bob@example.org");
    private static final ChannelMessage FAILED = ChannelMessage.of(new Event(
            "evt_1",
            7,
            "schedule.failed",
            "sch_1",
            NOW,
            Map.of("name", "a_b", "error", "<!everyone> & *all* @everyone", "command", "psql -p secret"),
            Map.of("memberId", "mem_1")));

    private static OutgoingAnswer answer(int status, String body) {
        return new OutgoingAnswer(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    private static ChannelTarget target(ChannelKind kind) {
        return switch (kind) {
            case WEBHOOK -> WEBHOOK;
            case SLACK -> SLACK;
            case DISCORD -> DISCORD;
            case TELEGRAM -> TELEGRAM;
            case EMAIL -> EMAIL;
        };
    }

    private static ChannelMessage message(String title, String line) {
        return new ChannelMessage("evt_1", "app.crashed", NOW, Severity.ERROR, title, List.of(line), Map.of());
    }

    @ParameterizedTest
    @EnumSource
    void comesBackFromItsFieldsAndPrintsNoSecret(ChannelKind kind) {
        ChannelTarget target = target(kind);
        assertThat(target.fields().keySet()).isEqualTo(kind.fields());
        assertThat(ChannelTarget.of(kind, target.fields(), URI.create("https://api.telegram.org")))
                .isEqualTo(target);
        target.fields().values().forEach(field -> assertThat(target.toString()).doesNotContain(field));
    }

    @Test
    void hintsAtTheHostOrTheEndOfTheChat() {
        assertThat(SLACK.hint()).isEqualTo("hooks.slack.com");
        assertThat(WEBHOOK.hint()).isEqualTo("ops.example:8443");
        assertThat(TELEGRAM.hint()).isEqualTo("…7890");
        assertThat(new TelegramTarget(TELEGRAM.server(), TOKEN, "12").hint()).isEqualTo("…2");
        assertThat(new TelegramTarget(TELEGRAM.server(), TOKEN, "7").hint()).isEqualTo("…");
        assertThat(EMAIL.hint()).isEqualTo("example.org");
    }

    @Test
    void postsAnEventToAWebhookWithoutWhatTheAuditTells() {
        OutgoingRequest request = WEBHOOK.request(FAILED);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.uri()).isEqualTo(WEBHOOK.address());
        assertThat(request.headers()).containsEntry("Content-Type", "application/json; charset=utf-8");
        assertThat(Json.readObject(new String(request.body(), StandardCharsets.UTF_8)))
                .isEqualTo(
                        Map.of(
                                "type",
                                "schedule.failed",
                                "timestamp",
                                "2026-01-02T03:04:05.678Z",
                                "data",
                                Map.of("name", "a_b", "error", "<!everyone> & *all* @everyone"),
                                "text",
                                "ERROR: a_b: A run failed\nError: <!everyone> & *all* @everyone\nTime: 2026-01-02 03:04:05 UTC"));
    }

    @Test
    void mentionsNobodyOnSlack() {
        assertThat(SLACK.body(FAILED))
                .containsEntry(
                        "text",
                        "ERROR: a_b: A run failed\nError: &lt;!everyone&gt; &amp; *all* @everyone\nTime: 2026-01-02 03:04:05"
                                + " UTC")
                .containsEntry("mrkdwn", false)
                .containsEntry("link_names", false);
    }

    @Test
    void mentionsNobodyOnDiscordAndFormatsNothing() {
        assertThat(DISCORD.body(FAILED))
                .containsEntry("allowed_mentions", Map.of("parse", List.of()))
                .extractingByKey("content")
                .asString()
                .startsWith("ERROR: a\\_b: A run failed\nError: \\<!everyone\\> & \\*all\\* @everyone\nTime: 2026");
    }

    @Test
    void waitsForDiscordToKeepTheMessage() {
        assertThat(DISCORD.request(FAILED).uri()).hasToString(DISCORD.address() + "?wait=true");
        URI thread = URI.create(DISCORD.address() + "?thread_id=5");
        assertThat(new DiscordTarget(thread).request(FAILED).uri()).hasToString(thread + "&wait=true");
        URI own = URI.create(DISCORD.address() + "?thread_id=5&wait=false");
        assertThat(new DiscordTarget(own).request(FAILED).uri()).isEqualTo(own);
    }

    @Test
    void tellsAChatOfTelegramInPlainText() {
        assertThat(TELEGRAM.request(FAILED).uri()).hasToString("https://api.telegram.org/bot" + TOKEN + "/sendMessage");
        assertThat(TELEGRAM.body(FAILED))
                .containsEntry("chat_id", "-1001234567890")
                .doesNotContainKey("parse_mode")
                .extractingByKey("text")
                .asString()
                .contains("<!everyone> & *all*");
    }

    @Test
    void mailsAnEvent() {
        Mail mail = EMAIL.mail(FAILED);
        assertThat(mail)
                .isEqualTo(new Mail(
                        "evt_1",
                        "bob@example.org",
                        "[Wheelhouse] ERROR: a_b: A run failed",
                        "ERROR: a_b: A run failed\n\nError: <!everyone> & *all* @everyone\nTime: 2026-01-02 03:04:05 UTC\n",
                        NOW));
        assertThat(EMAIL.mail(message("a\r\nBcc: x@example.org" + "y".repeat(500), ""))
                        .subject())
                .startsWith("[Wheelhouse] ERROR: a Bcc: x@example.org")
                .hasSize(200);
    }

    /** A text of what is escaped, cut and paired, longer than any limit now and then. */
    private static ChannelMessage message(Random random) {
        String[] pieces = {"a", "😀", "&", "<", ">", "*", "_", "`", "\\", "|", "é", " ", "@everyone", "\n"};
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(9000);
        while (text.length() < length) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return message("title " + random.nextInt(), text.toString());
    }

    @Test
    void keepsToEveryLimitAndCutsNothingInTwo() {
        Property.holds(300, random -> {
            ChannelMessage message = message(random);
            String slack = String.valueOf(SLACK.body(message).get("text"));
            assertThat(slack.length()).isLessThanOrEqualTo(4000);
            assertThat(slack.replaceAll("&(amp|lt|gt);", "")).doesNotContain("&", "<", ">");
            String discord = String.valueOf(DISCORD.body(message).get("content"));
            assertThat(discord.length()).isLessThanOrEqualTo(2000);
            assertThat(discord.replaceAll("(?s)\\\\[^0-9A-Za-z\\s]", "")).doesNotContain("\\", "*", "_", "`", "<");
            String telegram = String.valueOf(TELEGRAM.body(message).get("text"));
            assertThat(telegram.length()).isLessThanOrEqualTo(4096);
            for (String each :
                    List.of(slack, discord, telegram, EMAIL.mail(message).text())) {
                assertThat(new String(each.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                        .isEqualTo(each);
            }
        });
    }

    @Test
    void readsWhatSlackAnswers() {
        assertThat(Outcome.of(SLACK.judged(answer(200, "ok"), NOW))).isEqualTo(Outcome.DELIVERED);
        assertThat(Outcome.of(SLACK.judged(answer(404, "no_service"), NOW)))
                .isEqualTo(Outcome.refused("hooks.slack.com answered 404: no_service"));
        assertThat(Outcome.of(SLACK.judged(answer(400, "invalid_payload"), NOW)))
                .isEqualTo(Outcome.refused("hooks.slack.com answered 400: invalid_payload"));
        assertThat(Outcome.of(SLACK.judged(answer(500, "rollup_error"), NOW)))
                .isEqualTo(Outcome.failed("hooks.slack.com answered 500: rollup_error"));
        assertThat(Outcome.of(SLACK.judged(answer(200, "no_service\n"), NOW)))
                .isEqualTo(Outcome.failed("hooks.slack.com answered 200: no_service"));
        OutgoingAnswer often = new OutgoingAnswer(429, Map.of("retry-after", "30"), new byte[0]);
        assertThat(Outcome.of(SLACK.judged(often, NOW)))
                .isEqualTo(Outcome.later(Duration.ofSeconds(30), "hooks.slack.com answered 429."));
    }

    @Test
    void readsWhatDiscordAnswers() {
        assertThat(Outcome.of(DISCORD.judged(answer(204, ""), NOW))).isEqualTo(Outcome.DELIVERED);
        assertThat(Outcome.of(DISCORD.judged(answer(200, "{\"id\":\"1\"}"), NOW)))
                .isEqualTo(Outcome.DELIVERED);
        assertThat(Outcome.of(DISCORD.judged(answer(404, "{\"message\": \"Unknown Webhook\", \"code\": 10015}"), NOW)))
                .isEqualTo(Outcome.refused("discord.com answered 404: Unknown Webhook (code 10015)"));
        String limited = "{\"message\": \"You are being rate limited.\", \"retry_after\": 64.57, \"global\": false}";
        assertThat(Outcome.of(DISCORD.judged(answer(429, limited), NOW)))
                .isEqualTo(Outcome.later(
                        Duration.ofMillis(64_570), "discord.com answered 429: You are being rate limited."));
        assertThat(Outcome.of(DISCORD.judged(answer(502, "<html>"), NOW)))
                .isEqualTo(Outcome.failed("discord.com answered 502: <html>"));
    }

    @Test
    void readsWhatTelegramAnswers() {
        assertThat(Outcome.of(TELEGRAM.judged(answer(200, "{\"ok\":true,\"result\":{\"message_id\":42}}"), NOW)))
                .isEqualTo(Outcome.DELIVERED);
        String unknown = "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: chat not found\"}";
        assertThat(Outcome.of(TELEGRAM.judged(answer(400, unknown), NOW)))
                .isEqualTo(Outcome.refused("api.telegram.org answered 400: Bad Request: chat not found"));
        assertThat(Outcome.of(TELEGRAM.judged(answer(401, "{\"ok\":false,\"description\":\"Unauthorized\"}"), NOW)))
                .isEqualTo(Outcome.refused("api.telegram.org answered 401: Unauthorized"));
        String limited = "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 34\","
                + "\"parameters\":{\"retry_after\":34}}";
        assertThat(Outcome.of(TELEGRAM.judged(answer(429, limited), NOW)))
                .isEqualTo(Outcome.later(
                        Duration.ofSeconds(34), "api.telegram.org answered 429: Too Many Requests: retry after 34"));
        String moved = "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was upgraded to a"
                + " supergroup chat\",\"parameters\":{\"migrate_to_chat_id\":-1009999999999}}";
        assertThat(TELEGRAM.moved(answer(400, moved)))
                .contains(new TelegramTarget(TELEGRAM.server(), TOKEN, "-1009999999999"));
        assertThat(TELEGRAM.moved(answer(400, unknown))).isEmpty();
        assertThat(TELEGRAM.moved(answer(400, "[]"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "301, true",
        "308, true",
        "400, true",
        "404, true",
        "410, true",
        "408, false",
        "425, false",
        "429, false",
        "500, false",
        "502, false",
        "503, false"
    })
    void tellsTransientFromPermanent(int status, boolean permanent) {
        assertThat(Outcome.of(WEBHOOK.judged(answer(status, ""), NOW)))
                .isInstanceOfSatisfying(
                        Outcome.class,
                        refusal -> assertThat(refusal.permanent()).isEqualTo(permanent));
    }

    @Test
    void saysThatARedirectIsNotFollowed() {
        assertThat(Outcome.of(WEBHOOK.judged(answer(301, "<html>Moved</html>"), NOW)))
                .isEqualTo(Outcome.refused(
                        "ops.example:8443 answered 301 and leads elsewhere, which is not followed. Give the address that"
                                + " it leads to."));
    }

    @Test
    void waitsUntilTheDateThatAServerNames() {
        OutgoingAnswer busy =
                new OutgoingAnswer(503, Map.of("retry-after", "Fri, 02 Jan 2026 03:05:05 GMT"), new byte[0]);
        assertThat(Outcome.of(WEBHOOK.judged(busy, NOW)))
                .isEqualTo(Outcome.later(Duration.ofMillis(59_322), "ops.example:8443 answered 503."));
    }

    @Test
    void repeatsNoSecretOfTheAddress() {
        for (HttpTarget target : List.of(WEBHOOK, SLACK, DISCORD, TELEGRAM)) {
            URI address = target.address();
            String echo = "No such page: " + address + " or " + address.getRawPath() + " or "
                    + address.getRawPath().substring(address.getRawPath().lastIndexOf('/') + 1) + " of " + TOKEN;
            Outcome outcome = Outcome.of(target.judged(answer(404, echo), NOW));
            assertThat(outcome).matches(Outcome::permanent);
            assertThat(outcome.toString())
                    .doesNotContain(address.toString(), address.getRawPath(), "3d89bb7572e0fb30d8128367", "XXXXXXXX")
                    .doesNotContain("0123456789");
            if (target.equals(TELEGRAM)) {
                assertThat(outcome.toString()).doesNotContain(TOKEN, "ABC-DEF1234");
            }
        }
        String long500 = "é".repeat(2000);
        assertThat(Outcome.of(WEBHOOK.judged(answer(500, long500), NOW)))
                .isInstanceOfSatisfying(
                        Outcome.class, refusal -> assertThat(refusal.words()).hasSize(500));
    }
}
