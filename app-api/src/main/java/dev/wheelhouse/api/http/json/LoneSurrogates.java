package dev.wheelhouse.api.http.json;

import dev.wheelhouse.core.platform.error.AppException;

/** Finds text that no UTF-8 can hold, in names and values, however deep. */
final class LoneSurrogates {

    private static final String MESSAGE =
            "This contains half of a surrogate pair (\\ud800 to \\udfff alone). Remove it.";

    private LoneSurrogates() {}

    /** Only an escape can bring one in: the bytes were decoded strictly. */
    static void check(String source, JsonValue value, Binding binding) {
        if (source.contains("\\u")) {
            walk(value, FieldPath.ROOT, binding);
        }
    }

    static AppException refused(FieldPath path) {
        return AppException.invalid(path.toString(), MESSAGE);
    }

    private static void walk(JsonValue value, FieldPath path, Binding binding) {
        switch (value) {
            case JsonValue.JsonString(String text, int _, int _) -> checkText(text, path, binding);
            case JsonValue.JsonObject object -> {
                for (JsonValue.Member member : object.members()) {
                    FieldPath at = path.member(member.name());
                    checkText(member.name(), at, binding);
                    walk(member.value(), at, binding);
                }
            }
            case JsonValue.JsonArray array -> {
                int index = 0;
                for (JsonValue item : array.items()) {
                    walk(item, path.item(index++), binding);
                }
            }
            case JsonValue.JsonNumber _, JsonValue.JsonBoolean _, JsonValue.JsonNull _ -> {}
        }
    }

    private static void checkText(String text, FieldPath path, Binding binding) {
        if (!WellFormed.is(text)) {
            binding.problem(path, MESSAGE);
        }
    }
}
