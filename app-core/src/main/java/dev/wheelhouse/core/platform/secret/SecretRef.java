package dev.wheelhouse.core.platform.secret;

import java.nio.charset.StandardCharsets;

/** Which secret: the table, the record and the field it belongs to. A sealed value opens under its own ref only. */
public record SecretRef(String table, String id, String field) {

    byte[] associatedData() {
        return (table + "\n" + id + "\n" + field).getBytes(StandardCharsets.UTF_8);
    }
}
