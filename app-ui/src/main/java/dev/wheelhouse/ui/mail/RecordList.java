package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DomainEvidence;
import dev.wheelhouse.core.mail.MailDomainService;
import dev.wheelhouse.core.mail.check.SpfCheck;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The records of a domain with what the last check found, in the order of their kinds. Belongs to the window's thread. */
final class RecordList extends LiveList<DomainEvidence, RecordLine> {

    private static final Duration PACE = Duration.ofSeconds(2);

    private final Supplier<DomainEvidence> source;

    RecordList(MailDomainService domains, String domainId, Workbench workbench, Clock clock) {
        super(workbench.background(), clock, PACE, RecordLine::id);
        this.source = () -> domains.evidence(workbench.callers().get(), domainId);
    }

    @Override
    protected DomainEvidence read() {
        return source.get();
    }

    @Override
    protected List<RecordLine> lines(DomainEvidence reading) {
        return reading.records().stream().map(RecordLine::of).toList();
    }

    /** When the records were looked at last; empty for never, and before the first reading. */
    Optional<Instant> checkedAt() {
        return last().map(DomainEvidence::checkedAt);
    }

    /** How the SPF record was evaluated, for each address of the instance. */
    List<SpfCheck> spf() {
        return last().stream()
                .flatMap(each -> each.records().stream())
                .flatMap(each -> each.finding() == null ? Stream.<SpfCheck>of() : each.finding().spf().stream())
                .toList();
    }
}
