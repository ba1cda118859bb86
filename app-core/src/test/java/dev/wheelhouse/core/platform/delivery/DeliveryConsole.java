package dev.wheelhouse.core.platform.delivery;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A console that delivers by itself, and looks and notes when the test says so. */
final class DeliveryConsole implements AutoCloseable {

    final OpenState state;
    final Consoles consoles;
    final EventLog events;
    final Deliveries deliveries;
    private final Caller caller;

    DeliveryConsole(OpenState state, Caller caller, String homeId, Targets targets) {
        this.state = state;
        this.caller = caller;
        events = new EventLog(state.store(), state.ids(), state.clock(), homeId);
        consoles = new Consoles(state.store(), state.clock(), homeId);
        consoles.beat();
        deliveries = new Deliveries(
                new DeliveryParts(
                        state.store(),
                        events,
                        new EventFollowers(state.store(), events),
                        new Leases(state.store(), consoles),
                        state.workers(),
                        state.ids(),
                        new Random(1),
                        state.clock(),
                        FastDeliveries.PACE,
                        _ -> Duration.ofDays(30)),
                targets);
    }

    void begin(String targetId) {
        state.store().change(tx -> deliveries.begin(tx, caller.organizationId(), targetId));
    }

    /** Something happened to a subject. */
    void happens(String subjectId) {
        happens(EventKind.APP_CRASHED, subjectId);
    }

    void happens(EventKind kind, String subjectId) {
        state.store().change(tx -> events.append(tx, caller, new NewEvent(kind, subjectId, Map.of())));
    }

    /** Things happened, in one change. */
    void happen(List<String> subjectIds) {
        state.store()
                .change(tx -> subjectIds.forEach(
                        each -> events.append(tx, caller, new NewEvent(EventKind.APP_CRASHED, each, Map.of()))));
    }

    /** Newest first. */
    List<Delivery> all(String targetId) {
        return deliveries.list(targetId, Set.of(), new PageRequest(200, null)).items();
    }

    Delivery only(String targetId) {
        List<Delivery> all = all(targetId);
        if (all.size() != 1) {
            throw new AssertionError("There are " + all.size() + " deliveries");
        }
        return all.getFirst();
    }

    /** Looks and notes until something is so. */
    void until(BooleanSupplier condition) {
        Awaiting.until(() -> {
            deliveries.flush();
            deliveries.look();
            return condition.getAsBoolean();
        });
    }

    /** As kill -9 does: nothing of what is remembered reaches the state. */
    void kill() {
        state.kill();
    }

    @Override
    public void close() {
        deliveries.close();
        consoles.leave();
    }
}
