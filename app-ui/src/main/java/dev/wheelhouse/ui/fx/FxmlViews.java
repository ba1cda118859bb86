package dev.wheelhouse.ui.fx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Objects;
import javafx.fxml.FXMLLoader;
import javafx.scene.Parent;

/** Loads screens: {@code FooView.fxml} beside the class {@code FooView}, which is its controller. */
public final class FxmlViews {

    private FxmlViews() {}

    /**
     * Loads the FXML of a view that was made with what it needs.
     *
     * @throws UncheckedIOException when the file is missing or wrong, which is a fault of the build
     */
    public static Parent load(Object view) {
        Class<?> type = view.getClass();
        String name = type.getSimpleName() + ".fxml";
        URL file = Objects.requireNonNull(type.getResource(name), () -> name + " is missing beside " + type.getName());
        FXMLLoader loader = new FXMLLoader(file);
        loader.setControllerFactory(wanted -> {
            if (!wanted.isInstance(view)) {
                throw new IllegalStateException(name + " names the controller " + wanted.getName());
            }
            return view;
        });
        try {
            return loader.load();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be loaded", e);
        }
    }
}
