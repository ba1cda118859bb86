package dev.wheelhouse.api.http.json;

import dev.wheelhouse.core.platform.json.RawJson;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the binder of a type; record binders are made once. Thread-safe. */
final class Binders {

    private final Map<Class<?>, Binder> simple = new HashMap<>(NumberBinders.BY_TYPE);
    private final Map<Class<?>, RecordBinder> records = new ConcurrentHashMap<>();

    Binders() {
        simple.put(String.class, TextBinders::bindString);
        simple.put(boolean.class, TextBinders::bindBoolean);
        simple.put(Boolean.class, TextBinders::bindBoolean);
        simple.put(Instant.class, TextBinders::bindInstant);
        simple.put(RawJson.class, new RawJsonBinder());
        simple.put(Object.class, new FreeBinder());
    }

    /** @throws IllegalArgumentException for a type that no JSON value becomes, such as a class with setters */
    Binder binder(Class<?> type) {
        Binder known = simple.get(type);
        if (known != null) {
            return known;
        }
        if (type.isEnum()) {
            return TextBinders.ofEnum(type);
        }
        if (type.isRecord()) {
            // Looked up at each use, so that a record may contain itself.
            return (value, path, binding) -> recordBinder(type).bind(value, path, binding);
        }
        throw new IllegalArgumentException("No JSON value becomes a " + type.getName());
    }

    private RecordBinder recordBinder(Class<?> type) {
        RecordBinder known = records.get(type);
        if (known != null) {
            return known;
        }
        RecordComponent[] components = type.getRecordComponents();
        Slot[] slots = new Slot[components.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slot(components[i].getAnnotatedType());
        }
        return records.computeIfAbsent(type, key -> new RecordBinder(key, slots));
    }

    private Slot slot(AnnotatedType annotated) {
        Class<?> raw = rawClass(annotated.getType());
        if (raw == Optional.class) {
            return new Slot(binder(argument(annotated, 0)), Slot.Presence.OPTIONAL);
        }
        if (raw == Patch.class) {
            return new Slot(binder(argument(annotated, 0)), Slot.Presence.PATCH);
        }
        boolean nullable = annotated.isAnnotationPresent(Nullable.class);
        return new Slot(binder(annotated), nullable ? Slot.Presence.NULLABLE : Slot.Presence.REQUIRED);
    }

    private Binder binder(AnnotatedType annotated) {
        Class<?> raw = rawClass(annotated.getType());
        if (raw == List.class) {
            return CollectionBinders.list(slot(argument(annotated, 0)));
        }
        if (raw == Set.class) {
            return CollectionBinders.set(slot(argument(annotated, 0)));
        }
        if (raw == Map.class && rawClass(argument(annotated, 0).getType()) == String.class) {
            return CollectionBinders.map(slot(argument(annotated, 1)));
        }
        return binder(raw);
    }

    private static AnnotatedType argument(AnnotatedType annotated, int index) {
        if (annotated instanceof AnnotatedParameterizedType parameterized) {
            return parameterized.getAnnotatedActualTypeArguments()[index];
        }
        throw new IllegalArgumentException("Say of what: " + annotated.getType());
    }

    private static Class<?> rawClass(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> rawClass(parameterized.getRawType());
            default -> throw new IllegalArgumentException("No JSON value becomes a " + type);
        };
    }
}
