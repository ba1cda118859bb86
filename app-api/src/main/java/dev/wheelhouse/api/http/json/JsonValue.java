package dev.wheelhouse.api.http.json;

import java.util.List;

/**
 * A parsed JSON value that still knows where in the text it stood.
 *
 * <p>{@code start} and {@code end} are offsets in UTF-16 units, {@code end} exclusive.
 */
sealed interface JsonValue {

    int start();

    int end();

    /** What the value is, in the words of an error message: {@code a string}. */
    String kind();

    record JsonObject(List<Member> members, int start, int end) implements JsonValue {
        @Override
        public String kind() {
            return "an object";
        }
    }

    record Member(String name, JsonValue value) {}

    record JsonArray(List<JsonValue> items, int start, int end) implements JsonValue {
        @Override
        public String kind() {
            return "an array";
        }
    }

    record JsonString(String text, int start, int end) implements JsonValue {
        @Override
        public String kind() {
            return "a string";
        }
    }

    /** @param literal digits exactly as written: a number becomes a Java type only when the target type is known */
    record JsonNumber(String literal, int start, int end) implements JsonValue {
        @Override
        public String kind() {
            return "a number";
        }
    }

    record JsonBoolean(boolean value, int start, int end) implements JsonValue {
        @Override
        public String kind() {
            return "a boolean";
        }
    }

    record JsonNull(int start, int end) implements JsonValue {
        @Override
        public String kind() {
            return "null";
        }
    }
}
