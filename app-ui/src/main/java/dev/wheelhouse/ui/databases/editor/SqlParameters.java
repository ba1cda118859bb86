package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The values of a tab's parameters, as far as they were filled in. Belongs to the window's thread. */
final class SqlParameters {

    private final ObservableList<ParameterField> fields = FXCollections.observableArrayList();
    private final Map<String, String> remembered = new HashMap<>();

    ObservableList<ParameterField> fields() {
        return fields;
    }

    /** Shows a field for each name; true while they are other fields than those that were filled in. */
    boolean ask(List<String> names) {
        List<String> shown = fields.stream().map(ParameterField::name).toList();
        if (shown.equals(names)) {
            return false;
        }
        fields.forEach(
                field -> remembered.put(field.name(), field.valueProperty().get()));
        fields.setAll(names.stream()
                .map(name -> {
                    ParameterField field = new ParameterField(name);
                    field.valueProperty().set(remembered.getOrDefault(name, ""));
                    return field;
                })
                .toList());
        return !names.isEmpty();
    }

    /** Of these names; those of other statements stay out, since they would be refused. */
    Map<String, @Nullable Object> values(List<String> names, Engine engine) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (String name : names) {
            values.put(name, value(name, engine));
        }
        return values;
    }

    private @Nullable Object value(String name, Engine engine) {
        Optional<ParameterField> shown =
                fields.stream().filter(field -> field.name().equals(name)).findFirst();
        return shown.isPresent() ? shown.get().json(engine) : remembered.getOrDefault(name, "");
    }

    /** The values as a JSON object; null for no names. */
    @Nullable
    RawJson json(List<String> names, Engine engine) {
        return names.isEmpty() ? null : new RawJson(Json.write(values(names, engine)));
    }
}
