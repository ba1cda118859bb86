package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Map;

/** The caller's own organization. Thread-safe. */
public final class OrganizationService {

    private final StateStore store;
    private final JdbcAccessStore rows;
    private final EventLog events;

    OrganizationService(StateStore store, JdbcAccessStore rows, EventLog events) {
        this.store = store;
        this.rows = rows;
        this.events = events;
    }

    public Organization get(Caller caller) {
        return store.read(tx -> load(tx, caller));
    }

    /**
     * Gives it another name.
     *
     * @param before the name that it had when it was read
     * @param name 1 to 100 characters
     * @throws AppException {@code validation_failed}; {@code precondition_failed} when it has another name meanwhile
     */
    public Organization rename(Caller caller, String before, String name) {
        caller.require(Scope.ORGANIZATION_WRITE);
        FieldProblem.ofLabel("name", name).ifPresent(problem -> {
            throw AppException.invalid(List.of(problem));
        });
        return store.writeAlone(tx -> {
            Organization now = load(tx, caller);
            if (!now.name().equals(before)) {
                throw new AppException(
                        PlatformError.PRECONDITION_FAILED,
                        "The organization was renamed since you read it. Read it again.");
            }
            Organization after = new Organization(now.id(), name.strip(), now.createdAt());
            rows.renameOrganization(tx, after.id(), after.name());
            events.append(
                    tx,
                    caller,
                    new NewEvent(
                            EventKind.ORGANIZATION_CHANGED,
                            after.id(),
                            Map.of(
                                    "name", after.name(),
                                    "before", Map.of("name", before),
                                    "after", Map.of("name", after.name()))));
            return after;
        });
    }

    private Organization load(Transaction tx, Caller caller) {
        return rows.findOrganization(tx, caller.organizationId())
                .orElseThrow(() -> AppException.notFound("organization", caller.organizationId()));
    }
}
