package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The environment in the form: names with values that are typed or stay sealed. */
public final class EnvironmentEntries {

    private static final String FIELD = "environment";

    final ObservableList<EnvironmentEntry> entries = FXCollections.observableArrayList();

    /** Shows names whose values are stored. */
    void showStored(Collection<String> names) {
        entries.setAll(
                names.stream().map(name -> new EnvironmentEntry(name, "", true)).toList());
    }

    void show(Map<String, String> environment) {
        List<EnvironmentEntry> shown = new ArrayList<>();
        environment.forEach((name, value) -> shown.add(new EnvironmentEntry(name, value, false)));
        entries.setAll(shown);
    }

    public EnvironmentEntry add() {
        EnvironmentEntry added = new EnvironmentEntry("", "", false);
        entries.add(added);
        return added;
    }

    public void remove(EnvironmentEntry entry) {
        entries.remove(entry);
    }

    /**
     * Takes lines as an environment file has them, {@code NAME=value}, with comments and {@code export}; what is there
     * already gets the new value. Says whether the text was of that kind: it has several lines, or one with a name and an
     * equals sign.
     *
     * @param into the entry that it was pasted into, used first when it is empty
     */
    public boolean paste(String text, EnvironmentEntry into) {
        Map<String, String> read = new LinkedHashMap<>();
        for (String line : text.split("\\R", -1)) {
            String bare = line.strip();
            if (bare.isEmpty() || bare.startsWith("#")) {
                continue;
            }
            bare = bare.startsWith("export ")
                    ? bare.substring("export ".length()).strip()
                    : bare;
            int equals = bare.indexOf('=');
            if (equals < 1 || !bare.substring(0, equals).matches("[A-Za-z_][A-Za-z0-9_.-]*")) {
                return false;
            }
            read.put(bare.substring(0, equals), unquoted(bare.substring(equals + 1)));
        }
        if (read.isEmpty()) {
            return false;
        }
        if (into.isBlank()) {
            entries.remove(into);
        }
        read.forEach(this::put);
        return true;
    }

    private void put(String name, String value) {
        entries.stream()
                .filter(each -> each.name.get().equals(name))
                .findFirst()
                .ifPresentOrElse(
                        known -> known.value.set(value), () -> entries.add(new EnvironmentEntry(name, value, false)));
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /**
     * Names to values; null for one that keeps what is stored.
     *
     * @throws AppException {@code validation_failed} for a value without a name, or a name that stands twice
     */
    Map<String, @Nullable String> values() {
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        for (EnvironmentEntry entry : entries) {
            if (entry.isBlank()) {
                continue;
            }
            String name = entry.name.get().strip();
            if (name.isEmpty()) {
                throw AppException.invalid(FIELD, "Give every value a name.");
            }
            if (values.containsKey(name)) {
                throw AppException.invalid(FIELD, name + " stands there twice.");
            }
            String value = entry.value.get();
            values.put(name, value.isEmpty() && entry.isStored ? null : value);
        }
        return values;
    }

    void forgetValues() {
        entries.forEach(each -> each.value.set(""));
    }
}
