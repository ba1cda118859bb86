package dev.wheelhouse.ui.databases.tabs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The tabs that were closed last, the latest on top. */
final class ClosedTabs {

    private static final int MOST = 20;

    private final Deque<TabState> states = new ArrayDeque<>();
    private final Consumer<TabState> forgotten;

    /** @param forgotten hears of tabs that fall out because too many were closed after them */
    ClosedTabs(Consumer<TabState> forgotten) {
        this.forgotten = forgotten;
    }

    void push(TabState state) {
        states.push(state);
        if (states.size() > MOST) {
            forgotten.accept(states.removeLast());
        }
    }

    Optional<TabState> pop() {
        return Optional.ofNullable(states.poll());
    }

    boolean isEmpty() {
        return states.isEmpty();
    }

    /** The latest first. */
    List<TabState> all() {
        return List.copyOf(states);
    }

    /** @param known the latest first */
    void restore(List<TabState> known) {
        states.clear();
        known.stream().limit(MOST).forEach(states::addLast);
    }

    /** Forgets tabs of a connection that is gone. */
    void forgetConnection(String connectionId) {
        List<TabState> gone = states.stream()
                .filter(each -> each.connectionId().equals(connectionId))
                .toList();
        states.removeAll(gone);
        gone.forEach(forgotten);
    }
}
