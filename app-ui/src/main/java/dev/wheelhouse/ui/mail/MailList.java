package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DomainOverview;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.PagedList;
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
import java.util.function.Supplier;

/** The domains by name, and below them the instances; read again while somebody sees them. Belongs to the window's thread. */
final class MailList extends LiveList<MailList.Reading, MailLine> {

    private static final Duration PACE = Duration.ofSeconds(5);
    private static final Comparator<MailLine> BY_NAME =
            Comparator.comparing(MailLine::name, String.CASE_INSENSITIVE_ORDER);

    private final Mail mail;
    private final Supplier<Caller> callers;
    private final ZoneId zone;

    record Reading(List<MailInstance> instances, List<DomainOverview> domains) {}

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
        List<DomainOverview> domains = mail.domains().overviews(caller);
        return new Reading(PagedList.readAll(page -> mail.instances().list(caller, page)), domains);
    }

    @Override
    protected List<MailLine> lines(Reading reading) {
        Instant now = clock().instant();
        Map<String, MailInstance> instances = new HashMap<>();
        reading.instances().forEach(each -> instances.put(each.id(), each));
        Map<String, Integer> counts = new HashMap<>();
        List<MailLine> domains = new ArrayList<>();
        for (DomainOverview each : reading.domains()) {
            MailDomain domain = each.domain();
            counts.merge(domain.mailInstanceId(), 1, Integer::sum);
            MailInstance instance = instances.get(domain.mailInstanceId());
            if (instance != null) {
                domains.add(new MailLine.OfDomain(
                        each, instance, each.checkedAt() == null ? "" : Moments.ago(each.checkedAt(), now)));
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
