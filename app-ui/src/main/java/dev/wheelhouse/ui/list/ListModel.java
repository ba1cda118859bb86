package dev.wheelhouse.ui.list;

import dev.wheelhouse.ui.fx.Background;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.jspecify.annotations.Nullable;

/**
 * A list on a screen of its own: the typed filter, the rows that match, the selected one and the one whose page is open.
 * Belongs to the window's thread.
 *
 * @param <L> what is known of one thing of the list at one moment
 */
public final class ListModel<L> {

    private final LiveList<?, L> list;
    private final BiPredicate<L, String> matches;
    private final StringProperty filter = new SimpleStringProperty(this, "filter", "");
    private final ObjectProperty<@Nullable String> selected = new SimpleObjectProperty<>(this, "selected");
    private final ObjectProperty<@Nullable String> open = new SimpleObjectProperty<>(this, "open");
    private final FilteredList<LiveRow<L>> shown;
    private Predicate<L> further = _ -> true;
    private Runnable resetFurther = () -> {};
    private Predicate<String> elsewhere = _ -> false;
    private Background.Handle watch = Background.Handle.NONE;

    /** @param matches whether a line matches a typed text, which may be blank */
    public ListModel(LiveList<?, L> list, BiPredicate<L, String> matches) {
        this.list = list;
        this.matches = matches;
        this.shown = new FilteredList<>(list.rows(), row -> isShown(row.line()));
        filter.addListener(_ -> filterAgain());
        list.rows().addListener((ListChangeListener<LiveRow<L>>) _ -> closePageOfDeleted());
    }

    private boolean isShown(L line) {
        return further.test(line) && matches.test(line, filter.get());
    }

    private void filterAgain() {
        // A new predicate: the list asks an old one no more.
        shown.setPredicate(row -> isShown(row.line()));
    }

    /**
     * Shows only those that pass, beside what is typed.
     *
     * @param reset takes back what was chosen, when all are to be shown
     */
    public void narrow(Predicate<L> further, Runnable reset) {
        this.further = further;
        this.resetFurther = reset;
        filterAgain();
    }

    /** Shows all of them again. */
    public void showAll() {
        filter.set("");
        resetFurther.run();
    }

    /** How many match what is typed and pass. */
    public int count(Predicate<L> passes) {
        return (int) list.rows().stream()
                .map(LiveRow::line)
                .filter(line -> passes.test(line) && matches.test(line, filter.get()))
                .count();
    }

    private void closePageOfDeleted() {
        String page = open.get();
        if (page != null && list.knownProperty().get() && list.find(page).isEmpty()) {
            list.pin(null);
            open.set(null);
        }
    }

    public void onShow() {
        watch = list.watch();
    }

    public void onHide() {
        watch.cancel();
    }

    /** Opens the page of one, or what it has instead; one that is not in the list is read first. */
    public void open(String id) {
        selected.set(id);
        if (elsewhere.test(id)) {
            return;
        }
        list.pin(id);
        if (list.row(id).isPresent()) {
            open.set(id);
        } else {
            list.refresh(() -> {
                if (id.equals(selected.get()) && list.row(id).isPresent()) {
                    open.set(id);
                } else if (open.get() == null) {
                    list.pin(null);
                }
            });
        }
    }

    /**
     * For a list of which some have no page.
     *
     * @param elsewhere opens what one has instead; false for one that has a page
     */
    public void openElsewhere(Predicate<String> elsewhere) {
        this.elsewhere = elsewhere;
    }

    /** Back to the list. */
    public void back() {
        list.pin(null);
        open.set(null);
    }

    public LiveList<?, L> list() {
        return list;
    }

    public StringProperty filterProperty() {
        return filter;
    }

    /** The rows that match; fires for every change of a row. */
    public ObservableList<LiveRow<L>> shown() {
        return shown;
    }

    /** Id of the selected one; null before any was. */
    public ObjectProperty<@Nullable String> selectedProperty() {
        return selected;
    }

    /** Id of the one whose page is open; null for the list. */
    public ObjectProperty<@Nullable String> openProperty() {
        return open;
    }
}
