package dev.wheelhouse.core.platform.console;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Named work that one console of those that share the state does at a time. A lease ends when its holder gives it back or
 * dies; a holder that was taken for dead is told so by {@link #require}. Within one console a name belongs to one piece of
 * work: who takes it again takes it from the one before. Thread-safe.
 */
public final class Leases {

    private static final System.Logger LOG = System.getLogger(Leases.class.getName());

    private final StateStore store;
    private final Consoles consoles;
    private final JdbcLeaseStore leases = new JdbcLeaseStore();
    private final Set<Lease> owed = ConcurrentHashMap.newKeySet();

    public Leases(StateStore store, Consoles consoles) {
        this.store = store;
        this.consoles = consoles;
    }

    /** Takes a lease; empty while another console that is at work holds it. */
    public Optional<Lease> take(String name) {
        return store.write(tx -> {
            Optional<JdbcLeaseStore.Holder> holder = leases.find(tx, name);
            String home = holder.map(JdbcLeaseStore.Holder::homeId).orElse(null);
            if (home != null && !home.equals(consoles.homeId()) && consoles.isAlive(tx, home)) {
                return Optional.empty();
            }
            long before = holder.map(JdbcLeaseStore.Holder::number).orElse(0L);
            return leases.take(tx, name, consoles.homeId(), before)
                    ? Optional.of(new Lease(name, before + 1))
                    : Optional.empty();
        });
    }

    /** Whether the lease is still held. */
    public boolean isHeld(Lease lease) {
        return store.write(tx -> leases.hold(tx, lease, consoles.homeId()));
    }

    /**
     * Makes sure, within a change, that the lease is still held; nobody else gets it before the change is committed.
     *
     * @throws AppException {@code conflict} when another console has taken it over
     */
    public void require(Transaction tx, Lease lease) {
        if (!leases.hold(tx, lease, consoles.homeId())) {
            throw new AppException(
                    PlatformError.CONFLICT,
                    "Another console has taken over " + lease.name() + ", as this one gave no sign of life.");
        }
    }

    /**
     * Gives a lease back; nothing happens when it was lost. Never fails, as that would hide how the work ended: while the
     * state is away the lease stays with this home, until {@link #releaseOwed}.
     */
    public void release(Lease lease) {
        try {
            store.change(tx -> leases.release(tx, lease, consoles.homeId()));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The lease of " + lease.name() + " could not be given back yet", e);
            owed.add(lease);
        }
    }

    /** Gives back what could not be; one that was taken again meanwhile has another number. */
    public void releaseOwed() {
        for (Lease each : List.copyOf(owed)) {
            store.change(tx -> leases.release(tx, each, consoles.homeId()));
            owed.remove(each);
        }
    }

    /** Does a piece of work unless another console is at it. */
    public void during(String name, Consumer<Lease> work) {
        take(name).ifPresent(lease -> {
            try {
                work.accept(lease);
            } finally {
                release(lease);
            }
        });
    }
}
