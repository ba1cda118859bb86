package dev.wheelhouse.ui.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.notifications.ChannelService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import dev.wheelhouse.core.webhooks.WebhookService;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetCallsTest {

    @Test
    void everyLineOfTheseScreensIsAnswered(@TempDir Path home) throws Exception {
        try (FarSide far = new FarSide();
                Console console = CopiedLines.console(home)) {
            Caller caller = console.core().access().windowCaller("req_test");
            console.core().settings().allowPrivateHost(caller, "127.0.0.1");
            CopiedLines lines = new CopiedLines(console);
            channels(lines, console.core().notifications().service(), caller);
            webhooks(lines, console.core().webhooks().service(), caller, far);
        }
    }

    private static void channels(CopiedLines lines, ChannelService service, Caller caller) throws Exception {
        for (ChannelKind kind : ChannelKind.values()) {
            JsonNode made = lines.answered(TargetCalls.create(draft(kind, "it's " + kind)));
            Target target =
                    new Target.OfChannel(service.get(caller, made.path("id").asText()));
            assertThat(lines.answered(TargetCalls.update(target, draft(kind, "other " + kind)))
                            .path("name")
                            .asText())
                    .isEqualTo("other " + kind);
            assertThat(lines.answered(TargetCalls.setEnabled(target, false))
                            .path("enabled")
                            .asBoolean(true))
                    .isFalse();
            lines.answered(TargetCalls.get(target));
        }
        assertThat(lines.answered(TargetCalls.channels())).hasSize(ChannelKind.values().length);
        Target mail = new Target.OfChannel(service.create(caller, draft(ChannelKind.EMAIL, "mail")));
        assertThat(lines.answered(TargetCalls.test(mail)).path("delivered").asBoolean(true))
                .isFalse();
        JsonNode sent = lines.answered(TargetCalls.deliveries(mail)).path(0);
        lines.answered(TargetCalls.delivery(mail, sent.path("id").asText()));
        lines.answered(TargetCalls.delete(mail));
    }

    private static ChannelDraft draft(ChannelKind kind, String name) {
        boolean bot = kind == ChannelKind.TELEGRAM;
        boolean mail = kind == ChannelKind.EMAIL;
        return new ChannelDraft(
                kind,
                name,
                List.of("*", "deploy.*"),
                true,
                bot || mail ? null : CopiedLines.ADDRESS,
                bot ? CopiedLines.TOKEN : null,
                bot ? "@releases" : null,
                mail ? "ops@example.com" : null);
    }

    private static void webhooks(CopiedLines lines, WebhookService service, Caller caller, FarSide far)
            throws Exception {
        WebhookDraft draft = new WebhookDraft(far.url("/it's?a=$HOME"), List.of("*"), true);
        JsonNode made = lines.answered(TargetCalls.create(draft));
        assertThat(made.path("secret").asText()).startsWith("whsec_");
        Target target = new Target.OfWebhook(service.get(caller, made.path("id").asText()));
        assertThat(lines.answered(TargetCalls.webhooks())).hasSize(1);
        lines.answered(TargetCalls.get(target));
        lines.answered(TargetCalls.update(target, draft));
        String delivery = lines.answered(TargetCalls.test(target))
                .path("delivery")
                .path("id")
                .asText();
        assertThat(lines.answered(TargetCalls.deliveries(target))).hasSize(1);
        JsonNode read = lines.answered(TargetCalls.delivery(target, delivery));
        assertThat(lines.answered(TargetCalls.event(read.path("eventId").asText()))
                        .path("kind")
                        .asText())
                .isEqualTo("webhook.test");
        assertThat(lines.answered(TargetCalls.reached(read.path("eventId").asText())))
                .hasSize(1);
        assertThat(lines.answered(TargetCalls.events())).isNotEmpty();
        lines.answered(TargetCalls.redeliver(target, delivery));
        lines.answered(TargetCalls.redeliver(target, Instant.parse("2026-01-02T03:04:05Z"), true));
        assertThat(lines.answered(TargetCalls.rotateSecret(target))
                        .path("secret")
                        .asText())
                .startsWith("whsec_");
        lines.answered(TargetCalls.setEnabled(target, false));
        lines.answered(TargetCalls.delete(target));
    }
}
