package dev.wheelhouse.ui.apps.form;

import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** One name of an environment with what was typed as its value. No dump of objects shows that. */
public final class EnvironmentEntry {

    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final StringProperty value = new SimpleStringProperty("") {
        @Override
        public String toString() {
            return "Value[…]";
        }
    };
    private final boolean isStored;

    EnvironmentEntry(String name, String value, boolean isStored) {
        this.name.set(name);
        this.value.set(value);
        this.isStored = isStored;
    }

    /** Whether the core has a value for it, which stays unless another one is typed. */
    public boolean isStored() {
        return isStored;
    }

    public StringProperty nameProperty() {
        return name;
    }

    public StringProperty valueProperty() {
        return value;
    }

    boolean isBlank() {
        return name.get().isBlank() && value.get().isEmpty();
    }
}
