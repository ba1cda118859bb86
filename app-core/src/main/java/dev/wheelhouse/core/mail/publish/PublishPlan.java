package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.platform.store.JsonStored;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What publishing would do to a zone: a row for each record that is wanted, and for each that this console made and that is
 * no longer wanted. Pure.
 *
 * @param rows in the order of the wanted records, those to be removed last; their ids differ
 */
public record PublishPlan(ZoneSnapshot zone, Set<Published> published, List<PlanRow> rows) implements JsonStored {

    /** Seconds, of sets that are new. */
    public static final long NEW_TTL = 3600;

    /** What must not stand beside a CNAME, as far as mail knows of it (RFC 1034 section 3.6.2). */
    private static final Set<DnsType> BESIDE_CNAME = EnumSet.of(
            DnsType.A, DnsType.AAAA, DnsType.CAA, DnsType.MX, DnsType.PTR, DnsType.SRV, DnsType.TLSA, DnsType.TXT);

    public PublishPlan {
        published = Set.copyOf(published);
        rows = List.copyOf(rows);
    }

    /**
     * @param wanted the records of the domain; those without a type are left out
     * @param zone read for {@link #questions}
     * @param published what this console has made for the domain so far, without what another domain still wants, such as
     *     the addresses of their common host
     * @param zones of names that are in another one, as far as known, for the words
     */
    public static PublishPlan of(
            Collection<MailRecord> wanted, ZoneSnapshot zone, Set<Published> published, Map<String, String> zones) {
        return new PublishPlan(zone, published, new Planner(wanted, zone, published, zones).rows());
    }

    /** What has to be read of the zone to make a plan; names outside of it among them. */
    public static Set<DnsQuestion> questions(Collection<MailRecord> wanted, Collection<Published> published) {
        Set<DnsQuestion> questions = new LinkedHashSet<>();
        for (MailRecord each : wanted) {
            if (each.type() != null) {
                questions.add(new DnsQuestion(each.name(), each.type()));
                questions.add(new DnsQuestion(each.name(), DnsType.CNAME));
                if (each.type() == DnsType.CNAME) {
                    BESIDE_CNAME.forEach(type -> questions.add(new DnsQuestion(each.name(), type)));
                }
            }
        }
        published.forEach(each -> questions.add(new DnsQuestion(each.name(), each.type())));
        return questions;
    }

    /**
     * The update that the rows make: of those that somebody else's record stands in the way of, only the ticked ones.
     *
     * @param ticked ids of rows
     * @throws IllegalArgumentException for an id that no row of this plan has
     */
    public ZoneUpdate update(Set<String> ticked) {
        Set<String> unknown = new HashSet<>(ticked);
        rows.forEach(each -> unknown.remove(each.id()));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("No row of this preview has the id " + String.join(", ", unknown));
        }
        List<PlanRow> applied = rows.stream()
                .filter(each -> !each.needsTick() || ticked.contains(each.id()))
                .toList();
        Map<DnsQuestion, List<ZoneValue>> sets = new LinkedHashMap<>();
        for (PlanRow row : applied) {
            for (PlanRow.SetEdit edit : row.edits()) {
                List<ZoneValue> values = sets.computeIfAbsent(
                        new DnsQuestion(edit.name(), edit.type()),
                        set -> new ArrayList<>(zone.values(set.name(), set.type())));
                values.removeAll(edit.remove());
                edit.add().stream().filter(each -> !values.contains(each)).forEach(values::add);
            }
        }
        List<SetChange> changes = new ArrayList<>();
        sets.forEach((set, after) -> {
            List<ZoneValue> before = zone.values(set.name(), set.type());
            if (!Set.copyOf(before).equals(Set.copyOf(after))) {
                changes.add(new SetChange(set.name(), set.type(), ttl(set), before, after));
            }
        });
        return new ZoneUpdate(changes, published, publishedAfter(applied, sets));
    }

    private long ttl(DnsQuestion set) {
        return zone.find(set.name(), set.type()).map(ZoneSet::ttl).orElse(NEW_TTL);
    }

    /** What was made before and is still there, and what the rows make. */
    private Set<Published> publishedAfter(List<PlanRow> applied, Map<DnsQuestion, List<ZoneValue>> sets) {
        Set<Published> after = new LinkedHashSet<>();
        for (Published each : published) {
            List<ZoneValue> values =
                    sets.getOrDefault(new DnsQuestion(each.name(), each.type()), zone.values(each.name(), each.type()));
            boolean isThere = values.stream().anyMatch(value -> value.text().equals(each.text()));
            // What is in another zone now was not read, so nothing is known of it.
            if (isThere || !zone.has(each.name())) {
                after.add(each);
            }
        }
        applied.forEach(each -> after.addAll(each.own()));
        return after;
    }

    static Set<DnsType> besideCname() {
        return BESIDE_CNAME;
    }
}
