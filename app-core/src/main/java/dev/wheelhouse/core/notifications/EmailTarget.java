package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.mail.Mail;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.Map;

/** A person's mailbox. */
record EmailTarget(String to) implements ChannelTarget {

    private static final int LONGEST_SUBJECT = 200;

    private static final int LONGEST_TEXT = 20_000;

    Mail mail(ChannelMessage message) {
        return new Mail(
                message.id(),
                to,
                Excerpt.oneLine("[Wheelhouse] " + message.headline(), LONGEST_SUBJECT),
                Excerpt.of(message.headline() + "\n\n" + message.details() + "\n", LONGEST_TEXT),
                message.at());
    }

    @Override
    public String hint() {
        return to.substring(to.lastIndexOf('@') + 1);
    }

    @Override
    public Map<String, String> fields() {
        return Map.of("to", to);
    }

    @Override
    public String toString() {
        return "EmailTarget[" + hint() + "]";
    }
}
