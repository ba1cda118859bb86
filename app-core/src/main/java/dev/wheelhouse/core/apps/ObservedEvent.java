package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.platform.event.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * Something that a look found to have happened to an app.
 *
 * @param instance that it happened to; null where that is gone or it is about the whole app
 */
record ObservedEvent(Kind kind, @Nullable Instance instance) {

    enum Kind {
        /** It runs, and nobody started it here. */
        STARTED(EventKind.APP_STARTED),
        /** It ended by itself with success, or was ended elsewhere in an orderly way. */
        STOPPED(EventKind.APP_STOPPED),
        CRASHED(EventKind.APP_CRASHED),
        /** Once more, before it has recovered. */
        CRASHED_AGAIN(null),
        /** It has run long enough after a crash. */
        RECOVERED(EventKind.APP_RECOVERED);

        private final @Nullable EventKind event;

        Kind(@Nullable EventKind event) {
            this.event = event;
        }

        /** Null for what is not worth one. */
        @Nullable
        EventKind event() {
            return event;
        }

        boolean isCrash() {
            return this == CRASHED || this == CRASHED_AGAIN;
        }
    }
}
