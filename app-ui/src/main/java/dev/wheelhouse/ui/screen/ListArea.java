package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A list screen for the rest of the window: its entry in the sidebar and in the palette, and the way to its pages and
 * forms from elsewhere. The screen is made when it is first opened. Belongs to the window's thread.
 *
 * @param <L> what is known of one thing of the list at one moment
 */
public final class ListArea<L> {

    private final ListModel<L> model;
    private final ScreenEntry entry;
    private final Supplier<ListScreen<L>> screens;
    private final Workbench workbench;
    private @Nullable ListScreen<L> screen;

    /**
     * @param title in the sidebar
     * @param shortcut as {@code KeyCombination.valueOf} reads it
     */
    public ListArea(
            Nouns nouns,
            SidebarGroup group,
            String title,
            String shortcut,
            ListModel<L> model,
            Supplier<ListScreen<L>> screens,
            Workbench workbench) {
        this.model = model;
        this.entry = new ScreenEntry(nouns.many(), group, title, nouns.icon(), shortcut, this::make);
        this.screens = screens;
        this.workbench = workbench;
    }

    private Screen make() {
        ListScreen<L> made = screens.get();
        screen = made;
        return made;
    }

    public ScreenEntry entry() {
        return entry;
    }

    /** The screen, opened. */
    public ListScreen<L> inFront() {
        workbench.openScreen(entry.id());
        if (screen == null) {
            throw new IllegalStateException("The screen of " + entry.id() + " did not open");
        }
        return screen;
    }

    /** Opens the page of one. */
    public void reveal(String id) {
        inFront();
        model.open(id);
    }

    /** Opens the list. */
    public void revealAll() {
        inFront();
        model.back();
    }

    /**
     * Of each row an entry that opens its page, and one for each thing that can be done with it.
     *
     * @param detail what stands below the name
     * @param icon an Ikonli literal of the Feather pack
     */
    public List<PaletteEntry> paletteEntries(
            String noun,
            Function<L, String> name,
            Function<L, String> detail,
            Function<L, String> icon,
            Function<L, List<Action>> actions) {
        // For the next time: the palette is answered from memory, and others make what is in it too.
        model.list().refresh();
        List<PaletteEntry> entries = new ArrayList<>();
        for (LiveRow<L> row : model.list().rows()) {
            L line = row.line();
            entries.add(new PaletteEntry(
                    name.apply(line), detail.apply(line), icon.apply(line), "", () -> reveal(row.id())));
            actions.apply(line).stream()
                    .filter(Action::isEnabled)
                    .forEach(action -> entries.add(PaletteEntry.of(
                            action, action.title() + " " + name.apply(line), noun, () -> workbench.runByKey(action))));
        }
        return entries;
    }
}
