package dev.wheelhouse.api.http.json;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place for a value: a record component, a list item or a map value, with its rule for absence and null. */
record Slot(Binder binder, Presence presence) {

    enum Presence {
        REQUIRED,
        NULLABLE,
        OPTIONAL,
        PATCH
    }

    /** For a value that is not there. */
    @Nullable
    Object absent(FieldPath path, Binding binding) {
        return switch (presence) {
            case NULLABLE -> null;
            case OPTIONAL -> Optional.empty();
            case PATCH -> Patch.keep();
            case REQUIRED -> {
                binding.problem(path, "This field is required.");
                yield null;
            }
        };
    }

    @Nullable
    Object bind(JsonValue value, FieldPath path, Binding binding) {
        if (value instanceof JsonValue.JsonNull) {
            return bindNull(path, binding);
        }
        Object bound = binder.bind(value, path, binding);
        if (bound == null) {
            return null;
        }
        return switch (presence) {
            case REQUIRED, NULLABLE -> bound;
            case OPTIONAL -> Optional.of(bound);
            case PATCH -> Patch.replace(bound);
        };
    }

    private @Nullable Object bindNull(FieldPath path, Binding binding) {
        return switch (presence) {
            case NULLABLE -> binder.ofNull();
            case OPTIONAL -> Optional.ofNullable(binder.ofNull());
            case PATCH -> binder.takesNull() ? Patch.replace(orThrow(binder.ofNull())) : Patch.clear();
            case REQUIRED -> {
                if (binder.takesNull()) {
                    yield binder.ofNull();
                }
                binding.problem(path, "This field cannot be null.");
                yield null;
            }
        };
    }

    private static Object orThrow(@Nullable Object value) {
        if (value == null) {
            throw new IllegalStateException("A binder that takes null must make something of it");
        }
        return value;
    }
}
