package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The channels and webhooks by name, channels first; read again while somebody sees them. Belongs to the window's thread. */
final class TargetList extends LiveList<TargetList.Reading, TargetLine> {

    private static final Duration PACE = Duration.ofSeconds(5);

    /** As far back as a time is looked for since when one fails. */
    private static final int FAILURES = 50;

    private static final Comparator<Target> ORDER =
            Comparator.comparing(Target::isWebhook).thenComparing(Target::name, String.CASE_INSENSITIVE_ORDER);

    private final Targets targets;
    private final Supplier<Caller> callers;
    private final ZoneId zone;

    /** @param newest deliveries by target */
    record Reading(Targets.Reading read, Map<String, List<Delivery>> newest) {}

    /** @param zone in which times are shown */
    TargetList(Targets targets, Workbench workbench, Clock clock, ZoneId zone) {
        super(workbench.background(), clock, PACE, TargetLine::id);
        this.targets = targets;
        this.callers = workbench.callers();
        this.zone = zone;
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        Targets.Reading read = targets.read(caller);
        Map<String, List<Delivery>> newest = new HashMap<>();
        read.newest().forEach((id, delivery) -> newest.put(id, List.of(delivery)));
        read.targets().stream()
                .filter(each -> read.failing().contains(each.id()))
                .forEach(each -> newest.put(
                        each.id(),
                        targets.deliveries(caller, each, Set.of(), new PageRequest(FAILURES, null))
                                .items()));
        return new Reading(read, newest);
    }

    @Override
    protected List<TargetLine> lines(Reading reading) {
        Instant now = clock().instant();
        Targets.Reading read = reading.read();
        return read.targets().stream()
                .sorted(ORDER)
                .map(each -> TargetLine.of(
                        each,
                        read.failing().contains(each.id()),
                        read.pending().getOrDefault(each.id(), 0),
                        reading.newest().getOrDefault(each.id(), List.of()),
                        now,
                        zone))
                .toList();
    }

    Targets targets() {
        return targets;
    }

    ZoneId zone() {
        return zone;
    }
}
