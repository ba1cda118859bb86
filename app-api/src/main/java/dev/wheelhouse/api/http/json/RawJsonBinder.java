package dev.wheelhouse.api.http.json;

import dev.wheelhouse.core.platform.json.RawJson;

/** Cuts the value out of the source, character by character. */
final class RawJsonBinder implements Binder {

    @Override
    public Object bind(JsonValue value, FieldPath path, Binding binding) {
        return new RawJson(binding.textOf(value));
    }

    @Override
    public Object ofNull() {
        return RawJson.NULL;
    }

    @Override
    public boolean takesNull() {
        return true;
    }
}
