package dev.wheelhouse.api.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.JsonText;
import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.TestNameServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Mail instances and domains over HTTP, and a name server on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class MailApiTest {

    private TestConsole console;
    private TestNameServer dns;
    private int names;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        console = TestConsole.start(directory);
        dns = TestNameServer.start();
        dns.zone("example.net", "@ IN NS ns1\nns1 IN A 127.0.0.1\n");
        dns.zone("2.0.192.in-addr.arpa", "@ IN NS ns1.example.net.\n10 IN PTR mail.example.com.\n");
        Reply set = console.owner()
                .patch(
                        "/settings",
                        JsonText.of(
                                Map.of("dns", Map.of("resolvers", dns.settings().resolvers(), "port", dns.port()))));
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        console.close();
        dns.close();
    }

    private String instance() throws Exception {
        return instance("ed25519");
    }

    private String instance(String dkimKeyType) throws Exception {
        names++;
        Reply reply = console.owner()
                .post(
                        "/mail/instances",
                        JsonText.of(Map.of(
                                "name",
                                "mail" + names,
                                "hostname",
                                "mail.example.com",
                                "ipv4",
                                List.of("192.0.2.10"),
                                "dkimKeyType",
                                dkimKeyType)));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(reply.headers().firstValue("Location").orElse(""))
                .isEqualTo("/api/v1/mail/instances/" + reply.json().path("id").asText());
        return reply.json().path("id").asText();
    }

    private Reply create(String instance, String fqdn) throws Exception {
        return console.owner().post("/mail/domains", JsonText.of(Map.of("mailInstanceId", instance, "fqdn", fqdn)));
    }

    private String domain(String instance, String fqdn) throws Exception {
        Reply reply = create(instance, fqdn);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return "/mail/domains/" + reply.json().path("id").asText();
    }

    private static void refusedAt(Reply reply, String path) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(422);
        assertThat(reply.json().at("/errors/0/path").asText()).as(reply.body()).isEqualTo(path);
    }

    private static void refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).isEqualTo(code);
    }

    @Test
    void aDomainIsMadePublishedVerifiedBrokenAndReported() throws Exception {
        String path = domain(instance("rsa"), "example.com");
        dns.zone("example.com", "@ IN NS ns1.example.net.\n");
        Reply pending = console.owner().post(path + "/verify", "");
        assertThat(pending.json().path("verificationStatus").asText()).isEqualTo("pending");
        JsonNode missing =
                console.owner().get(path + "/dns?status=pending&name=_dmarc").json();
        assertThat(missing).hasSize(1);
        assertThat(missing.at("/0/detail").asText()).contains("ns1.example.net");

        Reply zone = console.owner().get(path + "/zone");
        assertThat(zone.headers().firstValue("Content-Type").orElse("")).startsWith("text/dns");
        dns.zone("example.com", "@ IN NS ns1.example.net.\n" + zone.body());
        Reply verified = console.owner().post(path + "/verify", "");
        assertThat(verified.json().path("verificationStatus").asText())
                .as(console.owner().get(path + "/dns").body())
                .isEqualTo("verified");
        JsonNode records = console.owner().get(path + "/dns").json();
        assertThat(records.at("/0/kind").asText()).isEqualTo("mx");
        assertThat(records.at("/0/priority").asInt()).isEqualTo(10);
        assertThat(records.at("/0").has("split")).isFalse();
        assertThat(records.at("/2/split").asText())
                .startsWith("\"v=DKIM1; k=rsa; p=")
                .contains("\" \"");
        assertThat(records.at("/2/value").asText()).doesNotContain("\"");

        JsonNode evidence = console.owner().get(path + "/evidence").json();
        assertThat(evidence.at("/records/0/questions/0/answers/0/server").asText())
                .isEqualTo("ns1.example.net");
        assertThat(evidence.at("/records/0/questions/0/answers/0/answer/records/0/value")
                        .asText())
                .isEqualTo("mail.example.com");
        assertThat(evidence.at("/records/0/resolved/status").asText()).isEqualTo("found");
        JsonNode spf = console.owner().get(path + "/spf").json();
        assertThat(spf.at("/checks/0/result").asText()).isEqualTo("pass");
        assertThat(spf.at("/checks/0/tree/steps/0/term").asText()).isEqualTo("mx");
        assertThat(spf.at("/checks/0/tree/steps/0/status").asText()).isEqualTo("matched");

        dns.at(TestNameServer.ADDRESS).remove("example.com", "example.com", "MX");
        assertThat(console.owner()
                        .post(path + "/verify", "")
                        .json()
                        .path("verificationStatus")
                        .asText())
                .isEqualTo("verified");
        assertThat(console.owner()
                        .get(path + "/dns?status=pending&name=example.com")
                        .json()
                        .findValuesAsText("kind"))
                .contains("mx");
        assertThat(console.owner().get("/events?kind=mail.record_changed").json())
                .isNotEmpty();
        assertThat(console.owner().get("/mail/domains?status=verified").json().findValuesAsText("fqdn"))
                .contains("example.com");
    }

    @Test
    void verifyAnswersWhenNobodyElseDoes() throws Exception {
        String path = domain(instance(), "silent.example");
        dns.at(TestNameServer.ADDRESS).fault("silent.example", TestNameServer.Fault.SILENCE);
        Reply reply = console.owner().post(path + "/verify", "");
        assertThat(reply.json().path("verificationStatus").asText()).isEqualTo("pending");
        assertThat(console.owner().get(path + "/dns").json().at("/0/status").asText())
                .isEqualTo("pending");
    }

    @Test
    void recordsAreWholeUnlessALimitIsGiven() throws Exception {
        String path = domain(instance(), "pages.example");
        List<String> whole = console.owner().get(path + "/dns").json().findValuesAsText("id");
        assertThat(whole).hasSizeGreaterThan(10);
        List<String> found = new ArrayList<>();
        String next = path + "/dns?limit=7";
        while (!next.isEmpty()) {
            Reply page = console.owner().get(next);
            assertThat(page.json().size()).isBetween(1, 7);
            found.addAll(page.json().findValuesAsText("id"));
            String link = page.headers().firstValue("Link").orElse("");
            next = link.isEmpty() ? "" : link.substring(1, link.indexOf('>')).replace("/api/v1", "");
        }
        assertThat(found).isEqualTo(whole);
        refusedAt(console.owner().get(path + "/dns?cursor=nonsense"), "query.cursor");
        refusedAt(console.owner().get(path + "/dns?status=lost"), "query.status");
    }

    @Test
    void namesAreKeptAsALabelsAndShownAsBoth() throws Exception {
        Reply made = create(instance(), "Bücher.example");
        assertThat(made.json().path("fqdn").asText()).isEqualTo("xn--bcher-kva.example");
        assertThat(made.json().path("unicodeName").asText()).isEqualTo("bücher.example");
        assertThat(made.json().path("inboxSubdomain").asText()).isEmpty();
        assertThat(made.json().path("dnsMode").asText()).isEqualTo("manual");
        assertThat(made.json().path("createdAt").asText()).endsWith("Z");
    }

    @Test
    void whatIsWrongIsSaidAtItsField() throws Exception {
        String instance = instance();
        refusedAt(create(instance, "example.org."), "fqdn");
        refusedAt(create(instance, "co.uk"), "fqdn");
        refusedAt(create(instance, "a".repeat(250) + ".org"), "fqdn");
        refusedAt(create(instance, "192.0.2.1"), "fqdn");
        refusedAt(create("mail_gone", "example.org"), "mailInstanceId");
        domain(instance, "taken.example");
        refused(create(instance, "TAKEN.example"), 409, "already_exists");
        refused(console.owner().delete("/mail/instances/" + instance), 409, "in_use");
        Map<String, Object> fields = new HashMap<>(Map.of("mailInstanceId", instance, "fqdn", "other.example"));
        fields.put("dnsMode", "magic");
        refusedAt(console.owner().post("/mail/domains", JsonText.of(fields)), "dnsMode");
    }

    private Reply patch(String path, String body, String tag) throws Exception {
        return console.owner()
                .send("PATCH", path, body, Map.of("Content-Type", "application/merge-patch+json", "If-Match", tag));
    }

    @Test
    void aPatchChangesWhatItNamesAndItsTagGuardsIt() throws Exception {
        String path = domain(instance(), "patched.example");
        Reply read = console.owner().get(path);
        String tag = read.headers().firstValue("ETag").orElse("");
        Reply patched = patch(path, "{\"inboxSubdomain\":\"in\"}", tag);
        assertThat(patched.json().path("inboxSubdomain").asText()).isEqualTo("in");
        refused(patch(path, "{\"inboxSubdomain\":\"out\"}", tag), 412, "precondition_failed");
        refusedAt(console.owner().patch(path, "{\"fqdn\":\"other.example\"}"), "fqdn");
        refusedAt(console.owner().patch(path, "{\"dkimSelector\":\"other\"}"), "dkimSelector");
        assertThat(console.owner()
                        .patch(path, "{\"inboxSubdomain\":null}")
                        .json()
                        .path("inboxSubdomain")
                        .asText())
                .isEmpty();
        assertThat(console.owner().delete(path).status()).isEqualTo(204);
        assertThat(console.owner().get(path).status()).isEqualTo(404);
    }

    @Test
    void aKeyIsShownAndAReplayOfTheCallIsWithoutIt() throws Exception {
        String path = domain(instance(), "keys.example");
        Map<String, String> once = Map.of("Idempotency-Key", "show-it", "Content-Type", "application/json");
        Reply shown = console.owner().send("POST", path + "/dkim-key", "{\"format\":\"opendkim\"}", once);
        assertThat(shown.json().at("/files/0/content").asText()).startsWith("-----BEGIN PRIVATE KEY-----");
        assertThat(shown.json().at("/files/1/path").asText()).isEqualTo("KeyTable");
        Reply again = console.owner().send("POST", path + "/dkim-key", "{\"format\":\"opendkim\"}", once);
        assertThat(again.json().path("secretShown").asBoolean()).isTrue();
        assertThat(again.body()).doesNotContain("BEGIN PRIVATE KEY");
        assertThat(console.owner().get("/events?kind=mail.key_shown").body()).doesNotContain("BEGIN PRIVATE");
    }

    @Test
    void theRecordOfAPolicySaysWhatIsToBeServed() throws Exception {
        String path = domain(instance(), "policy.example");
        Reply records = console.owner().get(path + "/dns");
        assertThat(records.json().findValuesAsText("url"))
                .containsExactly("https://mta-sts.policy.example/.well-known/mta-sts.txt");
        assertThat(records.json().findValuesAsText("text"))
                .singleElement()
                .asString()
                .startsWith("version: STSv1\r\nmode: testing\r\nmx: ");
    }

    @Test
    void aRotationIsBegunAndCancelledAndNotSwitchedToUnseen() throws Exception {
        String path = domain(instance(), "rotated.example");
        Reply begun = console.owner().post(path + "/rotate-dkim", "{}");
        assertThat(begun.json().findValuesAsText("state")).containsExactly("signing", "next");
        refused(console.owner().post(path + "/rotate-dkim", "{}"), 409, "already_running");
        refused(console.owner().post(path + "/rotate-dkim", "{\"step\":\"switch\"}"), 409, "state_invalid");
        refusedAt(console.owner().post(path + "/rotate-dkim", "{\"step\":\"switch\",\"selector\":\"x\"}"), "selector");
        assertThat(console.owner().get(path + "/dns?name=_domainkey").json()).hasSize(2);
        String next = begun.json().at("/1/selector").asText();
        Reply key = console.owner().post(path + "/dkim-key", JsonText.of(Map.of("format", "pkcs8", "selector", next)));
        assertThat(key.json().at("/files/0/path").asText()).contains(next);
        assertThat(console.owner()
                        .post(path + "/rotate-dkim", "{\"step\":\"cancel\"}")
                        .json()
                        .findValuesAsText("state"))
                .containsExactly("signing");
        Reply keys = console.owner().get(path + "/dkim-keys");
        assertThat(keys.json()).hasSize(1);
        assertThat(keys.json().path(0).has("endsAt")).isFalse();
    }

    @Test
    void aManagedDomainSaysWhereItsZoneIsAndNeverItsSecret() throws Exception {
        String secret = "c2VjcmV0IG9mIHRoZSB6b25lJ3MgcHJpbWFyeQ==";
        Map<String, Object> dnsFields = new HashMap<>(
                Map.of("provider", "rfc2136", "server", "127.0.0.1", "port", 1, "tsigName", "key.example"));
        Map<String, Object> fields =
                new HashMap<>(Map.of("mailInstanceId", instance(), "fqdn", "managed.example", "dnsMode", "managed"));
        refusedAt(console.owner().post("/mail/domains", JsonText.of(fields)), "dns");
        fields.put("dns", dnsFields);
        refusedAt(console.owner().post("/mail/domains", JsonText.of(fields)), "dns.tsigSecret");
        dnsFields.put("tsigSecret", "not Base64!");
        refusedAt(console.owner().post("/mail/domains", JsonText.of(fields)), "dns.tsigSecret");
        dnsFields.put("tsigSecret", secret);
        Reply made = console.owner().post("/mail/domains", JsonText.of(fields));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().at("/dns/server").asText()).isEqualTo("127.0.0.1");
        assertThat(made.json().at("/dns/tsigAlgorithm").asText()).isEqualTo("hmac-sha256");
        assertThat(made.body()).doesNotContain(secret);
        String path = "/mail/domains/" + made.json().path("id").asText();
        Reply preview = console.owner().post(path + "/publish", "{\"preview\":true}");
        refused(preview, 502, "upstream_failed");
        assertThat(preview.body()).contains("127.0.0.1").doesNotContain(secret);
        refusedAt(console.owner().post(path + "/publish", "{}"), "previewId");
        refused(console.owner().post(path + "/publish", "{\"previewId\":\"pub_none\"}"), 404, "not_found");
        refused(console.owner().post(path + "/publish/undo", ""), 409, "state_invalid");
        assertThat(console.owner().get(path + "/publications").json()).isEmpty();
        String manual = domain(instance(), "manual.example");
        refused(console.owner().post(manual + "/publish", "{\"preview\":true}"), 409, "state_invalid");
        assertThat(console.owner().get(manual).json().has("dns")).isFalse();
        assertThat(console.owner().get("/events").body()).doesNotContain(secret);
    }
}
