package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.platform.store.JsonStored;
import java.util.List;
import java.util.Set;

/**
 * Changes that are applied together or not at all, and what this console has made before and after them.
 *
 * @param changes at most one of each set; empty where there is nothing to do
 */
public record ZoneUpdate(List<SetChange> changes, Set<Published> publishedBefore, Set<Published> publishedAfter)
        implements JsonStored {

    public ZoneUpdate {
        changes = List.copyOf(changes);
        publishedBefore = Set.copyOf(publishedBefore);
        publishedAfter = Set.copyOf(publishedAfter);
    }

    /** What undoes it, under the condition that every set is still as this update made it. */
    public ZoneUpdate inverse() {
        return new ZoneUpdate(changes.stream().map(SetChange::inverse).toList(), publishedAfter, publishedBefore);
    }
}
