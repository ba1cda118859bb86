package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Engine;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The value of one {@code :name}. */
public final class ParameterField {

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,30})(\\.\\d{1,30})?");

    private final String name;
    private final StringProperty value = new SimpleStringProperty(this, "value", "");
    private final BooleanProperty isNull = new SimpleBooleanProperty(this, "null");

    public ParameterField(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    public StringProperty valueProperty() {
        return value;
    }

    public BooleanProperty nullProperty() {
        return isNull;
    }

    /** PostgreSQL reads any text by the parameter's type; SQLite takes it as it comes, so numbers go as numbers. */
    @Nullable
    Object json(Engine engine) {
        if (isNull.get()) {
            return null;
        }
        boolean number = engine == Engine.SQLITE && NUMBER.matcher(value.get()).matches();
        return number ? new BigDecimal(value.get()) : value.get();
    }
}
