package dev.wheelhouse.ui.list;

import dev.wheelhouse.ui.fx.Background;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.Observable;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * A list that the window reads again and again. Its rows stay the same objects, so that selections and what is under
 * the pointer stay too. Belongs to the window's thread.
 *
 * @param <R> what one reading brings
 * @param <L> what is known of one thing of the list at one moment
 */
public abstract class LiveList<R, L> extends LiveReading<R> {

    private final Function<L, String> idOf;
    private final ObservableList<LiveRow<L>> rows =
            FXCollections.observableArrayList(row -> new Observable[] {row.lineProperty()});
    // One view for all: a listener on a view of its own would be lost with it.
    private final ObservableList<LiveRow<L>> view = FXCollections.unmodifiableObservableList(rows);
    private @Nullable R last;
    /** Read beside the window's thread. */
    private volatile @Nullable String pinned;

    /**
     * @param pace the time between two looks
     * @param idOf the identity of a line
     */
    protected LiveList(Background background, Clock clock, Duration pace, Function<L, String> idOf) {
        super(background, clock, pace);
        this.idOf = idOf;
    }

    /** What a reading shows now, in the order of the list. */
    protected abstract List<L> lines(R reading);

    @Override
    protected void take(R reading) {
        last = reading;
        show(lines(reading));
    }

    /**
     * Keeps one in the list that a list in pages may not reach, while its page is open.
     *
     * @param id null for none
     */
    final void pin(@Nullable String id) {
        pinned = id;
    }

    /** Id of the one that is read as well; null for none. From any thread. */
    protected final @Nullable String pinned() {
        return pinned;
    }

    /** Shows the last reading again, where what it looks like follows from something else that has changed. */
    protected final void showAgain() {
        if (last != null) {
            show(lines(last));
        }
    }

    /** What was read last; empty before that. */
    protected final Optional<R> last() {
        return Optional.ofNullable(last);
    }

    private void show(List<L> lines) {
        List<String> ids = lines.stream().map(idOf).toList();
        if (ids.equals(rows.stream().map(LiveRow::id).toList())) {
            for (int i = 0; i < ids.size(); i++) {
                rows.get(i).show(lines.get(i));
            }
            return;
        }
        // By what goes, moves and comes: a table forgets a selection of several where all rows are replaced.
        Map<String, Integer> places = new HashMap<>();
        ids.forEach(id -> places.put(id, places.size()));
        // One by one: a table (JavaFX 25) loses a selection of several where rows of two places go at once.
        rows.removeIf(row -> !places.containsKey(row.id()));
        Comparator<LiveRow<L>> order = Comparator.comparing(row -> Objects.requireNonNull(places.get(row.id())));
        if (!rows.stream().sorted(order).toList().equals(rows)) {
            FXCollections.sort(rows, order);
        }
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).id().equals(ids.get(i))) {
                rows.get(i).show(lines.get(i));
            } else {
                rows.add(i, new LiveRow<>(ids.get(i), lines.get(i)));
            }
        }
        rows.addAll(lines.stream()
                .skip(rows.size())
                .map(line -> new LiveRow<>(idOf.apply(line), line))
                .toList());
    }

    /** In their order; fires for every change of a row. */
    public final ObservableList<LiveRow<L>> rows() {
        return view;
    }

    public final Optional<LiveRow<L>> row(String id) {
        return rows.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    public final Optional<L> find(String id) {
        return row(id).map(LiveRow::line);
    }
}
