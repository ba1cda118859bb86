package dev.wheelhouse.api.http;

import dev.wheelhouse.api.http.json.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes a feed as Server-Sent Events (WHATWG HTML, section 9.2). A comment every heartbeat keeps the connection alive and
 * finds out that the reader has gone. A stream ends after a while, so that a credential that was revoked does not listen
 * for ever: the reader comes back with {@code Last-Event-ID}, as it does after any cut.
 */
final class EventStream implements Response.StreamWriter {

    private final Supplier<EventFeed> opener;
    private final JsonCodec json;
    private final HttpLimits limits;

    EventStream(Supplier<EventFeed> opener, JsonCodec json, HttpLimits limits) {
        this.opener = opener;
        this.json = json;
        this.limits = limits;
    }

    @Override
    public void write(OutputStream output) throws IOException {
        try (EventFeed feed = opener.get()) {
            // The head leaves at once: a reader sees that it is connected.
            send(output, "retry: 2000\n\n");
            long end = System.nanoTime() + limits.streamLifetime().toNanos();
            long lastSent = System.nanoTime();
            while (!feed.isOver() && System.nanoTime() - end < 0) {
                long now = System.nanoTime();
                long patience = Math.min(lastSent + limits.heartbeat().toNanos() - now, end - now);
                List<EventFeed.Event> events = feed.next(Duration.ofNanos(Math.max(0, patience)));
                if (!events.isEmpty()) {
                    send(output, text(events));
                    lastSent = System.nanoTime();
                } else if (System.nanoTime() - lastSent >= limits.heartbeat().toNanos()) {
                    send(output, ": heartbeat\n\n");
                    lastSent = System.nanoTime();
                }
            }
        } catch (InterruptedException _) {
            // The console stops. The body ends as it should, and the reader knows where to go on.
        }
    }

    private String text(List<EventFeed.Event> events) {
        StringBuilder text = new StringBuilder();
        for (EventFeed.Event each : events) {
            String data = new String(json.write(each.data()), StandardCharsets.UTF_8);
            text.append("id: ").append(each.id()).append('\n');
            text.append("event: ").append(each.type()).append('\n');
            text.append("data: ").append(data).append("\n\n");
        }
        return text.toString();
    }

    private static void send(OutputStream output, String text) throws IOException {
        output.write(text.getBytes(StandardCharsets.UTF_8));
        output.flush();
    }
}
