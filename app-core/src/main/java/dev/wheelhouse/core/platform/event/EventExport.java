package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.store.StateStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;

/**
 * Writes a whole log so that it can be verified elsewhere: one JSON object a line, oldest first, and last what the home signed.
 * For one thread.
 */
final class EventExport {

    private static final int BATCH = 1000;
    private static final int MOST_TRIES = 10;

    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final StateStore store;
    private final String organizationId;
    private final SignedHeads heads;
    private final JdbcEventStore events = new JdbcEventStore();
    private String hash = "";
    private long oldest;

    EventExport(StateStore store, String organizationId, SignedHeads heads) {
        this.store = store;
        this.organizationId = organizationId;
        this.heads = heads;
    }

    void write(OutputStream output) {
        long last = 0;
        for (List<EventRow> rows = after(last); !rows.isEmpty(); rows = after(last)) {
            StringBuilder lines = new StringBuilder();
            oldest = oldest == 0 ? rows.getFirst().ordinal() : oldest;
            for (EventRow row : rows) {
                lines.append(line(row)).append('\n');
                hash = row.hash();
                last = row.ordinal();
            }
            write(output, lines.toString());
        }
        if (last > 0) {
            heads.sign(organizationId, oldest, new ChainHead(last, hash))
                    .ifPresent(signed -> write(output, "{\"signed\":" + Json.write(signed) + "}\n"));
        }
    }

    private static void write(OutputStream output, String text) {
        try {
            output.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With {@link #hash} that of the event before the first of them. */
    private List<EventRow> after(long ordinal) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            List<EventRow> rows = store.read(tx -> events.after(tx, organizationId, ordinal, BATCH));
            if (rows.isEmpty() || rows.getFirst().ordinal() == ordinal + 1) {
                return rows;
            }
            if (ordinal > 0) {
                break;
            }
            EventCheckpoint checkpoint =
                    store.read(tx -> events.checkpoint(tx, organizationId)).orElse(null);
            // Another one when old events are removed at this moment.
            if (checkpoint != null && checkpoint.ordinal() == rows.getFirst().ordinal() - 1) {
                hash = checkpoint.hash();
                return rows;
            }
        }
        // The reader sees that the answer was cut, and asks again.
        throw new UncheckedIOException(
                new IOException("Event " + (ordinal + 1) + " is missing, or was removed for its age meanwhile"));
    }

    /** Actor and data stay as they are stored, for the hash covers their text. */
    private String line(EventRow row) {
        return "{\"ordinal\":" + row.ordinal()
                + ",\"id\":" + Json.write(row.id())
                + ",\"kind\":" + Json.write(row.kind())
                + ",\"subjectId\":" + Json.write(row.subjectId())
                + ",\"occurredAt\":\"" + MILLIS.format(Instant.ofEpochMilli(row.occurredAt()))
                + "\",\"actor\":" + row.actor()
                + ",\"data\":" + row.data()
                + ",\"previousHash\":" + Json.write(hash)
                + ",\"hash\":" + Json.write(row.hash()) + "}";
    }
}
