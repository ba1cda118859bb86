package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneSet;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A managed zone in memory, whose server behaves as a test says. Thread-safe. */
final class FakeZone implements ZoneProvider {

    private final String name;
    private final Map<DnsQuestion, ZoneSet> sets = new LinkedHashMap<>();
    final List<String> logins = new CopyOnWriteArrayList<>();

    /** What becomes of the outcome of an update that was applied or refused. */
    volatile UnaryOperator<ApplyOutcome> outcome = UnaryOperator.identity();

    /** Whether updates are lost on their way. */
    volatile boolean isDeaf;

    /** What happens while the zone is read. */
    volatile Runnable whileReading = () -> {};

    FakeZone(String name) {
        this.name = name;
    }

    ZoneProvider login(String secret, String domain) {
        logins.add(secret + " for " + domain);
        return this;
    }

    /** @param texts none to remove the set */
    synchronized void put(String owner, DnsType type, String... texts) {
        DnsQuestion set = new DnsQuestion(owner, type);
        if (texts.length == 0) {
            sets.remove(set);
        } else {
            List<ZoneValue> values = List.of(texts).stream()
                    .map(each -> ZoneValue.of(type, each))
                    .toList();
            sets.put(set, new ZoneSet(owner, type, 300, values));
        }
    }

    synchronized List<String> texts(String owner, DnsType type) {
        ZoneSet set = sets.get(new DnsQuestion(owner, type));
        return set == null
                ? List.of()
                : set.values().stream().map(ZoneValue::text).toList();
    }

    synchronized Map<DnsQuestion, ZoneSet> all() {
        return Map.copyOf(sets);
    }

    @Override
    public String test() {
        return name;
    }

    @Override
    public synchronized ZoneSnapshot read(Collection<DnsQuestion> questions) {
        whileReading.run();
        return new ZoneSnapshot(
                name,
                sets.values().stream()
                        .filter(each -> questions.contains(new DnsQuestion(each.name(), each.type())))
                        .toList(),
                Map.of());
    }

    @Override
    public ApplyOutcome apply(List<SetChange> changes) {
        return outcome.apply(isDeaf ? new ApplyOutcome.Applied() : applied(changes));
    }

    private synchronized ApplyOutcome applied(List<SetChange> changes) {
        List<DnsQuestion> different = ZoneProvider.changed(
                changes, read(changes.stream().map(SetChange::question).toList()));
        if (!different.isEmpty()) {
            return new ApplyOutcome.ChangedMeanwhile(different);
        }
        for (SetChange each : changes) {
            if (each.after().isEmpty()) {
                sets.remove(each.question());
            } else {
                sets.put(each.question(), new ZoneSet(each.name(), each.type(), each.ttl(), each.after()));
            }
        }
        return new ApplyOutcome.Applied();
    }
}
