package dev.wheelhouse.ui.controls.grid;

/** Hears of changes of a {@link GridModel}. */
public interface GridListener {

    /** Rows came, went or look different, or the count changed. */
    void contentChanged();

    /** The columns are others. */
    default void columnsChanged() {}

    /**
     * The rows known so far turned out to stand elsewhere.
     *
     * @param by how far each moved; negative towards the beginning
     */
    default void rowsMoved(long by) {}
}
