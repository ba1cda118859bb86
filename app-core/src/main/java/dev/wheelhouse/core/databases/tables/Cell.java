package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.platform.json.RawJson;

/** One value of a row as a window shows it. */
public sealed interface Cell {

    /**
     * A value, whole.
     *
     * @param json as an edit takes it back for a key, a guard or a value
     */
    record Whole(RawJson json) implements Cell {}

    /**
     * A value that is too long: the database sent its beginning only. It cannot serve as a guard; {@link ValueService}
     * reads it whole.
     *
     * @param beginning of its text; of a binary value {@code \x} and hex digits
     * @param bytes of the whole: of text in UTF-8
     */
    record Cut(String beginning, long bytes) implements Cell {}
}
