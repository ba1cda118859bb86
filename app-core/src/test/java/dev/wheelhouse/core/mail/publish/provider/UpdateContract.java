package dev.wheelhouse.core.mail.publish.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Applied;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.ChangedMeanwhile;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Refused;
import dev.wheelhouse.core.mail.publish.PlanAction;
import dev.wheelhouse.core.mail.publish.PlanRow;
import dev.wheelhouse.core.mail.publish.PublishPlan;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.mail.publish.ZoneUpdate;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Update;

/** What every server of RFC 2136 does with the zone of {@link TestZone}; each test has names of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UpdateContract {

    static final DnsTimeouts TIMEOUTS = new DnsTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(20));

    abstract int port();

    ZoneProvider provider() {
        return provider(TestZone.access(port()), Clock.systemUTC());
    }

    static ZoneProvider provider(Rfc2136Access access, Clock clock) {
        return new Rfc2136Provider(access, TestZone.NAME, clock, TIMEOUTS);
    }

    static SetChange change(String name, DnsType type, long ttl, List<String> before, List<String> after) {
        return new SetChange(name(name), type, ttl, values(type, before), values(type, after));
    }

    static String name(String label) {
        return label.equals("@") ? TestZone.NAME : label + "." + TestZone.NAME;
    }

    static List<ZoneValue> values(DnsType type, List<String> texts) {
        return texts.stream().map(each -> ZoneValue.of(type, each)).toList();
    }

    ZoneSnapshot read(List<SetChange> changes) {
        return provider().read(changes.stream().map(SetChange::question).toList());
    }

    List<String> texts(String name, DnsType type) {
        return provider().read(List.of(new DnsQuestion(name(name), type))).values(name(name), type).stream()
                .map(ZoneValue::text)
                .toList();
    }

    @Test
    void tellsItsZoneAndChangesNothing() {
        assertThat(provider().test()).isEqualTo(TestZone.NAME);
        assertThat(texts("_wheelhouse-test", DnsType.TXT)).isEmpty();
    }

    @Test
    void findsTheZoneOfANameBelowAndOfAnAlias() {
        for (String name : List.of("deep.er.example.test", "alias.example.test")) {
            ZoneProvider below = new Rfc2136Provider(TestZone.access(port()), name, Clock.systemUTC(), TIMEOUTS);
            assertThat(below.test()).isEqualTo(TestZone.NAME);
        }
    }

    @Test
    void saysWhichZoneItDoesNotHave() {
        ZoneProvider other = new Rfc2136Provider(TestZone.access(port()), "other.test", Clock.systemUTC(), TIMEOUTS);
        assertThatThrownBy(other::test).isInstanceOf(AppException.class).hasMessageStartingWith("127.0.0.1:" + port());
        Rfc2136Access access = new Rfc2136Access(
                "127.0.0.1", port(), "ns.example.test", TestZone.KEY, TsigAlgorithm.HMAC_SHA256, TestZone.SECRET);
        assertThatThrownBy(() -> provider(access, Clock.systemUTC()).test())
                .hasMessage("127.0.0.1:" + port() + " has no zone ns.example.test, but the zone example.test.");
    }

    @Test
    void readsWhatIsThereAndNotWhatAWildcardAnswers() {
        ZoneSnapshot zone = provider()
                .read(List.of(
                        new DnsQuestion(name("long"), DnsType.TXT),
                        new DnsQuestion(name("any.wild"), DnsType.TXT),
                        new DnsQuestion(name("own.wild"), DnsType.TXT),
                        new DnsQuestion(name("alias"), DnsType.TXT),
                        new DnsQuestion(name("alias"), DnsType.CNAME),
                        new DnsQuestion(name("host.sub"), DnsType.A),
                        new DnsQuestion("example.net", DnsType.A)));
        assertThat(zone.sets())
                .containsExactlyInAnyOrder(
                        new ZoneSet(
                                name("long"),
                                DnsType.TXT,
                                300,
                                List.of(new ZoneValue(
                                        "first and \"second\" ä \ufffd",
                                        "\"first \" \"and \\\"second\\\" \\195\\164 \\255\""))),
                        new ZoneSet(name("own.wild"), DnsType.TXT, 300, values(DnsType.TXT, List.of("for all"))),
                        new ZoneSet(
                                name("alias"), DnsType.CNAME, 300, values(DnsType.CNAME, List.of("www.other.test"))));
        assertThat(zone.elsewhere()).containsOnlyKeys(name("host.sub")).containsValue(name("sub"));
    }

    @Test
    void appliesAllTypesAndTakesThemBack() {
        String long600 = "v=DKIM1; k=rsa; p=" + "A".repeat(600);
        List<SetChange> changes = List.of(
                change("all", DnsType.MX, 3600, List.of(), List.of("10 mail.all.example.test")),
                change("mail.all", DnsType.A, 3600, List.of(), List.of("192.0.2.1", "192.0.2.2")),
                change("mail.all", DnsType.AAAA, 3600, List.of(), List.of("2001:db8::1")),
                change("s1._domainkey.all", DnsType.TXT, 3600, List.of(), List.of(long600)),
                change("text.all", DnsType.TXT, 3600, List.of(), List.of("quote \" backslash \\ semicolon ; ümlaut")),
                change("auto.all", DnsType.CNAME, 3600, List.of(), List.of("mail.all.example.test")),
                change("_imaps._tcp.all", DnsType.SRV, 3600, List.of(), List.of("0 1 993 mail.all.example.test")),
                change("caa.all", DnsType.CAA, 3600, List.of(), List.of("0 issue \"letsencrypt.org\"")),
                change("_25._tcp.mail.all", DnsType.TLSA, 3600, List.of(), List.of("3 1 1 " + "ab".repeat(32))));
        assertThat(provider().apply(changes)).isEqualTo(new Applied());
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.AFTER);
        assertThat(read(changes).sets())
                .allSatisfy(each -> assertThat(each.ttl()).isEqualTo(3600));
        List<SetChange> undo = changes.stream().map(SetChange::inverse).toList();
        assertThat(provider().apply(undo)).isEqualTo(new Applied());
        assertThat(read(changes).sets()).isEmpty();
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.BEFORE);
    }

    @Test
    void takesAnMxTogetherWithItsHost() {
        List<SetChange> mx = List.of(change("pair", DnsType.MX, 60, List.of(), List.of("10 mail.pair.example.test")));
        List<SetChange> both = new ArrayList<>(mx);
        both.add(change("mail.pair", DnsType.A, 60, List.of(), List.of("192.0.2.1")));
        assertThat(provider().apply(both)).isEqualTo(new Applied());
    }

    @Test
    void keepsTheTtlAndTheRestOfASet() {
        assertThat(provider().apply(List.of(change("rest", DnsType.TXT, 77, List.of(), List.of("theirs", "old")))))
                .isEqualTo(new Applied());
        ZoneSet before = provider()
                .read(List.of(new DnsQuestion(name("rest"), DnsType.TXT)))
                .find(name("rest"), DnsType.TXT)
                .orElseThrow();
        assertThat(before.ttl()).isEqualTo(77);
        SetChange change = change("rest", DnsType.TXT, 77, List.of("theirs", "old"), List.of("theirs", "new"));
        assertThat(provider().apply(List.of(change))).isEqualTo(new Applied());
        assertThat(texts("rest", DnsType.TXT)).containsExactlyInAnyOrder("theirs", "new");
        assertThat(provider().apply(List.of(change.inverse()))).isEqualTo(new Applied());
        ZoneSet after = provider()
                .read(List.of(new DnsQuestion(name("rest"), DnsType.TXT)))
                .find(name("rest"), DnsType.TXT)
                .orElseThrow();
        assertThat(after.ttl()).isEqualTo(77);
        assertThat(after.values()).containsExactlyInAnyOrderElementsOf(before.values());
    }

    @Test
    void changesTextOfOtherStringsAndBytesAsItIs() {
        ZoneSnapshot zone = provider().read(List.of(new DnsQuestion(name("long"), DnsType.TXT)));
        ZoneSet set = zone.find(name("long"), DnsType.TXT).orElseThrow();
        SetChange change =
                new SetChange(name("long"), DnsType.TXT, set.ttl(), set.values(), values(DnsType.TXT, List.of("ours")));
        assertThat(provider().apply(List.of(change))).isEqualTo(new Applied());
        assertThat(texts("long", DnsType.TXT)).containsExactly("ours");
        assertThat(provider().apply(List.of(change.inverse()))).isEqualTo(new Applied());
        assertThat(provider().read(List.of(change.question())).sets()).containsExactly(set);
    }

    @Test
    void replacesAnAliasInOneUpdate() {
        assertThat(provider().apply(List.of(change("cname", DnsType.CNAME, 60, List.of(), List.of("www.other.test")))))
                .isEqualTo(new Applied());
        List<SetChange> swap = List.of(
                change("cname", DnsType.TXT, 60, List.of(), List.of("ours")),
                change("cname", DnsType.CNAME, 60, List.of("www.other.test"), List.of()));
        assertThat(provider().apply(swap)).isEqualTo(new Applied());
        assertThat(texts("cname", DnsType.TXT)).containsExactly("ours");
        List<SetChange> back = swap.stream().map(SetChange::inverse).toList();
        assertThat(provider().apply(back)).isEqualTo(new Applied());
        assertThat(texts("cname", DnsType.CNAME)).containsExactly("www.other.test");
    }

    @Test
    void doesNothingWhenOneSetChangedMeanwhile() {
        List<SetChange> changes = List.of(
                change("meanwhile1", DnsType.TXT, 60, List.of(), List.of("ours")),
                change("meanwhile2", DnsType.TXT, 60, List.of(), List.of("ours")));
        assertThat(provider().apply(List.of(change("meanwhile2", DnsType.TXT, 60, List.of(), List.of("of somebody")))))
                .isEqualTo(new Applied());
        assertThat(provider().apply(changes))
                .isEqualTo(new ChangedMeanwhile(List.of(new DnsQuestion(name("meanwhile2"), DnsType.TXT))));
        assertThat(provider().state(changes)).isEqualTo(ZoneProvider.State.NEITHER);
        assertThat(texts("meanwhile1", DnsType.TXT)).isEmpty();
        assertThat(texts("meanwhile2", DnsType.TXT)).containsExactly("of somebody");
    }

    @Test
    void doesNotUndoWhatSomebodyChangedSince() {
        SetChange change = change("since", DnsType.TXT, 60, List.of(), List.of("ours"));
        assertThat(provider().apply(List.of(change))).isEqualTo(new Applied());
        assertThat(provider()
                        .apply(List.of(change("since", DnsType.TXT, 60, List.of("ours"), List.of("ours", "theirs")))))
                .isEqualTo(new Applied());
        assertThat(provider().apply(List.of(change.inverse())))
                .isEqualTo(new ChangedMeanwhile(List.of(change.question())));
        assertThat(texts("since", DnsType.TXT)).containsExactlyInAnyOrder("ours", "theirs");
    }

    @Test
    void putsNoAliasBesideWhatItDoesNotKnowOf() {
        assertThat(provider().apply(List.of(change("beside", DnsType.TXT, 60, List.of(), List.of("theirs")))))
                .isEqualTo(new Applied());
        SetChange alias = change("beside", DnsType.CNAME, 60, List.of(), List.of("www.other.test"));
        assertThat(provider().apply(List.of(alias))).isEqualTo(new ChangedMeanwhile(List.of()));
        assertThat(texts("beside", DnsType.TXT)).containsExactly("theirs");
    }

    @Test
    void coversAWildcardWithARecordOfItsOwn() {
        SetChange change = change("mine.wild", DnsType.TXT, 60, List.of(), List.of("ours"));
        assertThat(provider().apply(List.of(change))).isEqualTo(new Applied());
        assertThat(texts("mine.wild", DnsType.TXT)).containsExactly("ours");
        assertThat(texts("another.wild", DnsType.TXT)).isEmpty();
        assertThat(provider().apply(List.of(change.inverse()))).isEqualTo(new Applied());
        assertThat(texts("mine.wild", DnsType.TXT)).isEmpty();
    }

    @Test
    void oneRecordOutsideOfTheZoneRefusesAll() {
        List<SetChange> changes = List.of(
                change("refused", DnsType.TXT, 60, List.of(), List.of("ours")),
                new SetChange("host.example.net", DnsType.A, 60, List.of(), values(DnsType.A, List.of("192.0.2.1"))));
        assertThat(provider().apply(changes)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo("NOTZONE");
            assertThat(refused.words())
                    .isEqualTo("A record is not in the zone example.test of 127.0.0.1:" + port() + ".");
        });
        assertThat(texts("refused", DnsType.TXT)).isEmpty();
    }

    @Test
    void refusesAKeyThatItDoesNotKnow() {
        Rfc2136Access unknown =
                new Rfc2136Access("127.0.0.1", port(), null, "nobody", TsigAlgorithm.HMAC_SHA256, TestZone.SECRET);
        assertThatThrownBy(() -> provider(unknown, Clock.systemUTC()).test())
                .isInstanceOf(AppException.class)
                .extracting(Throwable::getMessage)
                .isIn(
                        "127.0.0.1:" + port()
                                + " does not know the key nobody with hmac-sha256. Compare its name and algorithm; Knot"
                                + " says so too of a key that no acl of the zone names.",
                        // Knot 3.5 sends no signature's error with it.
                        "127.0.0.1:" + port()
                                + " refused: it is not the primary server of the zone, or it does not take"
                                + " the key nobody. Compare the key and the clocks, which PowerDNS does not tell apart,"
                                + " nor Knot since 3.5 a key that it does not know.");
    }

    @Test
    void refusesAWrongSecret() {
        Rfc2136Access wrong = new Rfc2136Access(
                "127.0.0.1", port(), null, TestZone.KEY, TsigAlgorithm.HMAC_SHA256, new byte[] {1, 2, 3});
        assertThatThrownBy(() -> provider(wrong, Clock.systemUTC()).test())
                .hasMessage("127.0.0.1:" + port()
                        + " did not accept the signature of the key wheelhouse. Compare its secret.");
    }

    @Test
    void tellsHowFarTheClocksAreApart() {
        Clock late = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
        assertThatThrownBy(() -> provider(TestZone.access(port()), late).test())
                .hasMessageMatching(
                        "The clock of 127\\.0\\.0\\.1:\\d+ is 3[56]\\d\\d s ahead of that of this machine\\."
                                + " Set the one that is wrong\\.");
    }

    @Test
    void refusesAKeyThatMayNotChangeTheZone() {
        Rfc2136Access other =
                new Rfc2136Access("127.0.0.1", port(), null, "other", TsigAlgorithm.HMAC_SHA256, TestZone.SECRET);
        assertThatThrownBy(() -> provider(other, Clock.systemUTC()).test())
                .isInstanceOf(AppException.class)
                .hasMessageContaining("the key other");
    }

    @Test
    void refusesAnUpdateThatIsNotSigned() throws IOException {
        Update update = new Update(Names.of(TestZone.NAME));
        update.add(Names.record(name("unsigned"), DnsType.TXT, 60, ZoneValue.of(DnsType.TXT, "x")));
        byte[] bytes = update.toWire();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            DataOutputStream output = new DataOutputStream(socket.getOutputStream());
            output.writeShort(bytes.length);
            output.write(bytes);
            DataInputStream input = new DataInputStream(socket.getInputStream());
            byte[] answer = new byte[input.readUnsignedShort()];
            input.readFully(answer);
            assertThat(new Message(answer).getRcode()).isIn(Rcode.REFUSED, Rcode.NOTAUTH);
        }
        assertThat(texts("unsigned", DnsType.TXT)).isEmpty();
    }

    @Test
    void takesAKeyOfAnotherAlgorithm() {
        Rfc2136Access longer =
                new Rfc2136Access("127.0.0.1", port(), null, "long", TsigAlgorithm.HMAC_SHA512, TestZone.SECRET);
        assertThat(provider(longer, Clock.systemUTC()).test()).isEqualTo(TestZone.NAME);
    }

    /** The zone has an MX and an SPF record of somebody else. */
    @Test
    void publishesAWholeDomainAndTakesItBack() {
        List<MailRecord> wanted = List.of(
                record(RecordKind.MX, "@", DnsType.MX, 10, "mx.example.test"),
                record(RecordKind.SPF, "@", DnsType.TXT, null, "v=spf1 mx ~all"),
                record(RecordKind.DKIM, "s1._domainkey", DnsType.TXT, null, "v=DKIM1; k=rsa; p=" + "A".repeat(392)),
                record(RecordKind.DMARC, "_dmarc", DnsType.TXT, null, "v=DMARC1; p=none"),
                record(RecordKind.HOST_A, "mx", DnsType.A, null, "192.0.2.1"));
        Set<DnsQuestion> questions = PublishPlan.questions(wanted, Set.of());
        ZoneSnapshot before = provider().read(questions);
        PublishPlan plan = PublishPlan.of(wanted, before, Set.of(), Map.of());
        assertThat(plan.rows())
                .extracting(PlanRow::action)
                .containsExactly(
                        PlanAction.FOREIGN, PlanAction.FOREIGN, PlanAction.ADD, PlanAction.ADD, PlanAction.ADD);
        Set<String> ticked = plan.rows().stream().map(PlanRow::id).collect(Collectors.toSet());
        ZoneUpdate update = plan.update(ticked);
        assertThat(provider().apply(update.changes())).isEqualTo(new Applied());
        assertThat(texts("@", DnsType.MX)).containsExactlyInAnyOrder("10 mx.example.test", "20 mx.other.test");
        assertThat(texts("@", DnsType.TXT))
                .containsExactlyInAnyOrder(
                        "site-verification=abc", "v=spf1 include:_spf.other.test ip4:192.0.2.1 ~all");
        PublishPlan again = PublishPlan.of(wanted, provider().read(questions), update.publishedAfter(), Map.of());
        assertThat(again.rows()).extracting(PlanRow::action).containsOnly(PlanAction.KEEP);
        assertThat(provider().apply(update.inverse().changes())).isEqualTo(new Applied());
        ZoneSnapshot after = provider().read(questions);
        assertThat(after.sets()).hasSameSizeAs(before.sets());
        assertThat(after.sets()).allSatisfy(each -> {
            ZoneSet old = before.find(each.name(), each.type()).orElseThrow();
            assertThat(each.ttl()).isEqualTo(old.ttl());
            assertThat(each.values()).containsExactlyInAnyOrderElementsOf(old.values());
        });
    }

    private static MailRecord record(
            RecordKind kind, String label, DnsType type, @Nullable Integer priority, String value) {
        return new MailRecord(kind, name(label), type, priority, value, true);
    }
}
