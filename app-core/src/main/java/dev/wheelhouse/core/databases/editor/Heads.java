package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;

/** The beginnings of values that are too long to be shown whole. */
final class Heads {

    private Heads() {}

    /** A JSON string of the first characters, none of them cut in half. */
    static RawJson of(String text) {
        int end = Math.min(text.length(), ResultCell.HEAD);
        if (end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return new RawJson(Json.write(text.substring(0, end)));
    }
}
