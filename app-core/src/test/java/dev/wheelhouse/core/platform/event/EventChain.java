package dev.wheelhouse.core.platform.event;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.testing.OpenState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * The events of an organization and the head of their chain, checked from the documented form alone: ordinals 1..n, and
 * each hash the SHA-256 of the forerunner's hash and the event's parts, each part with its length in bytes before it.
 */
record EventChain(List<EventRow> rows, ChainHead head) {

    static EventChain of(OpenState state, Caller caller) {
        String organization = caller.organizationId();
        return state.store().read(tx -> {
            List<EventRow> newestFirst =
                    new JdbcEventStore().list(tx, organization, EventFilter.ALL, Long.MAX_VALUE, Integer.MAX_VALUE);
            ChainHead head = tx.handle()
                    .createQuery("SELECT ordinal, hash FROM event_chain WHERE organization_id = :organization")
                    .bind("organization", organization)
                    .map(ConstructorMapper.of(ChainHead.class))
                    .one();
            return new EventChain(newestFirst.reversed(), head);
        });
    }

    /** What shows that an event was altered, removed or added; empty for a whole chain. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        String before = "";
        long ordinal = 0;
        for (EventRow row : rows) {
            ordinal++;
            if (row.ordinal() != ordinal) {
                faults.add("event " + row.ordinal() + " stands in place " + ordinal);
            }
            if (!row.hash().equals(hash(before, row))) {
                faults.add("event " + row.ordinal() + " does not carry its hash");
            }
            before = row.hash();
        }
        if (head.ordinal() != ordinal || !head.hash().equals(before)) {
            faults.add("the chain ends at " + head.ordinal() + ", the events at " + ordinal);
        }
        return faults;
    }

    private static String hash(String before, EventRow row) {
        StringBuilder text = new StringBuilder();
        List<String> parts = List.of(
                before,
                row.id(),
                row.kind(),
                row.subjectId(),
                Long.toString(row.occurredAt()),
                row.actor(),
                row.data());
        for (String part : parts) {
            text.append(part.getBytes(StandardCharsets.UTF_8).length)
                    .append(':')
                    .append(part);
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
