package dev.wheelhouse.ui.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessCallsTest {

    @Test
    void everyLineOfAccessIsAnswered(@TempDir Path home) throws Exception {
        try (Console console = CopiedLines.console(home)) {
            CopiedLines lines = new CopiedLines(console);
            Caller owner = console.core().access().windowCaller("req_test");
            JsonNode made = lines.answered(
                    AccessCalls.createKey(new NewApiKey("ci", List.of("databases:query", "apps:read"), 7, 120)));
            assertThat(made.path("token").asText()).startsWith("whk_");
            assertThat(lines.answered(AccessCalls.createKey(new NewApiKey("reader", null, null, null)))
                            .path("token")
                            .asText())
                    .startsWith("whk_");
            ApiKey key = console.core()
                    .access()
                    .apiKeys()
                    .get(owner, made.at("/key/id").asText());
            lines.answered(AccessCalls.setRate(key.id(), 240));
            assertThat(lines.answered(AccessCalls.get(new AccessEntry.OfKey(key)))
                            .path("requestsPerMinute")
                            .asInt())
                    .isEqualTo(240);
            lines.answered(AccessCalls.revoke(key.id(), true));
            assertThat(lines.answered(AccessCalls.keys())).hasSize(2);

            JsonNode invited = lines.answered(AccessCalls.invite("anna@example.com", Role.ADMIN));
            Invite invite = console.core()
                    .access()
                    .invites()
                    .get(owner, invited.path("id").asText());
            assertThat(lines.answered(AccessCalls.get(new AccessEntry.OfInvite(invite)))
                            .path("status")
                            .asText())
                    .isEqualTo("pending");
            lines.answered(AccessCalls.delete(new AccessEntry.OfInvite(invite)));
            String code = lines.answered(AccessCalls.invite("berta@example.com", Role.VIEWER))
                    .path("token")
                    .asText();
            String berta = console.core()
                    .access()
                    .inviteAcceptance()
                    .accept(code, "req_b", null)
                    .member()
                    .id();
            assertThat(lines.answered(AccessCalls.changeRole(berta, Role.MEMBER))
                            .path("role")
                            .asText())
                    .isEqualTo("member");
            assertThat(lines.answered(AccessCalls.members())).hasSize(2);
            Member member = console.core().access().members().get(owner, berta);
            lines.answered(AccessCalls.delete(new AccessEntry.OfMember(member)));
            assertThat(lines.answered(AccessCalls.members())).hasSize(1);

            lines.answered(AccessCalls.renameMe("Ada"));
            assertThat(lines.answered(AccessCalls.me()).toString()).contains("Ada");
            lines.answered(AccessCalls.renameOrganization("Acme"));
            assertThat(lines.answered(AccessCalls.organization()).path("name").asText())
                    .isEqualTo("Acme");

            EventFilter hers = new EventFilter(List.of("member.*", "api_key.*"), null, berta, null, null);
            assertThat(lines.answered(AccessCalls.events(hers))).isNotEmpty();
            JsonNode about = lines.answered(AccessCalls.events(new EventFilter(
                    List.of(), berta, null, Clock.systemUTC().instant().minusSeconds(600), null)));
            assertThat(about).isNotEmpty();
            lines.answered(AccessCalls.event(about.get(0).path("id").asText()));
            assertThat(lines.answered(AccessCalls.verify()).path("ok").asBoolean())
                    .isTrue();
            assertThat(lines.text(AccessCalls.export())).contains("/events/export");

            assertThat(console.core()
                            .access()
                            .invites()
                            .create(owner, "carla@example.com", Role.VIEWER)
                            .text())
                    .contains("curl -X POST " + console.url() + "/api/v1/members/invites/accept");

            assertThat(lines.answered(AccessCalls.vault()).path("passphrase").asBoolean())
                    .isFalse();
            assertThat(lines.text(AccessCalls.setPassphrase(true, false, true)))
                    .contains("PASSPHRASE", "NEW_PASSPHRASE", "confirm");
            console.core().vault().setPassphrase(owner, null, "correct horse battery", true);
            lines.answered(AccessCalls.lock());
            assertThat(console.core().vault().isLocked()).isTrue();
            assertThat(lines.text(AccessCalls.unlock())).contains("PASSPHRASE").doesNotContain("correct");
        }
    }
}
