package dev.wheelhouse.core.databases.replication;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a command's answer (PostgreSQL manual, "Message Formats", DataRow).
 *
 * @param values as they came
 */
record Row(List<byte @Nullable []> values) {

    /** @throws ReplicationException for a message that is cut */
    static Row read(ByteBuffer message) throws ReplicationException {
        try {
            int count = message.getShort();
            List<byte @Nullable []> values = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int length = message.getInt();
                if (length > message.remaining()) {
                    throw ReplicationException.notUnderstood("A row is cut.");
                }
                byte @Nullable [] value = length < 0 ? null : new byte[length];
                if (value != null) {
                    message.get(value);
                }
                values.add(value);
            }
            return new Row(values);
        } catch (java.nio.BufferUnderflowException e) {
            throw new ReplicationException(ReplicationState.NOT_UNDERSTOOD, "A row is cut.", e);
        }
    }

    /** Null also for a column that the server's version does not have. */
    byte @Nullable [] bytes(int column) {
        return column < values.size() ? values.get(column) : null;
    }

    @Nullable
    String textOrNull(int column) {
        byte[] value = bytes(column);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    String text(int column) throws ReplicationException {
        String text = textOrNull(column);
        if (text == null) {
            throw ReplicationException.notUnderstood("Column " + (column + 1) + " of a row is missing.");
        }
        return text;
    }

    int integer(int column) throws ReplicationException {
        long value = bigInteger(column);
        if (value != (int) value) {
            throw ReplicationException.notUnderstood("No number of four bytes: " + value);
        }
        return (int) value;
    }

    /** PostgreSQL's {@code int8}. */
    long bigInteger(int column) throws ReplicationException {
        try {
            return Long.parseLong(text(column));
        } catch (NumberFormatException e) {
            throw new ReplicationException(ReplicationState.NOT_UNDERSTOOD, "No number: " + text(column), e);
        }
    }

    WalPosition position(int column) throws ReplicationException {
        try {
            return WalPosition.parse(text(column));
        } catch (IllegalArgumentException e) {
            throw new ReplicationException(ReplicationState.NOT_UNDERSTOOD, e.getMessage(), e);
        }
    }
}
