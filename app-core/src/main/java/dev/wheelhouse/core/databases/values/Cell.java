package dev.wheelhouse.core.databases.values;

import dev.wheelhouse.core.platform.json.RawJson;
import java.util.Optional;

/** One value of a row as a window shows it, of a table and of a result alike. */
public sealed interface Cell {

    /** The value as an edit takes it back for a key, a guard or a value; empty where only its beginning is here. */
    Optional<RawJson> value();

    /** A value that is shown whole. */
    record Whole(RawJson json) implements Cell {

        @Override
        public Optional<RawJson> value() {
            return Optional.of(json);
        }
    }

    /**
     * A value that is too long to be shown, and was small enough to be kept.
     *
     * @param beginning of its text; of a binary value {@code \x} and hex digits
     * @param bytes of the whole: of text in UTF-8
     */
    record Kept(String beginning, RawJson json, long bytes) implements Cell {

        @Override
        public Optional<RawJson> value() {
            return Optional.of(json);
        }
    }

    /**
     * A value that is too long: only its beginning was read. It cannot serve as a guard.
     *
     * @param beginning of its text; of a binary value {@code \x} and hex digits
     * @param bytes of the whole: of text in UTF-8
     */
    record Cut(String beginning, long bytes) implements Cell {

        @Override
        public Optional<RawJson> value() {
            return Optional.empty();
        }
    }
}
