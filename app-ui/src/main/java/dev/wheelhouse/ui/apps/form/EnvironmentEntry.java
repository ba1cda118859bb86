package dev.wheelhouse.ui.apps.form;

import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** One name of an environment with what was typed as its value. No dump of objects shows that. */
public final class EnvironmentEntry {

    final StringProperty name = new SimpleStringProperty(this, "name", "");
    final StringProperty value = new SimpleStringProperty("") {
        @Override
        public String toString() {
            return "Value[…]";
        }
    };
    /** Whether the core has a value for it, which stays unless another one is typed. */
    final boolean isStored;

    EnvironmentEntry(String name, String value, boolean isStored) {
        this.name.set(name);
        this.value.set(value);
        this.isStored = isStored;
    }

    boolean isBlank() {
        return name.get().isBlank() && value.get().isEmpty();
    }
}
