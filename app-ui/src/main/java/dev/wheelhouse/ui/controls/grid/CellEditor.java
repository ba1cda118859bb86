package dev.wheelhouse.ui.controls.grid;

import javafx.scene.Node;

/** The field that stands over a cell while it is edited. */
public interface CellEditor {

    Node node();

    /** Called when the field stands in its place. */
    void begin();

    /** Takes the value over; false when it cannot be one, which the field then says itself and stays. */
    boolean commit();

    /** The keyboard went elsewhere, and {@link #commit} was refused: keeps what was typed, with what is wrong with it. */
    void leave();
}
