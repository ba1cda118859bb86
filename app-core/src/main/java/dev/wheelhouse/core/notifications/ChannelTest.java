package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.delivery.Answer;
import org.jspecify.annotations.Nullable;

/**
 * What a test of a channel came to.
 *
 * @param error what the far side said; null when it has taken the message
 */
public record ChannelTest(boolean delivered, @Nullable String error) {

    static ChannelTest of(Answer answer) {
        return new ChannelTest(answer.isDelivered(), answer.error());
    }
}
