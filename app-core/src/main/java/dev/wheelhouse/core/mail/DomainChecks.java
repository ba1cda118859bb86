package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.check.standing.CheckedRecord;
import dev.wheelhouse.core.mail.check.standing.DomainStanding;
import dev.wheelhouse.core.mail.check.standing.DomainState;
import dev.wheelhouse.core.mail.check.standing.RecheckPlan;
import dev.wheelhouse.core.mail.dns.DnsCheck;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.RecordSet;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.platform.timer.DueHandler;
import dev.wheelhouse.core.platform.timer.DueTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks domains, again and again by due times and when somebody asks, and keeps what was found. A due time is moved ahead
 * before its check begins, so that a console that dies within loses nothing but time. Thread-safe.
 */
final class DomainChecks implements DueHandler {

    /** Of the whole check that somebody waits for; its answer comes within 10 s. */
    private static final Duration SHORT = Duration.ofSeconds(9);

    private static final Duration LONG = Duration.ofSeconds(60);

    /** When a check that its console did not end is begun again. */
    private static final Duration LOST = Duration.ofMinutes(15);

    /** How many checks are under way at once, of those that nobody waits for; and as many that somebody does. */
    private static final int AT_ONCE = 8;

    /** Until one that somebody waits for may begin; a part of {@link #SHORT}. */
    private static final Duration QUEUE = Duration.ofSeconds(4);

    private static final String KIND = "mail-domain";

    private final MailConfig config;
    private final MailStores stores;
    private final DomainRecords records;
    private final DkimKeys keys;
    private final DomainLook look;
    private final Semaphore turns = new Semaphore(AT_ONCE, true);
    private final Semaphore awaited = new Semaphore(AT_ONCE, true);
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    DomainChecks(MailConfig config, MailStores stores, DomainRecords records, DkimKeys keys, DomainLook look) {
        this.config = config;
        this.stores = stores;
        this.records = records;
        this.keys = keys;
        this.look = look;
        config.timers().handle(KIND, this);
    }

    /**
     * What a check looks at.
     *
     * @param checkedAt when the check before it was kept; null for never
     */
    private record Subject(
            MailDomain domain,
            MailSetup setup,
            List<MailRecord> records,
            @Nullable Instant checkedAt) {}

    private Subject subject(Transaction tx, MailDomain domain) {
        MailSetup setup = records.setup(tx, domain);
        Instant checkedAt = records.summary(tx, domain).checkedAt();
        return new Subject(domain, setup, RecordSet.of(setup), checkedAt);
    }

    /**
     * Has a domain checked at once and then as a new one, since people made or changed it; within that change. It is
     * verified no longer where records are required that nobody has seen yet.
     */
    void restart(Transaction tx, MailDomain domain) {
        Instant now = config.clock().instant();
        DomainCheck before = records.known(tx, domain);
        boolean isKnown = subject(tx, domain).records().stream()
                .filter(MailRecord::required)
                .allMatch(each -> before.of(each).status() == RecordStatus.VERIFIED);
        DomainState state = isKnown
                ? new DomainState(domain.verificationStatus(), before.badChecks(), before.firstBadAt(), 0, now)
                : DomainState.start(now);
        keep(tx, before, state, before.checkedAt(), before.records(), before.findings());
        stores.domains().setStatus(tx, domain.id(), state.status());
        config.timers().set(tx, due(domain.id(), now));
    }

    /** Never checks a domain again; within the change that removes it. */
    void remove(Transaction tx, String domainId) {
        config.timers().remove(tx, KIND, domainId);
    }

    /** After the clock was set back, due times may lie far ahead. */
    void bringBack() {
        config.timers().bringBack(KIND, RecheckPlan.LONGEST);
    }

    /** Whether none is under way that nobody waits for. */
    boolean isIdle() {
        return underWay.isEmpty();
    }

    private static DueTime due(String domainId, Instant at) {
        return new DueTime(KIND, domainId, null, at);
    }

    @Override
    public @Nullable DueTime handle(Transaction tx, DueTime due) {
        Optional<MailDomain> domain = stores.domains().lock(tx, due.subjectId());
        if (domain.isEmpty()) {
            return null;
        }
        if (underWay.contains(due.subjectId())) {
            // Either it sets the next due time when it is kept, or it did so a moment ago and this is that one.
            return due(due.subjectId(), config.clock().instant().plus(SHORT));
        }
        tx.afterCommit(() -> begin(due.subjectId()));
        return due(due.subjectId(), config.clock().instant().plus(LOST));
    }

    private void begin(String domainId) {
        if (underWay.add(domainId)) {
            config.workers().start(() -> again(domainId));
        }
    }

    private void again(String domainId) {
        try {
            turns.acquire();
            try {
                Optional<Subject> subject = config.store()
                        .read(tx -> stores.domains().byId(tx, domainId).map(domain -> subject(tx, domain)));
                if (subject.isPresent()) {
                    check(subject.get(), null, LONG);
                }
            } finally {
                turns.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            underWay.remove(domainId);
        }
    }

    /**
     * Checks a domain and keeps what was found.
     *
     * @return the domain as it is then
     * @throws AppException {@code busy} while too many others are checked
     */
    MailDomain now(Caller caller, MailDomain domain) {
        long end = System.nanoTime() + SHORT.toNanos();
        try {
            if (!awaited.tryAcquire(QUEUE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new AppException(PlatformError.BUSY, "Many domains are being verified. Try again.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The check was cancelled.", e);
        }
        try {
            Subject subject = config.store().read(tx -> subject(tx, domain));
            return check(subject, caller, Duration.ofNanos(end - System.nanoTime()))
                    .orElse(domain);
        } finally {
            awaited.release();
        }
    }

    private Optional<MailDomain> check(Subject subject, @Nullable Caller caller, Duration budget) {
        DomainLook.Found found;
        try (DnsCheck dns = open(subject.domain().organizationId(), caller != null, budget)) {
            found = look.look(subject.setup(), subject.records(), new DelegatedZones(dns, config.suffixes()), budget);
        }
        return config.store().write(tx -> keep(tx, subject, found, caller));
    }

    private DnsCheck open(String organizationId, boolean isAwaited, Duration budget) {
        return isAwaited
                ? config.views().open(config.dns().apply(organizationId), budget)
                : config.views().openInBackground(config.dns().apply(organizationId), budget);
    }

    /**
     * Keeps what a look found; nothing of it where other records are wanted by now. Where another check was kept during it,
     * that one may know the newer: then one that nobody waits for is dropped, and either is followed by another at once.
     */
    private Optional<MailDomain> keep(
            Transaction tx, Subject subject, DomainLook.Found found, @Nullable Caller caller) {
        Optional<MailDomain> current =
                stores.domains().lock(tx, subject.domain().id());
        if (current.isEmpty()) {
            return current;
        }
        MailDomain domain = current.get();
        Instant now = config.clock().instant();
        Subject wanted = subject(tx, domain);
        boolean isOvertaken = !Objects.equals(subject.checkedAt(), wanted.checkedAt());
        if (!subject.records().equals(wanted.records()) || (isOvertaken && caller == null)) {
            config.timers().set(tx, due(domain.id(), now));
            return current;
        }
        DomainCheck before = records.summary(tx, domain);
        List<RecordState> states = found.findings().stream()
                .map(each -> after(before.of(each.record()), each))
                .toList();
        List<CheckedRecord> required = found.findings().stream()
                .filter(each -> each.record().required())
                .map(each -> CheckedRecord.of(before.of(each.record()).status(), each))
                .toList();
        DomainState state = DomainStanding.after(before.state(domain.verificationStatus()), required, now);
        DomainCheck seen = found.certificate() == null
                ? before
                : before.with(found.certificate(), subject.setup().host());
        keep(tx, seen, state, now, states, found.findings());
        stores.domains().setStatus(tx, domain.id(), state.status());
        config.timers().set(tx, due(domain.id(), isOvertaken ? now : RecheckPlan.next(state, now, config.random())));
        tell(tx, caller, domain, state.status(), states);
        tellChanges(tx, caller, domain, before, states);
        keys.sweep(tx, domain);
        return stores.domains().find(tx, domain.organizationId(), domain.id());
    }

    private static RecordState after(RecordState before, RecordFinding finding) {
        RecordStatus status = finding.verdict().status();
        List<String> found = finding.isAnswered() ? finding.found() : before.found();
        return new RecordState(
                finding.record(),
                status == null ? before.status() : status,
                finding.verdict().detail(),
                found);
    }

    private void keep(
            Transaction tx,
            DomainCheck before,
            DomainState state,
            @Nullable Instant checkedAt,
            List<RecordState> records,
            List<RecordFinding> findings) {
        stores.checks()
                .put(
                        tx,
                        new DomainCheck(
                                before.domainId(),
                                before.organizationId(),
                                state.badChecks(),
                                state.firstBadAt(),
                                state.round(),
                                state.since(),
                                checkedAt,
                                records,
                                findings,
                                before.certificate(),
                                before.certificateHost()));
    }

    private void tell(
            Transaction tx,
            @Nullable Caller caller,
            MailDomain before,
            RecordStatus status,
            List<RecordState> records) {
        if (status == before.verificationStatus()) {
            return;
        }
        Map<String, Object> data = new LinkedHashMap<>(Map.of("fqdn", before.fqdn(), "status", status.wireName()));
        if (status == RecordStatus.VERIFIED) {
            append(tx, caller, before, EventKind.MAIL_DOMAIN_VERIFIED, data);
        } else if (status == RecordStatus.FAILED || before.verificationStatus() == RecordStatus.VERIFIED) {
            data.put(
                    "records",
                    records.stream()
                            .filter(each -> each.record().required() && each.status() != RecordStatus.VERIFIED)
                            .map(each -> Map.of(
                                    "kind", each.record().kind().wireName(),
                                    "name", each.record().name(),
                                    "detail", each.detail()))
                            .toList());
            append(tx, caller, before, EventKind.MAIL_DOMAIN_FAILED, data);
        }
    }

    private void tellChanges(
            Transaction tx, @Nullable Caller caller, MailDomain domain, DomainCheck before, List<RecordState> records) {
        for (RecordState each : records) {
            RecordState then = before.of(each.record());
            if (then.status() == RecordStatus.VERIFIED && !then.found().equals(each.found())) {
                append(
                        tx,
                        caller,
                        domain,
                        EventKind.MAIL_RECORD_CHANGED,
                        Map.of(
                                "fqdn", domain.fqdn(),
                                "kind", each.record().kind().wireName(),
                                "name", each.record().name(),
                                "before", then.found(),
                                "after", each.found()));
            }
        }
    }

    private void append(
            Transaction tx, @Nullable Caller caller, MailDomain domain, EventKind kind, Map<String, Object> data) {
        NewEvent event = new NewEvent(kind, domain.id(), data);
        if (caller == null) {
            config.events().appendOfConsole(tx, domain.organizationId(), event);
        } else {
            config.events().append(tx, caller, event);
        }
    }
}
