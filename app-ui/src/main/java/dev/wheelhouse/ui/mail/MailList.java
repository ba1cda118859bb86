package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DomainEvidence;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** The domains by name, and below them the instances; read again while somebody sees them. Belongs to the window's thread. */
final class MailList extends LiveList<MailList.Reading, MailLine> {

    private static final Duration PACE = Duration.ofSeconds(5);
    private static final int PAGE = 200;

    private static final Comparator<MailLine> BY_NAME =
            Comparator.comparing(MailLine::name, String.CASE_INSENSITIVE_ORDER);

    private final Mail mail;
    private final Supplier<Caller> callers;
    private final ZoneId zone;

    /** @param evidence by domain */
    record Reading(List<MailInstance> instances, List<MailDomain> domains, Map<String, DomainEvidence> evidence) {}

    /** @param zone in which times are shown */
    MailList(Mail mail, Workbench workbench, Clock clock, ZoneId zone) {
        super(workbench.background(), clock, PACE, MailLine::id);
        this.mail = mail;
        this.callers = workbench.callers();
        this.zone = zone;
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        // Domains first: an instance is not deleted while one is on it.
        List<MailDomain> domains = all(page -> mail.domains().list(caller, page));
        List<MailInstance> instances = all(page -> mail.instances().list(caller, page));
        Map<String, DomainEvidence> evidence = new HashMap<>();
        for (MailDomain each : domains) {
            try {
                evidence.put(each.id(), mail.domains().evidence(caller, each.id()));
            } catch (AppException e) {
                if (e.errorCode() != PlatformError.NOT_FOUND) {
                    throw e;
                }
                // Deleted meanwhile.
            }
        }
        return new Reading(instances, domains, evidence);
    }

    private static <T> List<T> all(Function<PageRequest, Page<T>> pages) {
        List<T> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<T> page = pages.apply(new PageRequest(PAGE, cursor));
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    @Override
    protected List<MailLine> lines(Reading reading) {
        Instant now = clock().instant();
        Map<String, MailInstance> instances = new HashMap<>();
        reading.instances().forEach(each -> instances.put(each.id(), each));
        Map<String, Integer> counts = new HashMap<>();
        List<MailLine> domains = new ArrayList<>();
        for (MailDomain each : reading.domains()) {
            counts.merge(each.mailInstanceId(), 1, Integer::sum);
            MailInstance instance = instances.get(each.mailInstanceId());
            DomainEvidence evidence = reading.evidence().get(each.id());
            if (instance != null && evidence != null) {
                domains.add(new MailLine.OfDomain(
                        each,
                        instance,
                        evidence.records().stream()
                                .map(DomainEvidence.OfRecord::record)
                                .toList(),
                        evidence.checkedAt() == null ? "" : Moments.ago(evidence.checkedAt(), now)));
            }
        }
        domains.sort(BY_NAME);
        List<MailLine> all = new ArrayList<>(domains);
        reading.instances().stream()
                .<MailLine>map(each -> new MailLine.OfInstance(each, counts.getOrDefault(each.id(), 0)))
                .sorted(BY_NAME)
                .forEach(all::add);
        return all;
    }

    /** Those that domains can be on, by name. */
    List<MailInstance> instances() {
        return rows().stream()
                .map(LiveRow::line)
                .map(each -> each instanceof MailLine.OfInstance(MailInstance instance, int _) ? instance : null)
                .filter(Objects::nonNull)
                .toList();
    }

    Mail mail() {
        return mail;
    }

    ZoneId zone() {
        return zone;
    }
}
