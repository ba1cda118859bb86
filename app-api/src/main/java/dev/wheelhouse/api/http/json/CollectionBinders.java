package dev.wheelhouse.api.http.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Arrays and free-keyed objects; what comes out is unmodifiable and keeps the order of the text. */
final class CollectionBinders {

    private CollectionBinders() {}

    static Binder list(Slot item) {
        return (value, path, binding) -> {
            List<@Nullable Object> items = items(item, value, path, binding);
            return items == null ? null : Collections.unmodifiableList(items);
        };
    }

    static Binder set(Slot item) {
        return (value, path, binding) -> {
            List<@Nullable Object> items = items(item, value, path, binding);
            if (items == null) {
                return null;
            }
            Set<@Nullable Object> set = new LinkedHashSet<>(items);
            return Collections.unmodifiableSet(set);
        };
    }

    private static @Nullable List<@Nullable Object> items(Slot item, JsonValue value, FieldPath path, Binding binding) {
        if (!(value instanceof JsonValue.JsonArray(List<JsonValue> values, int _, int _))) {
            Binder.mismatch("an array", value, path, binding);
            return null;
        }
        List<@Nullable Object> items = new ArrayList<>(values.size());
        for (JsonValue one : values) {
            items.add(item.bind(one, path.item(items.size()), binding));
        }
        return items;
    }

    static Binder map(Slot slot) {
        return (value, path, binding) -> {
            if (!(value instanceof JsonValue.JsonObject object)) {
                return Binder.mismatch("an object", value, path, binding);
            }
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            for (JsonValue.Member member : Members.unique(object, path)) {
                map.put(member.name(), slot.bind(member.value(), path.member(member.name()), binding));
            }
            return Collections.unmodifiableMap(map);
        };
    }
}
