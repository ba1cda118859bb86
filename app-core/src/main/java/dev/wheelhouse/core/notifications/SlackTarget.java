package dev.wheelhouse.core.notifications;

import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An incoming webhook of Slack, or of what speaks like it. Answers {@code ok}, or one word such as {@code no_service} (Slack
 * changelog of 2016-05-17, "Improving error conditions for Incoming Webhooks").
 */
record SlackTarget(URI address) implements HttpTarget {

    /** What Slack asks clients to keep to; it splits longer ones, and cuts at 40,000 (changelog of April 2018). */
    private static final int LONGEST = 4000;

    private static final Pattern ERROR = Pattern.compile("[a-z]+(_[a-z]+)+");

    /**
     * Of the three characters that Slack reads in a text ("Formatting message text", escaping): without {@code <} there is no
     * mention of anybody, nor a link. Its other signs stay as they are, as {@code mrkdwn} is off.
     */
    @Override
    public Map<String, Object> body(ChannelMessage message) {
        return Map.of(
                "text", Excerpt.of(message.text(), LONGEST, SlackTarget::escaped),
                "mrkdwn", false,
                "link_names", false,
                "unfurl_links", false,
                "unfurl_media", false);
    }

    private static String escaped(int point) {
        return switch (point) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            default -> Character.toString(point);
        };
    }

    @Override
    public boolean isTaken(OutgoingAnswer answer) {
        return answer.status() < 300 && !ERROR.matcher(answer.text().strip()).matches();
    }

    @Override
    public String toString() {
        return "SlackTarget[" + hint() + "]";
    }
}
