package dev.wheelhouse.core.databases.completion;

import java.util.List;

/**
 * What could be typed, and what it replaces.
 *
 * @param from offset in the statement where the typed beginning starts
 * @param to the caret
 * @param items best first, at most {@value Completion#MOST}
 */
public record Proposals(int from, int to, List<Proposal> items) {

    public Proposals {
        items = List.copyOf(items);
    }
}
