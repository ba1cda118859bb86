package dev.wheelhouse.core.platform.console;

import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Duration;

/**
 * The consoles that share the state, and which of them are at work. Each shows a sign of life once a heartbeat, whatever
 * it does. One that ends takes its sign away; one whose sign stays the same for {@link #LOST} is dead. Thread-safe.
 */
public final class Consoles {

    /** Between two signs of life. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(10);

    /** After how long without one a console counts as dead. */
    public static final Duration LOST = Duration.ofSeconds(40);

    private final StateStore store;
    private final Clock clock;
    private final String homeId;
    private final JdbcConsoleStore consoles = new JdbcConsoleStore();
    private final ConsoleWatch watch = new ConsoleWatch(Math.toIntExact(LOST.toMillis() / HEARTBEAT.toMillis()));

    private boolean shown;
    private boolean left;

    public Consoles(StateStore store, Clock clock, String homeId) {
        this.store = store;
        this.clock = clock;
        this.homeId = homeId;
    }

    /** The id of this console's home. */
    public String homeId() {
        return homeId;
    }

    /** Shows that this console is at work, and looks which others are. Called once a heartbeat. */
    public synchronized void beat() {
        if (left) {
            return;
        }
        shown = true;
        store.changeUnsynced(tx -> consoles.beat(tx, homeId, clock.instant()));
        watch.check(store.read(consoles::signs));
    }

    /** Takes this console's sign away, once its work has ended. */
    public synchronized void leave() {
        left = true;
        if (shown) {
            store.changeUnsynced(tx -> consoles.leave(tx, homeId));
        }
    }

    /** Whether the console of a home is at work, as far as is known here. */
    public boolean isAlive(String home) {
        return store.read(tx -> isAlive(tx, home));
    }

    /**
     * As {@link #isAlive(String)}. One that gives a sign after this transaction has looked comes too late for it, and finds
     * what was settled meanwhile.
     */
    public boolean isAlive(Transaction tx, String home) {
        return home.equals(homeId)
                || consoles.sign(tx, home)
                        .map(sign -> sign > 0 && !watch.isDead(home, sign))
                        .orElse(false);
    }
}
