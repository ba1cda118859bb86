package dev.wheelhouse.core.mail.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.mail.spf.SpfMerge;
import dev.wheelhouse.core.testing.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules that hold for every zone, whatever is wanted, was made and is ticked. */
class PublishPropertyTest {

    private static final int CASES = 3000;
    private static final String DOMAIN = "example.com";

    /** Of a purpose that mail knows nothing of. */
    private static final String VERIFICATION = "verification=1";

    private static final String HOST = "mail.example.com";

    private static final List<MailRecord> WANTED = List.of(
            record(RecordKind.MX, DOMAIN, DnsType.MX, "10 " + HOST),
            record(RecordKind.SPF, DOMAIN, DnsType.TXT, "v=spf1 mx ~all"),
            record(RecordKind.DKIM, "s._domainkey." + DOMAIN, DnsType.TXT, "v=DKIM1; k=rsa; p=AAAA"),
            record(RecordKind.DMARC, "_dmarc." + DOMAIN, DnsType.TXT, "v=DMARC1; p=none; rua=mailto:d@example.com"),
            record(RecordKind.HOST_A, HOST, DnsType.A, "192.0.2.1"),
            record(RecordKind.HOST_A, HOST, DnsType.A, "192.0.2.2"),
            record(RecordKind.HOST_AAAA, HOST, DnsType.AAAA, "2001:db8::1"),
            record(RecordKind.AUTOCONFIG, "auto." + DOMAIN, DnsType.CNAME, HOST),
            record(RecordKind.SRV_IMAPS, "_imaps._tcp." + DOMAIN, DnsType.SRV, "0 1 993 " + HOST),
            record(RecordKind.MTA_STS, "_mta-sts." + DOMAIN, DnsType.TXT, "v=STSv1; id=2"),
            record(RecordKind.CAA, DOMAIN, DnsType.CAA, "0 issue \"letsencrypt.org\""),
            record(RecordKind.PTR, "1.2.0.192.in-addr.arpa", DnsType.PTR, HOST));

    private static final Map<DnsType, List<String>> TEXTS = Map.of(
            DnsType.MX, List.of("10 " + HOST, "5 mx.net", "10 b.net", "65530 c.net", "0 .", "20 " + HOST),
            DnsType.TXT,
                    List.of(
                            "v=spf1 mx ~all",
                            "v=spf1 include:x.net -all",
                            "v=spf1 ip4:1.2.3.4 bad= ~all",
                            VERIFICATION,
                            "v=DKIM1; k=rsa; p=AAAA",
                            "p=BBBB",
                            "v=DMARC1; p=reject",
                            "v=DMARC1; p=none; rua=mailto:d@example.com",
                            "v=DMARC1; p=?",
                            "v=STSv1; id=1",
                            "v=STSv1; id=2"),
            DnsType.A, List.of("192.0.2.1", "192.0.2.2", "198.51.100.1"),
            DnsType.AAAA, List.of("2001:db8::1", "2001:db8::2"),
            DnsType.SRV, List.of("0 1 993 " + HOST, "0 1 993 imap.net"),
            DnsType.CAA, List.of("0 issue \"letsencrypt.org\"", "0 issue \"x.net\""),
            DnsType.CNAME, List.of(HOST, "x.net"));

    private static MailRecord record(RecordKind kind, String name, DnsType type, String text) {
        int blank = type == DnsType.MX || type == DnsType.SRV ? text.indexOf(' ') : -1;
        Integer priority = blank < 0 ? null : Integer.valueOf(text.substring(0, blank));
        return new MailRecord(kind, name, type, priority, text.substring(blank + 1), true);
    }

    private static DnsType type(MailRecord record) {
        return Objects.requireNonNull(record.type());
    }

    /** A zone, what is wanted of it, and what was made. */
    private record Case(List<MailRecord> wanted, ZoneSnapshot zone, Set<Published> published) {

        PublishPlan plan() {
            return PublishPlan.of(wanted, zone, published, Map.of());
        }
    }

    private static Case next(Random random) {
        List<MailRecord> wanted =
                WANTED.stream().filter(_ -> random.nextInt(4) > 0).toList();
        Map<DnsQuestion, ZoneSet> sets = new HashMap<>();
        Set<Published> published = new HashSet<>();
        for (DnsQuestion each : PublishPlan.questions(WANTED, Set.of())) {
            boolean isAlone = sets.keySet().stream()
                    .anyMatch(known -> known.name().equals(each.name())
                            && (known.type() == DnsType.CNAME || each.type() == DnsType.CNAME));
            List<String> texts = TEXTS.getOrDefault(each.type(), List.of());
            if (isAlone || texts.isEmpty() || !DomainNames.isWithin(each.name(), DOMAIN) || random.nextInt(3) == 0) {
                continue;
            }
            List<ZoneValue> values = new ArrayList<>();
            int most = each.type() == DnsType.CNAME ? 1 : 3;
            for (int i = random.nextInt(most + 1); i > 0; i--) {
                ZoneValue value = ZoneValue.of(each.type(), texts.get(random.nextInt(texts.size())));
                if (!values.contains(value)) {
                    values.add(value);
                }
            }
            if (!values.isEmpty()) {
                sets.put(each, new ZoneSet(each.name(), each.type(), 60 + random.nextInt(600), values));
            }
            for (ZoneValue value : values) {
                if (!value.text().equals(VERIFICATION) && random.nextInt(3) == 0) {
                    published.add(new Published(each.name(), each.type(), value.text()));
                }
            }
        }
        return new Case(wanted, new ZoneSnapshot(DOMAIN, List.copyOf(sets.values()), Map.of()), published);
    }

    private static Set<String> ticks(PublishPlan plan, Random random) {
        return plan.rows().stream()
                .filter(each -> each.needsTick() && random.nextBoolean())
                .map(PlanRow::id)
                .collect(Collectors.toSet());
    }

    /** What a server would make of it; refuses what is not as it should be before. */
    private static ZoneSnapshot apply(ZoneSnapshot zone, ZoneUpdate update) {
        Map<DnsQuestion, ZoneSet> sets = new HashMap<>();
        zone.sets().forEach(each -> sets.put(new DnsQuestion(each.name(), each.type()), each));
        for (SetChange each : update.changes()) {
            assertThat(each.isBefore(zone)).isTrue();
            if (each.after().isEmpty()) {
                sets.remove(each.question());
            } else {
                sets.put(each.question(), new ZoneSet(each.name(), each.type(), each.ttl(), each.after()));
            }
        }
        ZoneSnapshot after = new ZoneSnapshot(DOMAIN, List.copyOf(sets.values()), Map.of());
        update.changes().forEach(each -> assertThat(each.isAfter(after)).isTrue());
        return after;
    }

    private static Set<ZoneSet> sets(ZoneSnapshot zone) {
        return zone.sets().stream()
                .map(each -> new ZoneSet(
                        each.name(),
                        each.type(),
                        each.ttl(),
                        each.values().stream()
                                .sorted((a, b) -> a.data().compareTo(b.data()))
                                .toList()))
                .collect(Collectors.toSet());
    }

    @Test
    void anUpdateAndItsInverseGiveTheZoneBack() {
        Property.holds(CASES, random -> {
            Case one = next(random);
            PublishPlan plan = one.plan();
            ZoneUpdate update = plan.update(ticks(plan, random));
            ZoneSnapshot back = apply(apply(one.zone(), update), update.inverse());
            assertThat(sets(back)).isEqualTo(sets(one.zone()));
            assertThat(update.inverse().publishedAfter()).isEqualTo(one.published());
        });
    }

    @Test
    void withoutTicksOnlyWhatIsOursChanges() {
        Property.holds(CASES, random -> {
            Case one = next(random);
            Set<Published> wanted = one.wanted().stream()
                    .map(each -> new Published(
                            each.name(),
                            type(each),
                            ZoneValue.of(each, type(each)).text()))
                    .collect(Collectors.toSet());
            for (SetChange each : one.plan().update(Set.of()).changes()) {
                assertThat(each.removed())
                        .allSatisfy(value -> assertThat(one.published())
                                .contains(new Published(each.name(), each.type(), value.text())));
                assertThat(each.added())
                        .allSatisfy(value ->
                                assertThat(wanted).contains(new Published(each.name(), each.type(), value.text())));
            }
        });
    }

    @Test
    void nothingChangesThatNoRowShows() {
        Property.holds(CASES, random -> {
            Case one = next(random);
            PublishPlan plan = one.plan();
            Set<String> ticks = ticks(plan, random);
            Set<String> shown = plan.rows().stream()
                    .filter(each -> !each.needsTick() || ticks.contains(each.id()))
                    .flatMap(each -> {
                        List<String> texts = new ArrayList<>(each.before());
                        texts.addAll(each.after());
                        return texts.stream().map(text -> each.name() + " " + text);
                    })
                    .collect(Collectors.toSet());
            for (SetChange each : plan.update(ticks).changes()) {
                List<ZoneValue> touched = new ArrayList<>(each.removed());
                touched.addAll(each.added());
                assertThat(touched)
                        .allSatisfy(value -> assertThat(shown)
                                .containsAnyOf(
                                        each.name() + " " + value.text(),
                                        each.name() + " " + each.type() + " " + value.text()));
                assertThat(touched)
                        .noneMatch(value -> value.text().equals(VERIFICATION)
                                && plan.rows().stream()
                                        .noneMatch(row -> row.before().contains("TXT " + VERIFICATION)));
            }
        });
    }

    @Test
    void onceAllIsTickedThereIsNothingLeftToDo() {
        Property.holds(CASES, random -> {
            Case one = next(random);
            PublishPlan plan = one.plan();
            ZoneUpdate update =
                    plan.update(plan.rows().stream().map(PlanRow::id).collect(Collectors.toSet()));
            ZoneSnapshot after = apply(one.zone(), update);
            PublishPlan again = new Case(one.wanted(), after, update.publishedAfter()).plan();
            assertThat(again.rows())
                    .allSatisfy(each -> assertThat(each.action()).isIn(PlanAction.KEEP, PlanAction.OUTSIDE));
            assertThat(again.update(Set.of()).changes()).isEmpty();
        });
    }

    @Test
    void neverMakesASecondSpfOrAnythingBesideAnAlias() {
        Property.holds(CASES, random -> {
            Case one = next(random);
            PublishPlan plan = one.plan();
            ZoneSnapshot after = apply(one.zone(), plan.update(ticks(plan, random)));
            assertThat(spf(after)).isLessThanOrEqualTo(Math.max(1, spf(one.zone())));
            for (ZoneSet alias : after.sets()) {
                if (alias.type() == DnsType.CNAME) {
                    assertThat(alias.values()).hasSize(1);
                    assertThat(after.sets())
                            .filteredOn(each -> each.name().equals(alias.name()))
                            .hasSize(1);
                }
            }
        });
    }

    private static long spf(ZoneSnapshot zone) {
        return zone.values(DOMAIN, DnsType.TXT).stream()
                .filter(each -> SpfMerge.isSpf(each.text()))
                .count();
    }
}
