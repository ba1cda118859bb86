package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.id.Sha256;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where an organization's log begins after old events were removed.
 *
 * @param ordinal of the last that was removed
 * @param hash of that event, which its successor's covers
 * @param chained covers this checkpoint and the one before
 */
record EventCheckpoint(String organizationId, long ordinal, String hash, String chained, Instant removedAt) {

    static EventCheckpoint after(@Nullable EventCheckpoint before, EventRow last, Instant now) {
        String chained =
                Sha256.hexOfParts(before == null ? "" : before.chained(), Long.toString(last.ordinal()), last.hash());
        return new EventCheckpoint(last.organizationId(), last.ordinal(), last.hash(), chained, now);
    }
}
