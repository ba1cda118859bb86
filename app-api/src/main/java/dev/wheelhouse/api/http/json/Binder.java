package dev.wheelhouse.api.http.json;

import org.jspecify.annotations.Nullable;

/** Makes one Java type of one JSON value. Implementations are stateless or immutable. */
@FunctionalInterface
interface Binder {

    /**
     * @return the value; null when it does not fit, and then the binding has at least one problem more
     */
    @Nullable
    Object bind(JsonValue value, FieldPath path, Binding binding);

    /** What to make of {@code null} where null is allowed. */
    default @Nullable Object ofNull() {
        return null;
    }

    /** Whether {@code null} is one of the type's own values and so needs no permission. */
    default boolean takesNull() {
        return false;
    }

    static @Nullable Object mismatch(String wanted, JsonValue value, FieldPath path, Binding binding) {
        binding.problem(path, "Give " + wanted + " here, not " + value.kind() + ".");
        return null;
    }
}
