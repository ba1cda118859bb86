package dev.wheelhouse.api.events;

import dev.wheelhouse.core.platform.event.EventVerification;
import org.jspecify.annotations.Nullable;

/** Whether a log is as it was written, on the wire. */
record VerificationJson(
        boolean ok,
        long checked,
        @Nullable Long from,
        @Nullable Long to,
        @Nullable Long brokenAt,
        @Nullable String fault) {

    static VerificationJson from(EventVerification.Result result) {
        boolean ok = result.fault() == null;
        boolean any = result.first() > 0 && result.last() >= result.first();
        return new VerificationJson(
                ok,
                any ? result.last() - result.first() + 1 : 0,
                any ? result.first() : null,
                any ? result.last() : null,
                ok ? null : result.last() + 1,
                result.fault());
    }
}
