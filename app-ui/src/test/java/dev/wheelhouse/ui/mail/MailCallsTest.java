package dev.wheelhouse.ui.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.publish.DnsDraft;
import dev.wheelhouse.core.mail.publish.provider.TestZone;
import dev.wheelhouse.core.mail.publish.provider.ZoneServer;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.settings.OrganizationSettings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.testing.TestNameServer;
import dev.wheelhouse.ui.testing.CopiedLines;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailCallsTest {

    @Test
    void everyLineOfTheseScreensIsAnswered(@TempDir Path home) throws Exception {
        try (TestNameServer dns = TestNameServer.start();
                ZoneServer zone = new ZoneServer();
                Console console = CopiedLines.console(home)) {
            Caller caller = console.core().access().windowCaller("req_test");
            use(console.core().settings(), caller, dns);
            CopiedLines lines = new CopiedLines(console);
            Mail mail = console.core().mail();
            MailInstance instance = instances(lines, mail, caller);
            domains(lines, mail, caller, instance, dns);
            publishing(lines, mail, caller, instance, zone.port());
        }
    }

    private static void use(SettingsService settings, Caller caller, TestNameServer dns) {
        SettingsDraft before = SettingsDraft.of(settings.get(caller));
        OrganizationSettings of = before.organization();
        settings.change(
                caller,
                before.with(new OrganizationSettings(
                        of.smtp(),
                        of.assistant(),
                        of.publicAddress(),
                        of.privateHosts(),
                        of.retention(),
                        of.thresholds(),
                        dns.settings())),
                null);
    }

    private static MailInstance instances(CopiedLines lines, Mail mail, Caller caller) throws Exception {
        JsonNode made = lines.answered(MailCalls.create(instanceDraft("first")));
        MailInstance instance = mail.instances().get(caller, made.path("id").asText());
        assertThat(lines.answered(MailCalls.update(instance, instanceDraft("mail1")))
                        .path("name")
                        .asText())
                .isEqualTo("mail1");
        assertThat(lines.answered(MailCalls.get(instance)).path("ipv4")).hasSize(1);
        JsonNode spare = lines.answered(MailCalls.create(instanceDraft("spare")));
        assertThat(lines.answered(MailCalls.instances())).hasSize(2);
        lines.answered(
                MailCalls.delete(mail.instances().get(caller, spare.path("id").asText())));
        return instance;
    }

    private static MailInstanceDraft instanceDraft(String name) {
        return new MailInstanceDraft(
                name, "mail." + TestZone.NAME, List.of("192.0.2.10"), List.of(), null, DkimKeyType.ED25519);
    }

    private static void domains(CopiedLines lines, Mail mail, Caller caller, MailInstance instance, TestNameServer dns)
            throws Exception {
        JsonNode made = lines.answered(MailCalls.create(draft(instance, "example.com", null)));
        MailDomain domain = mail.domains().get(caller, made.path("id").asText());
        DnsDraft cloudflare = new DnsDraft("cloudflare", null, null, null, null, null, null, null, CopiedLines.SECRET);
        assertThat(lines.answered(MailCalls.update(domain, draft(instance, "example.com", cloudflare)))
                        .path("dns")
                        .path("provider")
                        .asText())
                .isEqualTo("cloudflare");
        assertThat(lines.answered(MailCalls.update(domain, draft(instance, "example.com", null)))
                        .path("dnsMode")
                        .asText())
                .isEqualTo("manual");
        assertThat(lines.answered(MailCalls.domains())).hasSize(1);
        lines.answered(MailCalls.get(domain));
        lines.answered(MailCalls.verify(domain));
        assertThat(lines.answered(MailCalls.records(domain))).isNotEmpty();
        assertThat(lines.answered(MailCalls.evidence(domain)).path("records")).isNotEmpty();
        assertThat(lines.answered(MailCalls.spf(domain)).has("checks")).isTrue();
        assertThat(lines.answered(MailCalls.zone(domain)).asText()).contains("$ORIGIN example.com.");
        for (DkimExportFormat format : DkimExportFormat.values()) {
            assertThat(lines.answered(MailCalls.exportKey(domain, format, domain.dkimSelector()))
                            .path("files"))
                    .isNotEmpty();
        }
        rotation(lines, mail, caller, domain, dns);
        lines.answered(MailCalls.delete(domain));
    }

    private static void rotation(CopiedLines lines, Mail mail, Caller caller, MailDomain domain, TestNameServer dns)
            throws Exception {
        assertThat(lines.answered(MailCalls.rotate(domain, "")).findValuesAsText("state"))
                .containsExactly("signing", "next");
        assertThat(lines.answered(MailCalls.cancelRotation(domain))).hasSize(1);
        assertThat(lines.answered(MailCalls.rotate(domain, "next")).findValuesAsText("selector"))
                .containsExactly(domain.dkimSelector(), "next");
        assertThat(lines.answered(MailCalls.keys(domain))).hasSize(2);
        assertThat(lines.answered(MailCalls.exportKey(domain, DkimExportFormat.PKCS8, "next"))
                        .path("files"))
                .isNotEmpty();
        dns.zone("example.net", "@ IN NS ns1.example.net.\nns1 IN A 127.0.0.1\n");
        dns.zone("example.com", "@ IN NS ns1.example.net.\n" + mail.domains().zoneFile(caller, domain.id()));
        lines.answered(MailCalls.verify(domain));
        assertThat(lines.answered(MailCalls.switchKey(domain)).findValuesAsText("state"))
                .containsExactly("signing", "retired");
    }

    private static void publishing(CopiedLines lines, Mail mail, Caller caller, MailInstance instance, int port)
            throws Exception {
        DnsDraft update = new DnsDraft(
                "rfc2136",
                "127.0.0.1",
                port,
                TestZone.NAME,
                TestZone.KEY,
                "hmac-sha256",
                TestZone.SECRET_TEXT,
                null,
                null);
        // The line's secret is another one than the zone's.
        MailDomain domain = mail.domains().create(caller, draft(instance, TestZone.NAME, update));
        JsonNode preview = lines.answered(MailCalls.preview(domain));
        assertThat(preview.path("add")).isNotEmpty();
        JsonNode foreign = preview.path("foreign").path(0);
        assertThat(lines.answered(MailCalls.publish(
                                domain,
                                preview.path("previewId").asText(),
                                Set.of(foreign.path("id").asText())))
                        .path("status")
                        .asText())
                .isEqualTo("applied");
        assertThat(lines.answered(MailCalls.publications(domain))).hasSize(1);
        assertThat(lines.answered(MailCalls.undo(domain)).path("status").asText())
                .isEqualTo("undone");
    }

    private static MailDomainDraft draft(MailInstance instance, String fqdn, @Nullable DnsDraft dns) {
        return new MailDomainDraft(
                instance.id(), fqdn, dns == null ? DnsMode.MANUAL : DnsMode.MANAGED, null, "inbox", dns);
    }
}
