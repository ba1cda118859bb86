package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.RecordChecks;
import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.check.Verdict;
import dev.wheelhouse.core.mail.check.policy.PolicySource;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.dns.DnsView;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.job.Together;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Looks at all records of a domain at once. Thread-safe. */
final class DomainLook {

    private static final System.Logger LOG = System.getLogger(DomainLook.class.getName());

    /** How many addresses of a mail server are connected to at once. */
    private static final int CONNECTIONS = 16;

    private final PolicySource policies;
    private final SmtpHost smtp;
    private final Workers workers;
    private final IdGenerator ids;
    private final Clock clock;

    DomainLook(PolicySource policies, SmtpHost smtp, Workers workers, IdGenerator ids, Clock clock) {
        this.policies = policies;
        this.smtp = smtp;
        this.workers = workers;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * What a look found.
     *
     * @param findings one for each record, in their order
     * @param certificate the SHA-256 of the public key that the host showed, in hex: that of its first address which
     *     showed one; null when none did
     */
    record Found(List<RecordFinding> findings, @Nullable String certificate) {}

    /**
     * Checks the records.
     *
     * @param budget after which what is still open counts as not answered
     * @throws AppException {@code cancelled} when the calling thread is interrupted
     */
    Found look(MailSetup setup, List<MailRecord> records, DnsView dns, Duration budget) {
        Map<String, String> shown = new ConcurrentHashMap<>();
        SmtpHost noting = (address, host) -> {
            SmtpHost.Answer answer = smtp.ask(address, host);
            if (answer instanceof SmtpHost.Secured secured) {
                shown.put(address, secured.publicKey());
            }
            return answer;
        };
        RecordChecks checks =
                new RecordChecks(policies, noting, new Together(workers, CONNECTIONS), this::label, clock);
        Map<MailRecord, FutureTask<RecordFinding>> tasks = new LinkedHashMap<>();
        for (MailRecord each : records) {
            FutureTask<RecordFinding> task = new FutureTask<>(() -> checks.check(each, setup, dns));
            tasks.put(each, task);
            workers.virtualThreads().execute(task);
        }
        long end = System.nanoTime() + budget.toNanos();
        List<RecordFinding> findings = new ArrayList<>();
        try {
            for (Map.Entry<MailRecord, FutureTask<RecordFinding>> each : tasks.entrySet()) {
                findings.add(result(each.getKey(), each.getValue(), end, budget));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The check was cancelled.", e);
        } finally {
            tasks.values().forEach(each -> each.cancel(true));
        }
        String certificate = setup.addresses().stream()
                .map(shown::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new Found(findings, certificate);
    }

    private static RecordFinding result(MailRecord entry, FutureTask<RecordFinding> task, long end, Duration budget)
            throws InterruptedException {
        try {
            return task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return open(entry, "Not answered within " + budget.plusMillis(999).toSeconds() + " s.");
        } catch (ExecutionException e) {
            // One record that cannot be checked must not keep the others from it.
            LOG.log(
                    System.Logger.Level.ERROR,
                    "The check of " + entry.kind() + " " + entry.name() + " failed",
                    e.getCause());
            return open(entry, "The console could not check this record; its log says why.");
        }
    }

    private static RecordFinding open(MailRecord entry, String detail) {
        return new RecordFinding(entry, new Verdict(null, detail), List.of(), null, List.of());
    }

    /** What no zone has but by a wildcard. */
    private String label() {
        return "wh-" + ids.next("probe").substring("probe_".length());
    }
}
