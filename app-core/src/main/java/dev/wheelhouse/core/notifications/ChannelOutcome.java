package dev.wheelhouse.core.notifications;

import java.time.Duration;

/** What came of the try to send a message. Words are sentences for people, and hold no secret. */
public sealed interface ChannelOutcome {

    /** The far side has taken it. */
    record Delivered() implements ChannelOutcome {}

    /**
     * It was not taken, as far as is known.
     *
     * @param words what the far side said
     * @param permanent whether the same message would be refused again until somebody changes something
     */
    record Refused(String words, boolean permanent) implements ChannelOutcome {}

    /**
     * It was not taken; the far side asks to be left alone for a while.
     *
     * @param pause 0 to 1 day
     * @param words what the far side said
     */
    record RetryAfter(Duration pause, String words) implements ChannelOutcome {}
}
