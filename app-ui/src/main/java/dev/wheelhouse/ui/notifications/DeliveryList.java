package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.ui.list.PagedList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The deliveries to a target, newest first. Belongs to the window's thread. */
final class DeliveryList extends PagedList<Page<Delivery>, DeliveryLine> {

    private static final Duration PACE = Duration.ofSeconds(2);
    private static final int PAGE = 100;

    private final TargetList list;
    private final Target target;
    private final Supplier<Caller> callers;

    /** Read beside the window's thread. */
    private volatile Set<DeliveryStatus> statuses = Set.of();

    DeliveryList(TargetList list, Target target, Workbench workbench) {
        super(workbench.background(), list.clock(), PACE, DeliveryLine::id, PAGE);
        this.list = list;
        this.target = target;
        this.callers = workbench.callers();
    }

    @Override
    protected Page<Delivery> read() {
        Caller caller = callers.get();
        return readPages(page -> list.targets().deliveries(caller, target, statuses, page));
    }

    /** Shows those of a status alone; empty for all. */
    void narrow(Optional<DeliveryStatus> status) {
        statuses = status.map(Set::of).orElse(Set.of());
        readAnew();
    }

    boolean isNarrowed() {
        return !statuses.isEmpty();
    }

    @Override
    protected List<DeliveryLine> lines(Page<Delivery> reading) {
        setHasMore(reading.next() != null);
        Instant now = clock().instant();
        return reading.items().stream()
                .map(each -> DeliveryLine.of(each, now, list.zone()))
                .toList();
    }
}
