package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/** The deliveries to a target, newest first, a page more on demand. Belongs to the window's thread. */
final class DeliveryList extends LiveList<Page<Delivery>, DeliveryLine> {

    private static final Duration PACE = Duration.ofSeconds(2);
    private static final int PAGE = 100;

    private final Targets targets;
    private final Target target;
    private final Supplier<Caller> callers;
    private final ZoneId zone;
    private final ReadOnlyBooleanWrapper hasMore = new ReadOnlyBooleanWrapper(this, "hasMore");

    private final AtomicInteger pages = new AtomicInteger(1);

    /** Read beside the window's thread. */
    private volatile Set<DeliveryStatus> statuses = Set.of();

    DeliveryList(TargetList list, Target target, Workbench workbench) {
        super(workbench.background(), list.clock(), PACE, DeliveryLine::id);
        this.targets = list.targets();
        this.target = target;
        this.callers = workbench.callers();
        this.zone = list.zone();
    }

    @Override
    protected Page<Delivery> read() {
        Caller caller = callers.get();
        Page<Delivery> page = targets.deliveries(caller, target, statuses, new PageRequest(PAGE, null));
        List<Delivery> read = new ArrayList<>(page.items());
        for (int i = 1; i < pages.get() && page.next() != null; i++) {
            page = targets.deliveries(caller, target, statuses, new PageRequest(PAGE, page.next()));
            read.addAll(page.items());
        }
        return new Page<>(read, page.next());
    }

    /** Shows those of a status alone; empty for all. */
    void narrow(Optional<DeliveryStatus> status) {
        statuses = status.map(Set::of).orElse(Set.of());
        pages.set(1);
        refresh();
    }

    /** Shows the next older ones too. */
    void readMore() {
        pages.incrementAndGet();
        refresh();
    }

    ReadOnlyBooleanProperty hasMoreProperty() {
        return hasMore.getReadOnlyProperty();
    }

    boolean isNarrowed() {
        return !statuses.isEmpty();
    }

    @Override
    protected List<DeliveryLine> lines(Page<Delivery> reading) {
        hasMore.set(reading.next() != null);
        Instant now = clock().instant();
        return reading.items().stream()
                .map(each -> DeliveryLine.of(each, now, zone))
                .toList();
    }
}
