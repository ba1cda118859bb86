package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.list.ListModel;
import java.util.List;
import java.util.function.Predicate;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.layout.HBox;

/**
 * Which of a list of several kinds are listed, as buttons beside its filter. Belongs to the window's thread.
 *
 * @param <L> what is known of one thing at one moment
 */
public final class ListParts<L> {

    private final List<Part<L>> parts;
    private final ListModel<L> model;
    private final ObjectProperty<Part<L>> chosen;

    /**
     * Some of the list.
     *
     * @param has whether a line is one of them
     */
    public record Part<L>(String words, Predicate<L> has) {}

    /** @param parts the first one has all */
    public ListParts(ListModel<L> model, List<Part<L>> parts) {
        this.model = model;
        this.parts = parts;
        this.chosen = new SimpleObjectProperty<>(this, "chosen", parts.getFirst());
        chosen.addListener(_ -> narrow());
        narrow();
    }

    private void narrow() {
        model.narrow(line -> chosen.get().has().test(line), () -> chosen.set(parts.getFirst()));
    }

    /** The buttons, made anew. */
    public HBox row() {
        return Segments.lowRow("parts", parts, chosen, Part::words);
    }
}
