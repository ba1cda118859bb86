package dev.wheelhouse.core.mail.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.platform.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PublishPlanTest {

    private static final String DOMAIN = "example.com";
    private static final String HOST = "mail.example.com";
    private static final String SPF = "v=spf1 mx ~all";
    private static final String DMARC = "v=DMARC1; p=none; rua=mailto:dmarc@example.com";
    private static final String DKIM = "v=DKIM1; k=rsa; p=MIIBIjAN";

    private final List<ZoneSet> sets = new ArrayList<>();
    private final Set<Published> published = new HashSet<>();
    private final Map<String, String> elsewhere = new HashMap<>();
    private final List<MailRecord> wanted = new ArrayList<>();

    private void has(String name, DnsType type, String... texts) {
        List<ZoneValue> values = new ArrayList<>();
        for (String each : texts) {
            values.add(ZoneValue.of(type, each));
        }
        sets.add(new ZoneSet(name, type, 300, values));
    }

    private void made(String name, DnsType type, String text) {
        published.add(new Published(name, type, text));
    }

    private void want(RecordKind kind, String name, DnsType type, @Nullable Integer priority, String value) {
        wanted.add(new MailRecord(kind, name, type, priority, value, true));
    }

    private void wantMx() {
        want(RecordKind.MX, DOMAIN, DnsType.MX, 10, HOST);
    }

    private void wantSpf() {
        want(RecordKind.SPF, DOMAIN, DnsType.TXT, null, SPF);
    }

    private void wantDmarc() {
        want(RecordKind.DMARC, "_dmarc." + DOMAIN, DnsType.TXT, null, DMARC);
    }

    private void wantDkim() {
        want(RecordKind.DKIM, "s1._domainkey." + DOMAIN, DnsType.TXT, null, DKIM);
    }

    private void wantHost(String... addresses) {
        for (String each : addresses) {
            boolean isFour = !each.contains(":");
            want(
                    isFour ? RecordKind.HOST_A : RecordKind.HOST_AAAA,
                    HOST,
                    isFour ? DnsType.A : DnsType.AAAA,
                    null,
                    each);
        }
    }

    private PublishPlan plan() {
        return PublishPlan.of(
                wanted,
                new ZoneSnapshot(DOMAIN, sets, elsewhere),
                published,
                Map.of("1.2.0.192.in-addr.arpa", "2.0.192.in-addr.arpa"));
    }

    private PlanRow only() {
        List<PlanRow> rows = plan().rows();
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    /** The one set that a plan changes, its only foreign row ticked. */
    private SetChange ticked() {
        PublishPlan plan = plan();
        Set<String> ids = new HashSet<>();
        plan.rows().stream().filter(PlanRow::needsTick).forEach(each -> ids.add(each.id()));
        List<SetChange> changes = plan.update(ids).changes();
        assertThat(changes).hasSize(1);
        return changes.getFirst();
    }

    private static List<String> texts(List<ZoneValue> values) {
        return values.stream().map(ZoneValue::text).toList();
    }

    private void assertKept() {
        assertThat(only().action()).isEqualTo(PlanAction.KEEP);
        assertThat(plan().update(Set.of()).changes()).isEmpty();
        assertThat(plan().update(Set.of()).publishedAfter()).isEqualTo(published);
    }

    private void assertForeign(String... after) {
        PlanRow row = only();
        assertThat(row.action()).isEqualTo(PlanAction.FOREIGN);
        assertThat(row.after()).containsExactly(after);
        assertThat(row.detail()).isNotEmpty();
        assertThat(plan().update(Set.of()).changes()).isEmpty();
    }

    @Test
    void addsWhatIsMissingWithANewTtl() {
        wantMx();
        wantSpf();
        wantHost("192.0.2.1", "2001:db8:0:0:0:0:0:1");
        has(DOMAIN, DnsType.TXT, "site-verification=abc");
        assertThat(plan().rows()).extracting(PlanRow::action).containsOnly(PlanAction.ADD);
        ZoneUpdate update = plan().update(Set.of());
        assertThat(update.changes())
                .containsExactly(
                        new SetChange(
                                DOMAIN, DnsType.MX, 3600, List.of(), List.of(ZoneValue.of(DnsType.MX, "10 " + HOST))),
                        new SetChange(
                                DOMAIN,
                                DnsType.TXT,
                                300,
                                List.of(ZoneValue.of(DnsType.TXT, "site-verification=abc")),
                                List.of(
                                        ZoneValue.of(DnsType.TXT, "site-verification=abc"),
                                        ZoneValue.of(DnsType.TXT, SPF))),
                        new SetChange(HOST, DnsType.A, 3600, List.of(), List.of(ZoneValue.of(DnsType.A, "192.0.2.1"))),
                        new SetChange(
                                HOST,
                                DnsType.AAAA,
                                3600,
                                List.of(),
                                List.of(ZoneValue.of(DnsType.AAAA, "2001:db8:0:0:0:0:0:1"))));
        assertThat(update.publishedAfter())
                .containsExactlyInAnyOrder(
                        new Published(DOMAIN, DnsType.MX, "10 " + HOST),
                        new Published(DOMAIN, DnsType.TXT, SPF),
                        new Published(HOST, DnsType.A, "192.0.2.1"),
                        new Published(HOST, DnsType.AAAA, "2001:db8::1"));
    }

    @Test
    void changesOnlyWhatItMade() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf1 ip4:192.0.2.1 -all", "site-verification=abc");
        made(DOMAIN, DnsType.TXT, "v=spf1 ip4:192.0.2.1 -all");
        assertThat(only().action()).isEqualTo(PlanAction.CHANGE);
        assertThat(only().before()).containsExactly("v=spf1 ip4:192.0.2.1 -all");
        assertThat(only().after()).containsExactly(SPF);
        ZoneUpdate update = plan().update(Set.of());
        assertThat(texts(update.changes().getFirst().after())).containsExactlyInAnyOrder("site-verification=abc", SPF);
        assertThat(update.publishedAfter()).containsExactly(new Published(DOMAIN, DnsType.TXT, SPF));
        assertThat(update.inverse().publishedAfter()).isEqualTo(published);
        assertThat(update.inverse().changes().getFirst().after())
                .isEqualTo(sets.getFirst().values());
    }

    @Test
    void removesWhatItMadeAndNothingElseAtTheName() {
        has("s0._domainkey." + DOMAIN, DnsType.TXT, "v=DKIM1; p=OLD", "note of somebody");
        made("s0._domainkey." + DOMAIN, DnsType.TXT, "v=DKIM1; p=OLD");
        assertThat(only().action()).isEqualTo(PlanAction.REMOVE);
        assertThat(only().kind()).isNull();
        ZoneUpdate update = plan().update(Set.of());
        assertThat(texts(update.changes().getFirst().after())).containsExactly("note of somebody");
        assertThat(update.publishedAfter()).isEmpty();
    }

    @Test
    void forgetsWhatItMadeAndSomebodyElseRemovedOrChanged() {
        made(DOMAIN, DnsType.MX, "10 " + HOST);
        has(DOMAIN, DnsType.MX, "20 " + HOST);
        assertThat(plan().rows()).isEmpty();
        assertThat(plan().update(Set.of()).changes()).isEmpty();
        assertThat(plan().update(Set.of()).publishedAfter()).isEmpty();
    }

    @Test
    void keepsWhatIsRightWhoeverMadeIt() {
        wantMx();
        has(DOMAIN, DnsType.MX, "10 " + HOST);
        assertKept();
        made(DOMAIN, DnsType.MX, "10 " + HOST);
        assertKept();
    }

    @Test
    void namesOutsideOfTheZoneAreLeftToOthers() {
        want(RecordKind.PTR, "1.2.0.192.in-addr.arpa", DnsType.PTR, null, HOST);
        want(RecordKind.HOST_A, "mail.other.net", DnsType.A, null, "192.0.2.1");
        want(RecordKind.INBOX, "in.sub.example.com", DnsType.MX, 10, HOST);
        elsewhere.put("in.sub.example.com", "sub.example.com");
        assertThat(plan().rows()).extracting(PlanRow::action).containsOnly(PlanAction.OUTSIDE);
        assertThat(plan().rows())
                .extracting(PlanRow::detail)
                .containsExactly(
                        "Whoever provides the address sets its name, in the zone 2.0.192.in-addr.arpa: ask them to let it"
                                + " point to mail.example.com.",
                        "It is not in the zone example.com: publish it where the zone of mail.other.net is kept.",
                        "It is in the zone sub.example.com, not in example.com: publish it there.");
        assertThat(plan().update(Set.of()).changes()).isEmpty();
    }

    @Test
    void aNameThatOnlyEndsLikeTheZoneIsOutside() {
        want(RecordKind.HOST_A, "mail.notexample.com", DnsType.A, null, "192.0.2.1");
        assertThat(only().action()).isEqualTo(PlanAction.OUTSIDE);
    }

    // SPF

    @Test
    void putsOurTermsIntoTheirSpfBeforeAll() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "site-verification=abc", "v=spf1 include:_spf.other.net ip4:198.51.100.1 -all");
        assertForeign("v=spf1 include:_spf.other.net ip4:198.51.100.1 mx -all");
        assertThat(texts(ticked().after()))
                .containsExactly("site-verification=abc", "v=spf1 include:_spf.other.net ip4:198.51.100.1 mx -all");
        assertThat(plan().update(Set.of(only().id())).publishedAfter()).isEmpty();
    }

    @Test
    void keepsTheirSpfThatHasOurTerms() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf1 include:_spf.other.net +MX ?all");
        assertKept();
    }

    @Test
    void aTermBehindAllDoesNotCount() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf1 a -all mx");
        assertForeign("v=spf1 a mx -all");
    }

    @Test
    void namesAddressesWhileTheMxIsOfSomebodyElse() {
        wantMx();
        wantSpf();
        wantHost("192.0.2.1", "2001:db8::1");
        has(DOMAIN, DnsType.MX, "5 mx.other.net");
        has(DOMAIN, DnsType.TXT, "v=spf1 mx -all");
        PlanRow spf = plan().rows().get(1);
        assertThat(spf.action()).isEqualTo(PlanAction.FOREIGN);
        assertThat(spf.after()).containsExactly("v=spf1 mx ip4:192.0.2.1 ip6:2001:db8::1 -all");
    }

    @Test
    void makesOneSpfOutOfSeveral() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf1 a include:x.net ~all", "v=spf1 a ip4:192.0.2.9 -all");
        made(DOMAIN, DnsType.TXT, "v=spf1 a ip4:192.0.2.9 -all");
        assertThat(only().after()).containsExactly("v=spf1 a include:x.net mx ~all");
        published.clear();
        assertForeign("v=spf1 a include:x.net ip4:192.0.2.9 mx ~all");
        assertThat(only().detail()).startsWith("Several SPF records, with which all mail fails.");
        assertThat(texts(ticked().after())).containsExactly("v=spf1 a include:x.net ip4:192.0.2.9 mx ~all");
    }

    @Test
    void oursBesideTheirsBecomesOne() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, SPF, "v=spf1 include:x.net ~all");
        made(DOMAIN, DnsType.TXT, SPF);
        assertForeign("v=spf1 include:x.net mx ~all");
        assertThat(plan().update(Set.of(only().id())).publishedAfter()).isEmpty();
    }

    @Test
    void leavesErrorsOutOfTheirSpfAndSaysSo() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf1 ip4:300.1.1.1 include:x.net redirect=y.net");
        assertForeign("v=spf1 include:x.net mx redirect=y.net");
        assertThat(only().detail()).contains("ip4:300.1.1.1").contains("left out");
    }

    @Test
    void aTextThatOnlyBeginsLikeSpfIsNone() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf10 -all", "v=spf1ce");
        assertThat(only().action()).isEqualTo(PlanAction.ADD);
    }

    // MX

    @Test
    void comesBeforeTheirMx() {
        wantMx();
        has(DOMAIN, DnsType.MX, "1 a.other.net", "5 b.other.net");
        assertForeign("10 mail.example.com", "20 a.other.net", "24 b.other.net");
        assertThat(plan().update(Set.of(only().id())).publishedAfter())
                .containsExactly(new Published(DOMAIN, DnsType.MX, "10 " + HOST));
    }

    @Test
    void leavesTheirMxAsTheyAreWhereTheyComeLaterAnyway() {
        wantMx();
        has(DOMAIN, DnsType.MX, "20 a.other.net");
        assertForeign("20 a.other.net", "10 mail.example.com");
        sets.clear();
        has(DOMAIN, DnsType.MX, "20 a.other.net", "10 " + HOST);
        assertKept();
    }

    @Test
    void theSamePreferenceIsNotFirst() {
        wantMx();
        has(DOMAIN, DnsType.MX, "10 a.other.net", "10 " + HOST);
        assertForeign("10 mail.example.com", "20 a.other.net");
    }

    @Test
    void takesThePlaceOfANullMx() {
        wantMx();
        has(DOMAIN, DnsType.MX, "0 .");
        assertForeign("10 mail.example.com");
        assertThat(only().detail()).startsWith("Somebody else says here that the domain takes no mail.");
    }

    @Test
    void keepsOurHostWithAnotherPreferenceOfSomebody() {
        wantMx();
        has(DOMAIN, DnsType.MX, "5 MAIL.example.com");
        assertKept();
    }

    @Test
    void movesItsOwnMxToAnotherPreference() {
        wantMx();
        has(DOMAIN, DnsType.MX, "50 " + HOST);
        made(DOMAIN, DnsType.MX, "50 " + HOST);
        assertThat(only().action()).isEqualTo(PlanAction.CHANGE);
        assertThat(texts(ticked().after())).containsExactly("10 " + HOST);
    }

    @Test
    void neverPassesTheLargestPreference() {
        wantMx();
        has(DOMAIN, DnsType.MX, "0 a.other.net", "65530 b.other.net");
        assertForeign("10 mail.example.com", "20 a.other.net", "65535 b.other.net");
    }

    // DMARC

    @Test
    void keepsTheirDmarcAndAddsOurReportsOnlyWhenTicked() {
        wantDmarc();
        has("_dmarc." + DOMAIN, DnsType.TXT, "v=DMARC1; p=reject; rua=mailto:a@other.net; adkim=s");
        assertForeign("v=DMARC1; p=reject; rua=mailto:a@other.net,mailto:dmarc@example.com; adkim=s");
        assertThat(plan().update(Set.of(only().id())).publishedAfter()).isEmpty();
    }

    @Test
    void keepsTheirDmarcThatReportsToUs() {
        wantDmarc();
        has("_dmarc." + DOMAIN, DnsType.TXT, "v=DMARC1;p=quarantine;rua=mailto:x@y.net, MAILTO:dmarc@example.com");
        assertKept();
    }

    @Test
    void replacesADmarcThatNobodyCanUse() {
        wantDmarc();
        has("_dmarc." + DOMAIN, DnsType.TXT, "v=DMARC1; p=perhaps", "other text");
        assertForeign(DMARC);
        assertThat(texts(ticked().after())).containsExactly("other text", DMARC);
        assertThat(plan().update(Set.of(only().id())).publishedAfter())
                .containsExactly(new Published("_dmarc." + DOMAIN, DnsType.TXT, DMARC));
    }

    /** Receivers pass over a tag that is none; an unknown policy they take for none where they may report (RFC 9989). */
    @Test
    void keepsThePolicyOfADmarcWithATagThatIsNone() {
        wantDmarc();
        has("_dmarc." + DOMAIN, DnsType.TXT, "v=DMARC1; p=reject; adkim=strict");
        assertForeign("v=DMARC1; p=reject; adkim=strict; rua=mailto:dmarc@example.com");
    }

    @Test
    void addsToADmarcWithoutAPolicy() {
        wantDmarc();
        has("_dmarc." + DOMAIN, DnsType.TXT, "v=DMARC1; p=perhaps; rua=mailto:a@other.net");
        assertForeign("v=DMARC1; p=perhaps; rua=mailto:a@other.net,mailto:dmarc@example.com");
    }

    @Test
    void aDmarcInAnotherCaseStandsInTheWay() {
        wantDmarc();
        has("_dmarc." + DOMAIN, DnsType.TXT, "v=dmarc1; p=none");
        assertForeign(DMARC);
    }

    @Test
    void makesOneDmarcOutOfSeveral() {
        wantDmarc();
        has("_dmarc." + DOMAIN, DnsType.TXT, "v=DMARC1; p=none", "v=DMARC1; p=reject");
        assertForeign(DMARC);
    }

    // DKIM

    @Test
    void aKeyThatIsSpelledOtherwiseIsRight() {
        wantDkim();
        has("s1._domainkey." + DOMAIN, DnsType.TXT, "p=MIIB IjAN; t=s");
        assertKept();
    }

    @Test
    void anotherKeyStandsInTheWay() {
        wantDkim();
        has("s1._domainkey." + DOMAIN, DnsType.TXT, "k=rsa; p=OTHER");
        assertForeign(DKIM);
    }

    @Test
    void anAliasAtTheKeysNameIsOfSomebodyElse() {
        wantDkim();
        has("s1._domainkey." + DOMAIN, DnsType.CNAME, "s1.provider.net");
        assertThat(only().action()).isEqualTo(PlanAction.FOREIGN);
        assertThat(only().before()).containsExactly("CNAME s1.provider.net");
        assertThat(plan().update(Set.of()).changes()).isEmpty();
        List<SetChange> changes = plan().update(Set.of(only().id())).changes();
        assertThat(changes).extracting(SetChange::type).containsExactly(DnsType.CNAME, DnsType.TXT);
        assertThat(changes.getFirst().after()).isEmpty();
        assertThat(texts(changes.getLast().after())).containsExactly(DKIM);
    }

    @Test
    void itsOwnAliasGivesWay() {
        wantDkim();
        has("s1._domainkey." + DOMAIN, DnsType.CNAME, "s1.provider.net");
        made("s1._domainkey." + DOMAIN, DnsType.CNAME, "s1.provider.net");
        assertThat(plan().rows()).extracting(PlanRow::action).containsExactly(PlanAction.ADD, PlanAction.REMOVE);
        assertThat(plan().update(Set.of()).changes()).hasSize(2);
    }

    // Others

    @Test
    void addressesOfSomebodyElseStayUntilTicked() {
        wantHost("192.0.2.1");
        has(HOST, DnsType.A, "192.0.2.1", "198.51.100.7");
        assertForeign("192.0.2.1");
        assertThat(only().before()).containsExactly("192.0.2.1", "198.51.100.7");
        assertThat(texts(ticked().after())).containsExactly("192.0.2.1");
    }

    @Test
    void oneAddressMoreIsAChangeOfItsOwnSet() {
        wantHost("192.0.2.1", "192.0.2.2");
        has(HOST, DnsType.A, "192.0.2.1");
        made(HOST, DnsType.A, "192.0.2.1");
        assertThat(only().action()).isEqualTo(PlanAction.CHANGE);
        assertThat(only().after()).containsExactly("192.0.2.1", "192.0.2.2");
    }

    @Test
    void anAliasTakesThePlaceOfOtherRecordsOnlyWhenTicked() {
        want(RecordKind.AUTOCONFIG, "autoconfig." + DOMAIN, DnsType.CNAME, null, HOST);
        has("autoconfig." + DOMAIN, DnsType.A, "198.51.100.7");
        has("autoconfig." + DOMAIN, DnsType.TXT, "theirs");
        assertThat(only().action()).isEqualTo(PlanAction.FOREIGN);
        assertThat(only().before()).containsExactly("A 198.51.100.7", "TXT theirs");
        assertThat(plan().update(Set.of(only().id())).changes())
                .extracting(SetChange::type)
                .containsExactlyInAnyOrder(DnsType.A, DnsType.TXT, DnsType.CNAME);
    }

    @Test
    void authoritiesOfSomebodyElseStayBesideOurs() {
        want(RecordKind.CAA, DOMAIN, DnsType.CAA, null, "0 issue \"letsencrypt.org\"");
        has(DOMAIN, DnsType.CAA, "0 issue \"other.net\"");
        assertForeign("0 issue \"other.net\"", "0 issue \"letsencrypt.org\"");
        sets.clear();
        has(DOMAIN, DnsType.CAA, "0 issue \"other.net\"", "0 issue \"letsencrypt.org\"");
        assertKept();
    }

    @Test
    void aPolicyIdOfOursIsChanged() {
        want(RecordKind.MTA_STS, "_mta-sts." + DOMAIN, DnsType.TXT, null, "v=STSv1; id=2");
        has("_mta-sts." + DOMAIN, DnsType.TXT, "v=STSv1; id=1");
        assertForeign("v=STSv1; id=2");
        made("_mta-sts." + DOMAIN, DnsType.TXT, "v=STSv1; id=1");
        assertThat(only().action()).isEqualTo(PlanAction.CHANGE);
    }

    @Test
    void fingerprintsAreComparedInAnyCase() {
        want(RecordKind.TLSA, "_25._tcp." + HOST, DnsType.TLSA, null, "3 1 1 " + "ab".repeat(32));
        sets.add(new ZoneSet(
                "_25._tcp." + HOST,
                DnsType.TLSA,
                60,
                List.of(ZoneValue.ofData(DnsType.TLSA, "3 1 1 " + "AB".repeat(16) + " " + "AB".repeat(16)))));
        assertKept();
    }

    @Test
    void readsWhatIsWantedWhatWasMadeAndAliases() {
        wantMx();
        want(RecordKind.AUTOCONFIG, "autoconfig." + DOMAIN, DnsType.CNAME, null, HOST);
        made("old." + DOMAIN, DnsType.TXT, "x");
        assertThat(PublishPlan.questions(wanted, published))
                .contains(
                        new DnsQuestion(DOMAIN, DnsType.MX),
                        new DnsQuestion(DOMAIN, DnsType.CNAME),
                        new DnsQuestion("autoconfig." + DOMAIN, DnsType.A),
                        new DnsQuestion("old." + DOMAIN, DnsType.TXT));
    }

    @Test
    void aTickStandsForOneTextOnly() {
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf1 include:a.net -all");
        String id = only().id();
        assertThat(only().id()).isEqualTo(id);
        sets.clear();
        has(DOMAIN, DnsType.TXT, "v=spf1 include:b.net -all");
        assertThatThrownBy(() -> plan().update(Set.of(id))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void canBeKeptAsJson() {
        wantMx();
        wantSpf();
        has(DOMAIN, DnsType.TXT, "v=spf1 include:a.net \"é\" -all");
        PublishPlan plan = plan();
        assertThat(Json.read(Json.write(plan), PublishPlan.class)).isEqualTo(plan);
        ZoneUpdate update = plan.update(Set.of());
        assertThat(Json.read(Json.write(update), ZoneUpdate.class)).isEqualTo(update);
    }
}
