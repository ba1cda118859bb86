package dev.wheelhouse.api.http.json;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Strings, and the types written as strings: times and words of an enum. */
final class TextBinders {

    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private TextBinders() {}

    static @Nullable Object bindString(JsonValue value, FieldPath path, Binding binding) {
        return value instanceof JsonValue.JsonString(String text, int _, int _)
                ? text
                : Binder.mismatch("a string", value, path, binding);
    }

    static @Nullable Object bindBoolean(JsonValue value, FieldPath path, Binding binding) {
        return value instanceof JsonValue.JsonBoolean(boolean truth, int _, int _)
                ? truth
                : Binder.mismatch("true or false", value, path, binding);
    }

    static @Nullable Object bindInstant(JsonValue value, FieldPath path, Binding binding) {
        if (!(value instanceof JsonValue.JsonString(String text, int _, int _))) {
            return Binder.mismatch("a time as a string", value, path, binding);
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            binding.problem(path, "Give a time as RFC 3339 writes it, such as 2026-01-02T03:04:05Z.");
            return null;
        }
    }

    static Binder ofEnum(Class<?> type) {
        Map<String, Object> words = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            words.put(wireName((Enum<?>) constant), constant);
        }
        String allowed = "Give one of: " + String.join(", ", words.keySet()) + ".";
        return (value, path, binding) -> {
            if (!(value instanceof JsonValue.JsonString(String text, int _, int _))) {
                return Binder.mismatch("a string", value, path, binding);
            }
            Object constant = words.get(text);
            if (constant == null) {
                binding.problem(path, allowed);
            }
            return constant;
        };
    }

    /** The constant's {@code wireName()} if its enum has that method, else its name in lower case. */
    static String wireName(Enum<?> constant) {
        try {
            Method method = constant.getDeclaringClass().getMethod("wireName");
            method.setAccessible(true);
            return (String) method.invoke(constant);
        } catch (NoSuchMethodException _) {
            return constant.name().toLowerCase(Locale.ROOT);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("wireName() of " + constant + " cannot be called", e);
        }
    }

    /** RFC 3339 in UTC with exactly three digits of milliseconds. */
    static String format(Instant time) {
        return MILLISECONDS.format(time);
    }
}
