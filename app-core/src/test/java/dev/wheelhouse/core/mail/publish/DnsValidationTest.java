package dev.wheelhouse.core.mail.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.mail.publish.DnsValidation.Checked;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsValidationTest {

    private static final String SECRET = "c2VjcmV0IG9mIHRoZSBrZXk=";

    private static DnsDraft rfc2136(
            String server, @Nullable Integer port, @Nullable String zone, String name, @Nullable String algorithm) {
        return new DnsDraft("rfc2136", server, port, zone, name, algorithm, SECRET, null, null);
    }

    private static Checked check(DnsDraft draft) {
        return DnsValidation.check(draft, "mail.example.com", false);
    }

    private static Map<String, String> problems(DnsDraft draft) {
        AppException refused = catchThrowableOfType(AppException.class, () -> check(draft));
        return ((FieldProblems) refused.details())
                .errors().stream().collect(Collectors.toMap(FieldProblem::path, FieldProblem::message));
    }

    @Test
    void readsAServerWithAKeyAndFillsInTheRest() {
        Checked checked = check(rfc2136(" NS1.Example.com ", null, "Example.COM.", "Wheelhouse.", null));
        assertThat(checked.settings())
                .isEqualTo(new DnsSettings(
                        DnsProvider.RFC2136,
                        "ns1.example.com",
                        53,
                        "example.com",
                        "wheelhouse",
                        TsigAlgorithm.HMAC_SHA256,
                        null));
        assertThat(checked.secret()).isEqualTo(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmac-sha1", "hmac-sha224", "hmac-sha256", "hmac-sha384", "HMAC-SHA512."})
    void takesEveryAlgorithm(String algorithm) {
        assertThat(check(rfc2136("[2001:db8::1]", 5353, null, "key.example.com", algorithm))
                        .settings())
                .satisfies(each -> {
                    assertThat(each.server()).isEqualTo("2001:db8::1");
                    assertThat(each.port()).isEqualTo(5353);
                    assertThat(each.tsigAlgorithm())
                            .extracting(TsigAlgorithm::wireName)
                            .isEqualTo(algorithm.toLowerCase(Locale.ROOT).replace(".", ""));
                });
    }

    @Test
    void saysWhatIsWrongWithEachField() {
        assertThat(problems(new DnsDraft(
                        "rfc2136",
                        "not a host",
                        70000,
                        "other.com",
                        "key name",
                        "md5",
                        "not Base64!",
                        "http://x",
                        "t")))
                .containsOnly(
                        Map.entry(
                                "dns.server",
                                "Give the host name or address of the primary name server, such as ns1.example.com."),
                        Map.entry("dns.port", "Give a port from 1 to 65535, or leave it out for 53."),
                        Map.entry(
                                "dns.zone",
                                "Give the zone that mail.example.com lies in: its own name or one above, or leave it out."),
                        Map.entry("dns.tsigName", "Give the name of the key as the server has it, such as wheelhouse."),
                        Map.entry(
                                "dns.tsigAlgorithm",
                                "Give one of hmac-sha1, hmac-sha224, hmac-sha256, hmac-sha384, hmac-sha512, or leave it"
                                        + " out for hmac-sha256."),
                        Map.entry("dns.tsigSecret", "Give the secret in Base64, as tsig-keygen and keymgr print it."),
                        Map.entry("dns.url", "Leave this out: the provider rfc2136 has none."),
                        Map.entry("dns.token", "Leave this out: the provider rfc2136 has none."));
    }

    @Test
    void needsWhatTheProviderNeeds() {
        DnsDraft server = new DnsDraft("rfc2136", null, null, null, null, null, null, null, null);
        assertThat(problems(server)).containsOnlyKeys("dns.server", "dns.tsigName", "dns.tsigSecret");
        DnsDraft cloudflare = new DnsDraft("cloudflare", null, null, null, null, null, null, null, null);
        assertThat(problems(cloudflare)).containsOnlyKeys("dns.token");
        DnsDraft powerDns = new DnsDraft("powerdns", null, null, null, null, null, null, null, null);
        assertThat(problems(powerDns)).containsOnlyKeys("dns.url", "dns.token");
        DnsDraft none = new DnsDraft(null, null, null, null, null, null, null, null, null);
        assertThat(problems(none))
                .containsExactly(Map.entry("dns.provider", "Give one of rfc2136, cloudflare, powerdns."));
    }

    @Test
    void takesAnAddressOfPowerDnsWithoutItsSlash() {
        DnsDraft draft =
                new DnsDraft("powerdns", null, null, null, null, null, null, "http://ns1.example.com:8081/", "key");
        assertThat(check(draft).settings().url()).isEqualTo("http://ns1.example.com:8081");
        DnsDraft wrong = new DnsDraft("powerdns", null, null, null, null, null, null, "ftp://x", "key");
        assertThat(problems(wrong)).containsOnlyKeys("dns.url");
    }

    @Test
    void theSecretMayBeLeftOutWhereOneIsKept() {
        DnsDraft draft = new DnsDraft("cloudflare", null, null, null, null, null, null, null, null);
        assertThat(DnsValidation.check(draft, "example.com", true).secret()).isNull();
    }

    @Test
    void aTokenWithALineBreakIsRefused() {
        DnsDraft draft = new DnsDraft("cloudflare", null, null, null, null, null, null, null, "a\r\nHost: b");
        assertThat(problems(draft))
                .containsExactly(
                        Map.entry("dns.token", "Give an API token that may read and edit the DNS of the zone."));
    }

    @Test
    void secretsAreInNoText() {
        DnsDraft draft = rfc2136("ns1.example.com", null, null, "wheelhouse", null);
        assertThat(draft.toString()).doesNotContain(SECRET);
        assertThat(check(draft).toString()).doesNotContain(SECRET);
        DnsDraft wrong = new DnsDraft(
                "rfc2136", "ns1.example.com", null, null, "wheelhouse", null, "hunter2 hunter2", null, null);
        assertThatThrownBy(() -> check(wrong)).hasMessageNotContaining("hunter2");
    }
}
