package dev.wheelhouse.ui.logs;

import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The names of the logs or copies that lines came from, in the order in which they were met. */
final class SourceNames {

    private final ObservableList<String> names = FXCollections.observableArrayList();

    SourceNames(List<String> known) {
        names.setAll(known);
    }

    int index(@Nullable String instance) {
        if (instance == null) {
            return 0;
        }
        int known = names.indexOf(instance);
        if (known >= 0) {
            return known;
        }
        names.add(instance);
        return names.size() - 1;
    }

    ObservableList<String> all() {
        return names;
    }
}
