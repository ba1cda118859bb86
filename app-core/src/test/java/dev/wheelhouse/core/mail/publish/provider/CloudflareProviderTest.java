package dev.wheelhouse.core.mail.publish.provider;

import static dev.wheelhouse.core.mail.publish.provider.UpdateContract.change;
import static dev.wheelhouse.core.mail.publish.provider.UpdateContract.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Applied;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.ChangedMeanwhile;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Refused;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Unknown;
import dev.wheelhouse.core.mail.publish.DnsProvider;
import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CloudflareProviderTest {

    private final Workers workers = new Workers();
    private CloudflareStandIn cloudflare;

    @BeforeEach
    void start() throws IOException {
        cloudflare = new CloudflareStandIn();
    }

    @AfterEach
    void stop() {
        cloudflare.close();
        workers.close();
    }

    private ZoneProvider provider(String token) {
        OutgoingRequests requests = new OutgoingRequests(() -> List.of("127.0.0.1"), workers);
        return new ZoneProviders(requests, cloudflare.base(), Clock.systemUTC(), DnsTimeouts.STANDARD)
                .of(
                        new DnsSettings(DnsProvider.CLOUDFLARE, null, null, null, null, null, null),
                        token,
                        "deep.er." + TestZone.NAME);
    }

    private ZoneProvider provider() {
        return provider(CloudflareStandIn.TOKEN);
    }

    private List<String> texts(String label, DnsType type) {
        return provider().read(List.of(new DnsQuestion(name(label), type))).values(name(label), type).stream()
                .map(ZoneValue::text)
                .toList();
    }

    @Test
    void tellsItsZone() {
        assertThat(provider().test()).isEqualTo(TestZone.NAME);
    }

    @Test
    void readsAllPagesAndEveryForm() {
        cloudflare.add("MX", "@", "MX1.other.test", Map.of("priority", 10));
        cloudflare.add("TXT", "@", "not quoted \"as older ones are\"", Map.of());
        cloudflare.add("TXT", "@", "\"first \" \"second\"", Map.of());
        cloudflare.add("SRV", "_imaps._tcp", "1\t993\tmail.other.test", Map.of("priority", 0));
        cloudflare.add("NS", "sub", "ns.other.test", Map.of());
        cloudflare.add("HTTPS", "@", "1 . alpn=h2", Map.of());
        assertThat(texts("@", DnsType.MX)).containsExactly("10 mx1.other.test");
        assertThat(texts("@", DnsType.TXT)).containsExactly("not quoted \"as older ones are\"", "first second");
        assertThat(texts("_imaps._tcp", DnsType.SRV)).containsExactly("0 1 993 mail.other.test");
        ZoneSnapshot zone = provider().read(List.of(new DnsQuestion(name("a.sub"), DnsType.A)));
        assertThat(zone.elsewhere()).containsOnly(Map.entry(name("a.sub"), name("sub")));
    }

    @Test
    void anAddressBehindTheProxyIsNotOurs() {
        cloudflare.add("A", "mail", "192.0.2.1", Map.of("proxied", true));
        assertThat(texts("mail", DnsType.A)).containsExactly("192.0.2.1 (proxied)");
        ZoneValue proxied = provider()
                .read(List.of(new DnsQuestion(name("mail"), DnsType.A)))
                .values(name("mail"), DnsType.A)
                .getFirst();
        SetChange change = new SetChange(
                name("mail"), DnsType.A, 1, List.of(proxied), List.of(ZoneValue.of(DnsType.A, "192.0.2.1")));
        assertThat(provider().apply(List.of(change))).isEqualTo(new Applied());
        assertThat(cloudflare.only("A")).containsEntry("proxied", false);
        assertThat(provider().apply(List.of(change.inverse()))).isEqualTo(new Applied());
        assertThat(cloudflare.only("A")).containsEntry("proxied", true).containsEntry("content", "192.0.2.1");
    }

    @Test
    void appliesAllTypesAndTakesThemBack() {
        cloudflare.add("TXT", "all", "\"theirs\"", Map.of("ttl", 120));
        List<SetChange> changes = List.of(
                change("all", DnsType.MX, 3600, List.of(), List.of("10 mail.all.example.test")),
                change("all", DnsType.TXT, 120, List.of("theirs"), List.of("theirs", "v=DKIM1; p=" + "A".repeat(600))),
                change("mail.all", DnsType.A, 3600, List.of(), List.of("192.0.2.1", "192.0.2.2")),
                change("mail.all", DnsType.AAAA, 3600, List.of(), List.of("2001:db8:0:0:0:0:0:1")),
                change("auto.all", DnsType.CNAME, 3600, List.of(), List.of("mail.all.example.test")),
                change("_imaps._tcp.all", DnsType.SRV, 3600, List.of(), List.of("0 1 993 mail.all.example.test")),
                change("caa.all", DnsType.CAA, 3600, List.of(), List.of("0 issue \"letsencrypt.org\"")),
                change("_25._tcp.mail.all", DnsType.TLSA, 3600, List.of(), List.of("3 1 1 " + "ab".repeat(32))));
        assertThat(provider().apply(changes)).isEqualTo(new Applied());
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.AFTER);
        assertThat(cloudflare.only("MX"))
                .containsEntry("priority", 10)
                .containsEntry("content", "mail.all.example.test")
                .containsEntry("ttl", 3600);
        List<SetChange> undo = changes.stream().map(SetChange::inverse).toList();
        assertThat(provider().apply(undo)).isEqualTo(new Applied());
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.BEFORE);
        assertThat(cloudflare.contents()).containsExactly("TXT all.example.test \"theirs\"");
    }

    @Test
    void replacesAnAliasInOneBatch() {
        cloudflare.add("CNAME", "key", "key.other.test", Map.of());
        List<SetChange> swap = List.of(
                change("key", DnsType.TXT, 3600, List.of(), List.of("ours")),
                change("key", DnsType.CNAME, 1, List.of("key.other.test"), List.of()));
        assertThat(provider().apply(swap)).isEqualTo(new Applied());
        assertThat(cloudflare.contents()).containsExactly("TXT key.example.test \"ours\"");
    }

    @Test
    void doesNothingWhenOneSetChangedMeanwhile() {
        cloudflare.add("TXT", "two", "\"of somebody\"", Map.of());
        List<SetChange> changes = List.of(
                change("one", DnsType.TXT, 60, List.of(), List.of("ours")),
                change("two", DnsType.TXT, 60, List.of(), List.of("ours")));
        assertThat(provider().apply(changes))
                .isEqualTo(new ChangedMeanwhile(List.of(new DnsQuestion(name("two"), DnsType.TXT))));
        assertThat(cloudflare.contents()).hasSize(1);
    }

    @Test
    void aRecordThatIsGoneByThenFailsAll() {
        cloudflare.add("TXT", "gone", "\"old\"", Map.of());
        cloudflare.beforeBatch(() -> cloudflare.removeAll("TXT"));
        List<SetChange> changes = List.of(
                change("mail", DnsType.A, 60, List.of(), List.of("192.0.2.1")),
                change("gone", DnsType.TXT, 1, List.of("old"), List.of("new")));
        assertThat(provider().apply(changes))
                .isEqualTo(new Refused("400", "127.0.0.1 answered 400. It says: Record does not exist.", null));
        assertThat(cloudflare.contents()).isEmpty();
    }

    @Test
    void oneRefusedRecordRefusesAll() {
        List<SetChange> changes = List.of(
                change("good", DnsType.TXT, 60, List.of(), List.of("ours")),
                change("bad", DnsType.A, 60, List.of(), List.of("192.0.2.999")));
        assertThat(provider().apply(changes))
                .isEqualTo(new Refused(
                        "400",
                        "127.0.0.1 answered 400. It says: Content for A record must be a valid IPv4 address.",
                        null));
        assertThat(cloudflare.contents()).isEmpty();
    }

    @Test
    void saysHowLongToWait() {
        cloudflare.answerBatches(429, "37");
        assertThat(provider().apply(List.of(change("a", DnsType.TXT, 60, List.of(), List.of("ours")))))
                .isEqualTo(new Refused(
                        "429",
                        "127.0.0.1 is asked too often and wants to be left alone for 37 s: try again later. It says:"
                                + " Please wait",
                        Duration.ofSeconds(37)));
    }

    @Test
    void anErrorOfAProxyProvesNothing() {
        cloudflare.answerBatches(502, "");
        List<SetChange> changes = List.of(change("a", DnsType.TXT, 60, List.of(), List.of("ours")));
        assertThat(provider().apply(changes)).isInstanceOf(Unknown.class);
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.BEFORE);
    }

    @Test
    void aLostAnswerIsFoundToBeDone() {
        // A proxy on the way gives up on a batch that is applied all the same.
        List<SetChange> changes = List.of(change("a", DnsType.TXT, 60, List.of(), List.of("ours")));
        cloudflare.beforeBatch(() -> cloudflare.add("TXT", "a", "\"ours\"", Map.of("ttl", 60)));
        cloudflare.answerBatches(504, "");
        assertThat(provider().apply(changes)).isInstanceOf(Unknown.class);
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.AFTER);
    }

    @Test
    void refusesAWrongTokenWithoutRepeatingIt() {
        assertThatThrownBy(() -> provider("of-somebody-else").test())
                .isInstanceOf(AppException.class)
                .hasMessageStartingWith("127.0.0.1 refused the token (403): it is wrong, or may not do this.")
                .hasMessageNotContaining("of-somebody-else");
    }

    @Test
    void saysWhichZoneItDoesNotHave() {
        OutgoingRequests requests = new OutgoingRequests(() -> List.of("127.0.0.1"), workers);
        ZoneProvider other = new CloudflareProvider(
                requests,
                new Semaphore(1),
                cloudflare.base(),
                null,
                CloudflareStandIn.TOKEN,
                "mail.other.test",
                Clock.systemUTC(),
                Duration.ofSeconds(10));
        assertThatThrownBy(other::test)
                .hasMessage("127.0.0.1 does not keep the zone of mail.other.test, or the token may not see it.");
    }
}
