package dev.wheelhouse.core.mail.publish;

import static java.util.function.Predicate.not;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.PlanRow.SetEdit;
import dev.wheelhouse.core.mail.publish.RecordRules.Found;
import dev.wheelhouse.core.mail.publish.RecordRules.Merge;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the rows of one plan. */
final class Planner {

    private static final int ID_DIGITS = 16;

    private final Map<Group, List<ZoneValue>> groups = new LinkedHashMap<>();
    private final Set<Published> wanted = new HashSet<>();
    private final ZoneSnapshot zone;
    private final Set<Published> published;
    private final Map<String, String> zones;
    private final List<PlanRow> rows = new ArrayList<>();
    private final Set<Published> handled = new HashSet<>();

    /** The wanted records that are one row. */
    private record Group(RecordKind kind, String name, DnsType type) {}

    Planner(Collection<MailRecord> wanted, ZoneSnapshot zone, Set<Published> published, Map<String, String> zones) {
        this.zone = zone;
        this.published = published;
        this.zones = zones;
        for (MailRecord each : wanted) {
            DnsType type = each.type();
            if (type != null) {
                ZoneValue value = ZoneValue.of(each, type);
                groups.computeIfAbsent(new Group(each.kind(), each.name(), type), _ -> new ArrayList<>())
                        .add(value);
                this.wanted.add(new Published(each.name(), type, value.text()));
            }
        }
    }

    List<PlanRow> rows() {
        groups.forEach(this::plan);
        published.stream()
                .filter(not(wanted::contains))
                .filter(not(handled::contains))
                .filter(each -> zone.has(each.name()))
                .sorted(Comparator.comparing(Published::name)
                        .thenComparing(Published::type)
                        .thenComparing(Published::text))
                .forEach(this::remove);
        return rows;
    }

    private void remove(Published record) {
        List<ZoneValue> values = zone.values(record.name(), record.type()).stream()
                .filter(each -> each.text().equals(record.text()))
                .toList();
        if (!values.isEmpty()) {
            add(
                    record.name(),
                    record.type(),
                    null,
                    PlanAction.REMOVE,
                    texts(values),
                    List.of(),
                    "It was published from here and is no longer wanted.",
                    List.of(new SetEdit(record.name(), record.type(), values, List.of())),
                    List.of());
        }
    }

    private void plan(Group group, List<ZoneValue> values) {
        if (!zone.has(group.name())) {
            add(group, PlanAction.OUTSIDE, List.of(), texts(values), keeper(group), List.of(), List.of());
            return;
        }
        Found found = found(group, values);
        List<SetEdit> blockers = blockers(group);
        if (!blockers.isEmpty()) {
            addBlocked(group, found, blockers);
        } else if (found.stale().isEmpty() && rules(group).isRight(found)) {
            add(group, PlanAction.KEEP, texts(found.inWay()), texts(found.inWay()), "", List.of(), List.of());
        } else if (found.foreign().isEmpty()) {
            addOwn(group, found);
        } else {
            addForeign(group, found);
        }
    }

    private Found found(Group group, List<ZoneValue> values) {
        List<ZoneValue> inWay = zone.values(group.name(), group.type()).stream()
                .filter(each -> RecordRules.isFor(group.kind(), group.type(), each.text()))
                .toList();
        List<ZoneValue> unwanted = inWay.stream()
                .filter(each -> !wanted.contains(key(group, each)))
                .toList();
        List<ZoneValue> stale = unwanted.stream()
                .filter(each -> published.contains(key(group, each)))
                .toList();
        boolean isMx = group.kind() == RecordKind.MX || group.kind() == RecordKind.INBOX;
        List<ZoneValue> foreign = unwanted.stream()
                .filter(not(stale::contains))
                .filter(each -> !isMx || MxMerge.isOfOthers(values, each))
                .toList();
        List<String> present = texts(inWay);
        List<ZoneValue> missing =
                values.stream().filter(each -> !present.contains(each.text())).toList();
        return new Found(values, inWay, stale, foreign, missing);
    }

    private static Published key(Group group, ZoneValue value) {
        return new Published(group.name(), group.type(), value.text());
    }

    /** A CNAME of somebody else at the name, or for a CNAME whatever else they have there. */
    private List<SetEdit> blockers(Group group) {
        Set<DnsType> types = group.type() == DnsType.CNAME ? PublishPlan.besideCname() : Set.of(DnsType.CNAME);
        List<SetEdit> blockers = new ArrayList<>();
        for (DnsType type : types) {
            List<ZoneValue> theirs = zone.values(group.name(), type).stream()
                    .filter(each -> !published.contains(new Published(group.name(), type, each.text())))
                    .toList();
            if (!theirs.isEmpty()) {
                blockers.add(new SetEdit(group.name(), type, theirs, List.of()));
            }
        }
        return blockers;
    }

    private void addBlocked(Group group, Found found, List<SetEdit> blockers) {
        List<String> before = new ArrayList<>();
        blockers.forEach(each -> each.remove().forEach(value -> before.add(each.type() + " " + value.text())));
        List<SetEdit> edits = new ArrayList<>(blockers);
        edits.add(new SetEdit(group.name(), group.type(), handle(group, found), found.missing()));
        String detail = group.type() == DnsType.CNAME
                ? "Somebody else has other records at this name, and a CNAME can only be alone."
                : "Somebody else has a CNAME at this name, beside which there can be nothing.";
        add(
                group,
                PlanAction.FOREIGN,
                before,
                texts(found.wanted()),
                detail + " Ticked, ours takes its place.",
                edits,
                found.missing());
    }

    private void addOwn(Group group, Found found) {
        boolean isNew = found.inWay().isEmpty();
        PlanAction action = isNew ? PlanAction.ADD : PlanAction.CHANGE;
        List<ZoneValue> after = new ArrayList<>(found.inWay());
        after.removeAll(found.stale());
        after.addAll(found.missing());
        add(
                group,
                action,
                texts(found.inWay()),
                texts(after),
                "",
                List.of(new SetEdit(group.name(), group.type(), handle(group, found), found.missing())),
                found.missing());
    }

    private void addForeign(Group group, Found found) {
        List<ZoneValue> stale = handle(group, found);
        Merge merge = rules(group).merge(found);
        List<ZoneValue> remove = new ArrayList<>(stale);
        remove.addAll(merge.remove());
        List<ZoneValue> after = new ArrayList<>(found.inWay());
        after.removeAll(remove);
        after.addAll(merge.add());
        add(
                group,
                PlanAction.FOREIGN,
                texts(found.inWay()),
                texts(after),
                merge.detail(),
                List.of(new SetEdit(group.name(), group.type(), remove, merge.add())),
                merge.own());
    }

    /** The stale values of a group, which then need no row of their own. */
    private List<ZoneValue> handle(Group group, Found found) {
        found.stale().forEach(each -> handled.add(key(group, each)));
        return found.stale();
    }

    private RecordRules rules(Group group) {
        List<String> addresses = hostAddresses();
        return new RecordRules(group.kind(), group.type(), addresses, isMxOfOthers() && !addresses.isEmpty());
    }

    private boolean isMxOfOthers() {
        return groups.entrySet().stream()
                .filter(each -> each.getKey().kind() == RecordKind.MX)
                .anyMatch(each -> {
                    Found found = found(each.getKey(), each.getValue());
                    return !zone.has(each.getKey().name())
                            || (!found.foreign().isEmpty() && !MxMerge.isFirst(found.wanted(), found.inWay()));
                });
    }

    /** As SPF terms. */
    private List<String> hostAddresses() {
        List<String> terms = new ArrayList<>();
        groups.forEach((group, values) -> {
            if (group.kind() == RecordKind.HOST_A || group.kind() == RecordKind.HOST_AAAA) {
                String term = group.type() == DnsType.A ? "ip4:" : "ip6:";
                values.forEach(each -> terms.add(term + each.text()));
            }
        });
        return terms;
    }

    private String keeper(Group group) {
        String delegated = zone.elsewhere().get(group.name());
        String known = delegated == null ? zones.get(group.name()) : delegated;
        if (group.kind() == RecordKind.PTR) {
            return "Whoever provides the address sets its name" + (known == null ? "" : ", in the zone " + known)
                    + ": ask them to let it point to " + String.join(", ", texts(valuesOf(group))) + ".";
        }
        return known == null
                ? "It is not in the zone " + zone.zone() + ": publish it where the zone of " + group.name()
                        + " is kept."
                : "It is in the zone " + known + ", not in " + zone.zone() + ": publish it there.";
    }

    private List<ZoneValue> valuesOf(Group group) {
        return groups.getOrDefault(group, List.of());
    }

    private void add(
            Group group,
            PlanAction action,
            List<String> before,
            List<String> after,
            String detail,
            List<SetEdit> edits,
            List<ZoneValue> own) {
        add(group.name(), group.type(), group.kind(), action, before, after, detail, edits, own);
    }

    private void add(
            String name,
            DnsType type,
            @Nullable RecordKind kind,
            PlanAction action,
            List<String> before,
            List<String> after,
            String detail,
            List<SetEdit> edits,
            List<ZoneValue> own) {
        List<SetEdit> real = edits.stream()
                .filter(each -> !each.remove().isEmpty() || !each.add().isEmpty())
                .toList();
        rows.add(new PlanRow(
                id(List.of(String.valueOf(kind), action, name, type, before, after)),
                kind,
                name,
                type,
                action,
                before,
                after,
                detail,
                real,
                own.stream().map(each -> new Published(name, type, each.text())).toList()));
    }

    private static String id(List<Object> parts) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(parts.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static List<String> texts(List<ZoneValue> values) {
        return values.stream().map(ZoneValue::text).toList();
    }
}
