package dev.wheelhouse.core.databases.replication;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a server says in an error or a notice (PostgreSQL manual, "Error and Notice Message Fields").
 *
 * @param sqlState five characters; empty when there is none
 * @param words its message and detail; null when there are none
 * @param routine of the server's source that reported it; empty when it does not say
 */
record ServerError(String sqlState, @Nullable String words, String routine) {

    /** Reads as much as there is: a long message arrives cut. */
    static ServerError read(ByteBuffer body) {
        String sqlState = "";
        String routine = "";
        String message = null;
        String detail = null;
        while (body.hasRemaining()) {
            byte field = body.get();
            if (field == 0) {
                break;
            }
            String value = text(body);
            switch (field) {
                case 'C' -> sqlState = value;
                case 'M' -> message = value;
                case 'D' -> detail = value;
                case 'R' -> routine = value;
                default -> {}
            }
        }
        if (message == null) {
            return new ServerError(sqlState, null, routine);
        }
        String words = sentence(message) + (detail == null ? "" : " " + sentence(detail));
        return new ServerError(sqlState, words, routine);
    }

    /** Text up to a zero byte or the end. */
    static String text(ByteBuffer body) {
        int start = body.position();
        int length = 0;
        while (body.hasRemaining() && body.get() != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        body.get(start, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String sentence(String words) {
        return words.endsWith(".") ? words : words + ".";
    }
}
