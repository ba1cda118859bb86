package dev.wheelhouse.ui.shell.palette;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** What the palette offers for what is typed. */
public final class PaletteViewModel {

    static final int MOST_SHOWN = 50;

    private record Scored(PaletteEntry entry, int score) {}

    private final List<PaletteSource> sources = new ArrayList<>();
    private final Latest search;
    private final StringProperty typed = new SimpleStringProperty("");
    private final IntegerProperty selected = new SimpleIntegerProperty(-1);
    private final ObservableList<PaletteEntry> found = FXCollections.observableArrayList();
    private List<PaletteEntry> entries = List.of();
    private final List<Consumer<Runnable>> preparations = new ArrayList<>();
    private boolean isSearching;
    private boolean isOpen;

    public PaletteViewModel(Background background) {
        search = new Latest(background);
        typed.addListener(_ -> search(null));
    }

    /** Adds entries from now on; sources that come first win where matches are equal. */
    public void add(PaletteSource source) {
        sources.add(source);
    }

    /** @param preparation begins to read what entries do not know yet; gets what is to run whenever there are others */
    public void prepareBy(Consumer<Runnable> preparation) {
        preparations.add(preparation);
    }

    /** Begins anew with what there is now. */
    void open() {
        entries = collected();
        if (typed.get().isEmpty()) {
            search(null);
        } else {
            typed.set("");
        }
        isOpen = true;
        preparations.forEach(each -> each.accept(this::collectAgain));
    }

    void close() {
        isOpen = false;
    }

    private List<PaletteEntry> collected() {
        List<PaletteEntry> all = new ArrayList<>();
        sources.forEach(source -> all.addAll(source.entries()));
        return all;
    }

    private void collectAgain() {
        List<PaletteEntry> now = isOpen ? collected() : entries;
        if (now.size() != entries.size()) {
            entries = now;
            int at = selected.get();
            search(at > 0 && at < found.size() ? found.get(at) : null);
        }
    }

    StringProperty typedProperty() {
        return typed;
    }

    IntegerProperty selectedProperty() {
        return selected;
    }

    ObservableList<PaletteEntry> found() {
        return found;
    }

    /** @param stays the entry that somebody went to; null for the best one */
    private void search(@Nullable PaletteEntry stays) {
        String wanted = typed.get();
        List<PaletteEntry> among = entries;
        isSearching = true;
        search.run(() -> best(wanted, among), best -> show(best, stays), _ -> {});
    }

    private void show(List<PaletteEntry> best, @Nullable PaletteEntry stays) {
        isSearching = false;
        int at = stays == null
                ? 0
                : Math.max(0, best.stream().map(PaletteEntry::place).toList().indexOf(stays.place()));
        // Away from the line and back: the list forgets its selection with its items, and only a change fires.
        selected.set(-1);
        found.setAll(best);
        selected.set(best.isEmpty() ? -1 : at);
    }

    static List<PaletteEntry> best(String wanted, List<PaletteEntry> among) {
        if (wanted.isBlank()) {
            return among.stream().limit(MOST_SHOWN).toList();
        }
        // The sort is stable, so that equal matches stay in the order of their sources.
        return among.stream()
                .map(entry -> new Scored(entry, score(wanted, entry)))
                .filter(scored -> scored.score() != FuzzyMatch.NONE)
                .sorted(Comparator.comparingInt(Scored::score).reversed())
                .limit(MOST_SHOWN)
                .map(Scored::entry)
                .toList();
    }

    private static int score(String wanted, PaletteEntry entry) {
        return entry.acts()
                ? FuzzyMatch.scoreOfActing(wanted, entry.title(), entry.context())
                : FuzzyMatch.score(wanted, entry.title(), entry.context());
    }

    /** Moves the selection, round the ends. */
    void move(int by) {
        if (!found.isEmpty()) {
            selected.set(Math.floorMod(selected.get() + by, found.size()));
        }
    }

    /**
     * The entry to open; does nothing when there is none. Whoever types and presses Enter at once means what was typed, not
     * what was found for the letters before.
     */
    Runnable chosen() {
        if (isSearching) {
            search.cancel();
            show(best(typed.get(), entries), null);
        }
        int index = selected.get();
        return index < 0 || index >= found.size() ? () -> {} : found.get(index).open();
    }
}
