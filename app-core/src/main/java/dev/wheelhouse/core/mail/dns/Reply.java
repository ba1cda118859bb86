package dev.wheelhouse.core.mail.dns;

import org.jspecify.annotations.Nullable;
import org.xbill.DNS.Message;

/**
 * What came back from one server.
 *
 * @param message that answers the question; null where none came
 * @param trouble a clause that says why none came; empty otherwise
 */
record Reply(@Nullable Message message, String trouble) {

    /** Said of what the time of the whole check did not suffice for. */
    static final Reply LATE = failed("no answer in time");

    static final Reply ENDED = failed("the check was ended");

    static Reply of(Message message) {
        return new Reply(message, "");
    }

    static Reply failed(String trouble) {
        return new Reply(null, trouble);
    }
}
