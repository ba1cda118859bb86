package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.util.List;
import java.util.Optional;

/** What one area of the console gives to the window. Belongs to the window's thread. */
@FunctionalInterface
public interface Area {

    List<ScreenEntry> screens();

    /** Offered whichever screen is in front. */
    default List<Action> actions() {
        return List.of();
    }

    /** Asked each time the palette opens, so it answers from memory. */
    default List<PaletteEntry> paletteEntries() {
        return List.of();
    }

    /**
     * The palette opens: reads what its entries do not know yet.
     *
     * @param more runs whenever there are others
     */
    default void preparePalette(Runnable more) {}

    /**
     * The name of something that jobs work on.
     *
     * @return empty when it is of another area, or not known
     */
    default Optional<String> nameOf(String id) {
        return Optional.empty();
    }

    /** What goes on while the window is open. */
    default List<Watch> watches() {
        return List.of();
    }
}
