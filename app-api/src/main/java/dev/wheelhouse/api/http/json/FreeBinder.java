package dev.wheelhouse.api.http.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A component of type {@code Object}: maps, lists, strings, booleans, {@code BigInteger} for whole literals and
 * {@code BigDecimal} for the others. Null inside is kept.
 */
final class FreeBinder implements Binder {

    @Override
    public @Nullable Object bind(JsonValue value, FieldPath path, Binding binding) {
        return switch (value) {
            case JsonValue.JsonObject object -> bindObject(object, path, binding);
            case JsonValue.JsonArray array -> bindArray(array, path, binding);
            case JsonValue.JsonString string -> string.text();
            case JsonValue.JsonBoolean truth -> truth.value();
            case JsonValue.JsonNull _ -> null;
            case JsonValue.JsonNumber number -> bindNumber(number, path, binding);
        };
    }

    private static @Nullable Object bindNumber(JsonValue.JsonNumber number, FieldPath path, Binding binding) {
        Class<?> type = NumberBinders.isWhole(number.literal()) ? BigInteger.class : BigDecimal.class;
        Binder binder = NumberBinders.BY_TYPE.get(type);
        return binder == null ? null : binder.bind(number, path, binding);
    }

    private Object bindObject(JsonValue.JsonObject object, FieldPath path, Binding binding) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (JsonValue.Member member : Members.unique(object, path)) {
            map.put(member.name(), bind(member.value(), path.member(member.name()), binding));
        }
        return map;
    }

    private Object bindArray(JsonValue.JsonArray array, FieldPath path, Binding binding) {
        List<@Nullable Object> list = new ArrayList<>();
        for (JsonValue item : array.items()) {
            list.add(bind(item, path.item(list.size()), binding));
        }
        return list;
    }
}
