package dev.wheelhouse.ui.databases.tabs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The tabs that were closed last, the latest on top. */
final class ClosedTabs {

    private static final int MOST = 20;

    private final Deque<TabState> states = new ArrayDeque<>();

    void push(TabState state) {
        states.push(state);
        if (states.size() > MOST) {
            states.removeLast();
        }
    }

    Optional<TabState> pop() {
        return Optional.ofNullable(states.poll());
    }

    boolean isEmpty() {
        return states.isEmpty();
    }
}
