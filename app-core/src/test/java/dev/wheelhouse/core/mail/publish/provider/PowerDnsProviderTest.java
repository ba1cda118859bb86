package dev.wheelhouse.core.mail.publish.provider;

import static dev.wheelhouse.core.mail.publish.provider.UpdateContract.change;
import static dev.wheelhouse.core.mail.publish.provider.UpdateContract.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Applied;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.ChangedMeanwhile;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Refused;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Against a real PowerDNS; each test has names of its own. */
@Real
@Tag("real-dns")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PowerDnsProviderTest {

    private final Workers workers = new Workers();
    private PowerDnsServer server;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        server = new PowerDnsServer(directory);
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        workers.close();
    }

    private ZoneProvider provider(String key, String domain, List<String> privateHosts) {
        return new PowerDnsProvider(
                new OutgoingRequests(() -> privateHosts, workers),
                new Semaphore(1),
                server.url(),
                null,
                key,
                domain,
                Clock.systemUTC(),
                Duration.ofSeconds(20));
    }

    private ZoneProvider provider() {
        return provider(PowerDnsServer.KEY, "deep.er." + TestZone.NAME, List.of("127.0.0.1"));
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

    /** 5.1 takes the escapes out of a text before it reads it, so that a quote ends it and a backslash is lost. */
    @Test
    void neverTellsATextAsPublishedThatTheServerChanged() throws Exception {
        for (String text : List.of("quote \" in it", "backslash \\ in it")) {
            List<SetChange> changes =
                    List.of(change(text.split(" ", 2)[0], DnsType.TXT, 3600, List.of(), List.of(text)));
            ApplyOutcome outcome = provider().apply(changes);
            ZoneProvider.State state = provider().state(changes);
            if (server.version().startsWith("5.1.")) {
                assertThat(outcome instanceof Applied && state == ZoneProvider.State.AFTER)
                        .isFalse();
            } else {
                assertThat(outcome).isEqualTo(new Applied());
                assertThat(state).isEqualTo(ZoneProvider.State.AFTER);
            }
        }
    }

    @Test
    void appliesAllTypesAndTakesThemBack() {
        List<SetChange> changes = List.of(
                change("all", DnsType.MX, 3600, List.of(), List.of("10 mail.all.example.test")),
                change("mail.all", DnsType.A, 3600, List.of(), List.of("192.0.2.1", "192.0.2.2")),
                change("mail.all", DnsType.AAAA, 3600, List.of(), List.of("2001:db8:0:0:0:0:0:1")),
                change("s1._domainkey.all", DnsType.TXT, 3600, List.of(), List.of("v=DKIM1; p=" + "A".repeat(600))),
                change("text.all", DnsType.TXT, 3600, List.of(), List.of("semicolon ; ümlaut")),
                change("auto.all", DnsType.CNAME, 3600, List.of(), List.of("mail.all.example.test")),
                change("_imaps._tcp.all", DnsType.SRV, 3600, List.of(), List.of("0 1 993 mail.all.example.test")),
                change("caa.all", DnsType.CAA, 3600, List.of(), List.of("0 issue \"letsencrypt.org\"")),
                change("_25._tcp.mail.all", DnsType.TLSA, 3600, List.of(), List.of("3 1 1 " + "ab".repeat(32))));
        assertThat(provider().apply(changes)).isEqualTo(new Applied());
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.AFTER);
        List<SetChange> undo = changes.stream().map(SetChange::inverse).toList();
        assertThat(provider().apply(undo)).isEqualTo(new Applied());
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.BEFORE);
    }

    @Test
    void keepsTheTtlAndWhatIsSwitchedOff() throws Exception {
        server.patch("""
            {"name": "kept.example.test.", "type": "TXT", "ttl": 77, "changetype": "REPLACE", "records": [
              {"content": "\\"theirs\\"", "disabled": false}, {"content": "\\"off\\"", "disabled": true}]}
            """);
        SetChange change = change("kept", DnsType.TXT, 77, List.of("theirs"), List.of("theirs", "ours"));
        assertThat(provider().apply(List.of(change))).isEqualTo(new Applied());
        assertThat(texts("kept", DnsType.TXT)).containsExactlyInAnyOrder("theirs", "ours");
        assertThat(provider().apply(List.of(change.inverse()))).isEqualTo(new Applied());
        ZoneSnapshot zone = provider().read(List.of(change.question()));
        assertThat(zone.sets())
                .containsExactly(
                        new ZoneSet(name("kept"), DnsType.TXT, 77, List.of(ZoneValue.of(DnsType.TXT, "theirs"))));
        assertThat(server.zone()).contains("\"content\": \"\\\"off\\\"\", \"disabled\": true");
    }

    @Test
    void doesNothingWhenOneSetChangedMeanwhile() throws Exception {
        server.patch("""
            {"name": "meanwhile2.example.test.", "type": "TXT", "ttl": 60, "changetype": "REPLACE", "records": [
              {"content": "\\"of somebody\\"", "disabled": false}]}
            """);
        List<SetChange> changes = List.of(
                change("meanwhile1", DnsType.TXT, 60, List.of(), List.of("ours")),
                change("meanwhile2", DnsType.TXT, 60, List.of(), List.of("ours")));
        assertThat(provider().apply(changes))
                .isEqualTo(new ChangedMeanwhile(List.of(new DnsQuestion(name("meanwhile2"), DnsType.TXT))));
        assertThat(texts("meanwhile1", DnsType.TXT)).isEmpty();
    }

    @Test
    void oneRefusedRecordRefusesAll() {
        List<SetChange> changes = List.of(
                change("refused", DnsType.TXT, 60, List.of(), List.of("ours")),
                change("refused", DnsType.A, 60, List.of(), List.of("192.0.2.999")));
        assertThat(provider().apply(changes)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo("422");
            assertThat(refused.words())
                    .startsWith("127.0.0.1 answered 422. It says: ")
                    .contains("192.0.2.999");
        });
        assertThat(texts("refused", DnsType.TXT)).isEmpty();
    }

    @Test
    void replacesAnAliasInOneTransaction() {
        SetChange alias = change("cname", DnsType.CNAME, 60, List.of(), List.of("www.other.test"));
        assertThat(provider().apply(List.of(alias))).isEqualTo(new Applied());
        List<SetChange> swap = List.of(change("cname", DnsType.TXT, 60, List.of(), List.of("ours")), alias.inverse());
        assertThat(provider().apply(swap)).isEqualTo(new Applied());
        assertThat(texts("cname", DnsType.TXT)).containsExactly("ours");
        assertThat(provider().apply(swap.stream().map(SetChange::inverse).toList()))
                .isEqualTo(new Applied());
        assertThat(texts("cname", DnsType.CNAME)).containsExactly("www.other.test");
    }

    @Test
    void putsNoAliasBesideOtherRecords() {
        assertThat(provider().apply(List.of(change("beside", DnsType.TXT, 60, List.of(), List.of("theirs")))))
                .isEqualTo(new Applied());
        SetChange alias = change("beside", DnsType.CNAME, 60, List.of(), List.of("www.other.test"));
        assertThat(provider().apply(List.of(alias))).isInstanceOf(Refused.class);
        assertThat(texts("beside", DnsType.CNAME)).isEmpty();
    }

    @Test
    void aDelegatedNameIsElsewhere() throws Exception {
        server.patch("""
            {"name": "sub.example.test.", "type": "NS", "ttl": 60, "changetype": "REPLACE", "records": [
              {"content": "ns.elsewhere.test.", "disabled": false}]}
            """);
        assertThat(provider()
                        .read(List.of(new DnsQuestion(name("host.sub"), DnsType.A)))
                        .elsewhere())
                .containsOnlyKeys(name("host.sub"))
                .containsValue(name("sub"));
    }

    @Test
    void refusesAWrongKeyWithoutRepeatingIt() {
        assertThatThrownBy(() -> provider("wrong-key", TestZone.NAME, List.of("127.0.0.1"))
                        .test())
                .isInstanceOf(AppException.class)
                .hasMessageStartingWith("127.0.0.1 refused the token (401): it is wrong, or may not do this.")
                .hasMessageNotContaining("wrong-key");
    }

    @Test
    void saysWhichZoneItDoesNotHave() {
        assertThatThrownBy(() -> provider(PowerDnsServer.KEY, "mail.other.test", List.of("127.0.0.1"))
                        .test())
                .hasMessage("127.0.0.1 does not keep the zone of mail.other.test, or the token may not see it.");
    }

    @Test
    void aPrivateAddressHasToBeAllowed() {
        assertThatThrownBy(() ->
                        provider(PowerDnsServer.KEY, TestZone.NAME, List.of()).test())
                .hasMessageStartingWith("dns.url: 127.0.0.1 is a private address");
    }
}
