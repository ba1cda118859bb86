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
            case ChannelOutcome.Delivered() -> new ChannelTest(true, null);
            case ChannelOutcome.Refused(String words, _) -> new ChannelTest(false, words);
            case ChannelOutcome.RetryAfter(_, String words) -> new ChannelTest(false, words);
        };
    }
}
