package dev.wheelhouse.core.notifications;

import org.jspecify.annotations.Nullable;

/**
 * What a test of a channel came to.
 *
 * @param error what the far side said; null when it has taken the message
 */
public record ChannelTest(boolean delivered, @Nullable String error) {

    static ChannelTest of(ChannelOutcome outcome) {
        return switch (outcome) {
            case ChannelOutcome.Delivered _ -> new ChannelTest(true, null);
            case ChannelOutcome.Refused refused -> new ChannelTest(false, refused.words());
            case ChannelOutcome.RetryAfter later -> new ChannelTest(false, later.words());
        };
    }
}
