package dev.wheelhouse.api.events;

import dev.wheelhouse.core.platform.event.EventKind;
import org.jspecify.annotations.Nullable;

/** A kind of event on the wire. */
record EventKindJson(
        String name,
        String scope,
        String severity,
        String meaning,
        @Nullable String resolvedBy) {

    static EventKindJson from(EventKind kind) {
        return new EventKindJson(
                kind.wireName(),
                kind.scope().wireName(),
                kind.severity().wireName(),
                kind.meaning(),
                kind.resolvedBy().orElse(null));
    }
}
