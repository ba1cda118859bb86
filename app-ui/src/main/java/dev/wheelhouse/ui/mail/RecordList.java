package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DomainEvidence;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.check.SpfCheck;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The records of a domain with what the last check found, in the order of their kinds, and its keys. All that servers
 * answered is much, so it is read again when the list of domains shows that something changed, and seldom by itself.
 * Belongs to the window's thread.
 */
final class RecordList extends LiveList<RecordList.Reading, RecordLine> {

    private static final Duration PACE = Duration.ofMinutes(1);

    private final Supplier<Reading> source;

    /** @param keys the one that signs first */
    record Reading(DomainEvidence evidence, List<DkimKey> keys) {}

    RecordList(Mail mail, String domainId, Workbench workbench, Clock clock) {
        super(workbench.background(), clock, PACE, RecordLine::id);
        this.source = () -> {
            Caller caller = workbench.callers().get();
            // Keys first: one that came between has no record yet, which is read with the next change.
            List<DkimKey> keys = mail.keys().list(caller, domainId);
            return new Reading(mail.domains().evidence(caller, domainId), keys);
        };
    }

    @Override
    protected Reading read() {
        return source.get();
    }

    @Override
    protected List<RecordLine> lines(Reading reading) {
        return reading.evidence().records().stream().map(RecordLine::of).toList();
    }

    /** When the records were looked at last; empty for never, and before the first reading. */
    Optional<Instant> checkedAt() {
        return last().map(each -> each.evidence().checkedAt());
    }

    /** How the SPF record was evaluated, for each address of the instance. */
    List<SpfCheck> spf() {
        return last().stream()
                .flatMap(each -> each.evidence().records().stream())
                .flatMap(each -> each.finding() == null ? Stream.<SpfCheck>of() : each.finding().spf().stream())
                .toList();
    }

    /** The one that signs first; empty before the first reading. */
    List<DkimKey> keys() {
        return last().map(Reading::keys).orElse(List.of());
    }
}
