package dev.wheelhouse.api.hostile;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A body with a place for anything. */
final class Body {

    private static final String MARK = "@place@";

    private final JsonPointer place;
    private final byte[] before;
    private final byte[] after;

    Body(JsonNode right, JsonPointer place) {
        this.place = place;
        String quoted = '"' + MARK + '"';
        String text = Fields.with(right, place, MARK).toString();
        int at = text.indexOf(quoted);
        this.before = text.substring(0, at).getBytes(StandardCharsets.UTF_8);
        this.after = text.substring(at + quoted.length()).getBytes(StandardCharsets.UTF_8);
    }

    JsonPointer place() {
        return place;
    }

    byte[] with(HostileText text) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(before);
        body.writeBytes(text.json());
        body.writeBytes(after);
        return body.toByteArray();
    }
}
