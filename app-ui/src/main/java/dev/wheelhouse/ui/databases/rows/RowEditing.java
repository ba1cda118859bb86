package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.DatabaseError;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditResult;
import dev.wheelhouse.core.databases.edits.EditService;
import dev.wheelhouse.core.databases.edits.RowConflict;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableBooleanValue;
import org.jspecify.annotations.Nullable;

/**
 * What is staged for rows, and bringing it into the database in one transaction with the old values as guards. Belongs to
 * the window's thread.
 */
public final class RowEditing {

    public static final String READ_ONLY = "Read-only connection: rows cannot be changed.";

    static final String SENT = "This row is being applied. Change it when that has ended.";

    private final Databases databases;
    private final Workbench workbench;
    private final EditedRows rows;
    private final RowFailure trouble;
    private final BlockEdits blocks = new BlockEdits(this);
    private final ReadOnlyStringWrapper note = new ReadOnlyStringWrapper(this, "note", "");
    private final ReadOnlyIntegerWrapper stagedCount = new ReadOnlyIntegerWrapper(this, "stagedCount");
    private final BooleanProperty applying = new SimpleBooleanProperty(this, "applying");
    private final ObjectProperty<@Nullable RefusedEdit> dispute = new SimpleObjectProperty<>(this, "dispute");
    private @Nullable RowShape shape;
    private @Nullable StagedEdits staged;
    private Sent sent = Sent.NOTHING;
    private ObservableBooleanValue cellOpen = new SimpleBooleanProperty(false);
    private Runnable leaveCell = () -> {};
    private String insertObstacle = "The rows are not there yet.";

    /**
     * What is being applied.
     *
     * @param edits where it was staged
     * @param rows as they were sent
     */
    private record Sent(@Nullable StagedEdits edits, List<StagedRow> rows) {

        static final Sent NOTHING = new Sent(null, List.of());

        /** A row that comes or goes with it has no version that could be changed meanwhile. */
        boolean fixes(@Nullable StagedRow row) {
            return row != null
                    && rows.stream().anyMatch(each -> each.id() == row.id() && (each.isNew() || each.isDeleted()));
        }
    }

    public RowEditing(Databases databases, Workbench workbench, EditedRows rows, RowFailure trouble) {
        this.databases = databases;
        this.workbench = workbench;
        this.rows = rows;
        this.trouble = trouble;
    }

    // --- what is edited

    /**
     * Edits rows of this shape from now on.
     *
     * @param kept edits that fit it; null to begin with none
     */
    public StagedEdits begin(RowShape newShape, @Nullable StagedEdits kept) {
        shape = newShape;
        StagedEdits edits = kept == null ? new StagedEdits(newShape) : kept;
        staged = edits;
        return edits;
    }

    /**
     * Says what the rows allow.
     *
     * @param obstacle why rows cannot be changed, as a sentence; empty when they can
     * @param inserting why rows cannot be added, as a sentence; empty when they can
     */
    public void allow(String obstacle, String inserting) {
        note.set(obstacle);
        insertObstacle = inserting;
    }

    public Optional<RowShape> shape() {
        return Optional.ofNullable(shape);
    }

    public Optional<StagedEdits> staged() {
        return Optional.ofNullable(staged);
    }

    RowPlace place() {
        return rows.place();
    }

    EditedRows rows() {
        return rows;
    }

    Workbench workbench() {
        return workbench;
    }

    /** Edits of many cells at once. */
    public BlockEdits blocks() {
        return blocks;
    }

    /** Why rows cannot be changed; empty when they can. */
    public ReadOnlyStringProperty noteProperty() {
        return note.getReadOnlyProperty();
    }

    /** Rows with something staged. */
    public ReadOnlyIntegerProperty stagedCountProperty() {
        return stagedCount.getReadOnlyProperty();
    }

    public BooleanProperty applyingProperty() {
        return applying;
    }

    /** A conflict that waits for a decision; null for none. */
    public ObjectProperty<@Nullable RefusedEdit> disputeProperty() {
        return dispute;
    }

    public boolean isOnlyRows() {
        return !note.get().isEmpty();
    }

    /** Whether new rows can be added, which needs no key. */
    public boolean mayInsert() {
        return insertObstacle.isEmpty();
    }

    /** The row of the table at a place of the grid; null for new rows and those that are not there. */
    public @Nullable LoadedRow loadedAt(long row) {
        return rows.loadedAt(row);
    }

    /** The new row at a place of the grid; null elsewhere. */
    public @Nullable StagedRow addedAt(long row) {
        if (staged == null || row < 0 || row >= staged.added().size()) {
            return null;
        }
        return staged.added().get((int) row);
    }

    /** A row that was read, with what is staged for it. */
    public GridRow shown(LoadedRow row) {
        return new ShownRow(
                Objects.requireNonNull(shape),
                row,
                Objects.requireNonNull(staged).find(row).orElse(null));
    }

    // --- staging

    /** The value at a place of the grid; empty where it is not there, or too long. */
    public Optional<RawJson> valueAt(long row, int column) {
        StagedRow added = addedAt(row);
        if (added != null) {
            return Optional.ofNullable(added.values().get(column));
        }
        LoadedRow at = rows.loadedAt(row);
        if (at == null || staged == null) {
            return Optional.empty();
        }
        RawJson changed = staged.find(at).map(edit -> edit.values().get(column)).orElse(null);
        return changed == null ? at.whole(column) : Optional.of(changed);
    }

    /** Why a cell cannot be changed; empty when it can. */
    public Optional<String> obstacle(long row, int column) {
        RowShape known = shape;
        if (known == null) {
            return Optional.of("The rows are not there yet.");
        }
        if (isBeingApplied(row)) {
            return Optional.of(SENT);
        }
        boolean added = addedAt(row) != null;
        if (!added && isOnlyRows()) {
            return Optional.of(note.get());
        }
        if (!known.isOwn(column)) {
            return Optional.ofNullable(known.fixed().get(column));
        }
        if (!known.isWritable(column)) {
            return Optional.of("The database makes the values of " + name(column) + " itself.");
        }
        LoadedRow at = rows.loadedAt(row);
        if (!added && (at == null || at.key().isEmpty())) {
            return Optional.of("This row cannot be named by its key, so it cannot be changed here.");
        }
        return Optional.empty();
    }

    /** Whether the row comes or goes with what is being applied. */
    private boolean isBeingApplied(long row) {
        StagedRow added = addedAt(row);
        LoadedRow at = rows.loadedAt(row);
        return sent.fixes(
                added != null || at == null || staged == null
                        ? added
                        : staged.find(at).orElse(null));
    }

    String name(int column) {
        return Objects.requireNonNull(shape).columns().get(column).name();
    }

    /**
     * Stages a value.
     *
     * @throws IllegalArgumentException with a sentence when the text cannot be a value of the column, or not now
     */
    public void setText(long row, int column, String text) {
        RowShape known = Objects.requireNonNull(shape);
        if (isBeingApplied(row)) {
            throw new IllegalArgumentException(SENT);
        }
        set(row, column, CellText.parse(text, known.columns().get(column), known.engine()));
    }

    /** Stages a text that cannot be a value of its column yet, with what is wrong with it. */
    public void keepText(long row, int column, String text) {
        if (isBeingApplied(row)) {
            workbench.say(Notice.warning("“" + text + "” was not kept. " + SENT));
            return;
        }
        set(row, column, CellText.unfinished(text));
        StagedEdits edits = Objects.requireNonNull(staged);
        LoadedRow at = rows.loadedAt(row);
        Optional.ofNullable(addedAt(row))
                .or(() -> at == null ? Optional.empty() : edits.find(at))
                .ifPresent(each -> edits.fail(
                        each, name(column) + ": " + CellText.findProblem(text).orElse("")));
        stagedChanged();
    }

    /** Stages a value. */
    public void set(long row, int column, RawJson value) {
        StagedEdits edits = Objects.requireNonNull(staged);
        StagedRow added = addedAt(row);
        LoadedRow at = rows.loadedAt(row);
        if (added != null) {
            edits.setNew(added, column, value);
        } else if (at != null) {
            edits.set(at, column, value);
        }
        stagedChanged();
    }

    /** Stages that a row goes; false when it cannot. */
    boolean deleteRow(long row) {
        if (isBeingApplied(row)) {
            return false;
        }
        StagedEdits edits = Objects.requireNonNull(staged);
        StagedRow added = addedAt(row);
        if (added != null) {
            edits.revert(added);
            return true;
        }
        LoadedRow at = rows.loadedAt(row);
        if (at == null || at.key().isEmpty() || isOnlyRows()) {
            return false;
        }
        edits.delete(at);
        return true;
    }

    void stagedChanged() {
        stagedCount.set(staged == null ? 0 : staged.size());
        rows.changed();
    }

    /** Adds a row of defaults. */
    public void insert() {
        add(Map.of());
    }

    void add(Map<Integer, RawJson> values) {
        if (!mayInsert()) {
            workbench.say(Notice.warning(insertObstacle));
            return;
        }
        StagedEdits edits = Objects.requireNonNull(staged);
        edits.add(values);
        stagedCount.set(edits.size());
        rows.moved(1);
        rows.added((long) edits.added().size() - 1);
    }

    /** Forgets all that is staged; nothing while some of it is being applied. */
    public void revert() {
        if (staged == null || applying.get()) {
            return;
        }
        int added = staged.added().size();
        staged.clear();
        stagedCount.set(0);
        trouble.clear();
        rows.moved(-added);
        rows.applied(List.of());
    }

    // --- applying

    public List<Edit> edits() {
        return staged == null ? List.of() : staged.edits();
    }

    /** Asks for the statements that {@link #apply} would run. */
    public void preview(Consumer<List<String>> show) {
        List<Edit> edits = edits();
        if (edits.isEmpty()) {
            return;
        }
        Sent previewed = new Sent(staged, Objects.requireNonNull(staged).rows());
        String id = rows.place().connection().id();
        var _ = workbench
                .background()
                .run(
                        () -> databases.edits().preview(workbench.callers().get(), id, edits),
                        show,
                        error -> refused(error, previewed));
    }

    /** Applies everything that is staged, or nothing of it. */
    public void apply() {
        int count = edits().size();
        if (count == 0 || applying.get()) {
            return;
        }
        if (count > EditService.MOST_EDITS) {
            workbench.say(Notice.warning("Apply at most " + EditService.MOST_EDITS + " changed rows at once."));
            return;
        }
        rows.beforeApply(this::send);
    }

    private void send() {
        if (edits().isEmpty() || applying.get()) {
            return;
        }
        applying.set(true);
        trouble.clear();
        StagedEdits from = Objects.requireNonNull(staged);
        from.forgetProblems();
        sent = new Sent(from, from.rows());
        List<Edit> edits = from.edits();
        String id = rows.place().connection().id();
        var _ = workbench
                .background()
                .run(
                        () -> databases.edits().apply(workbench.callers().get(), id, edits),
                        this::applied,
                        error -> refused(error, ended()));
    }

    private Sent ended() {
        Sent last = sent;
        sent = Sent.NOTHING;
        applying.set(false);
        return last;
    }

    private void applied(List<EditResult> results) {
        Sent last = ended();
        StagedEdits edits = Objects.requireNonNull(last.edits());
        List<StagedRow> left = edits.settle(last.rows());
        rows.moved(-last.rows().stream().filter(StagedRow::isNew).count());
        stagedChanged();
        workbench.say(Notice.info(outcome(last.rows())));
        rows.applied(last.rows());
        if (!left.isEmpty()) {
            rebase(edits, left);
        }
    }

    /** Such as {@code 2 rows were changed, 1 deleted.} */
    private static String outcome(List<StagedRow> rows) {
        Map<String, Long> counts = rows.stream()
                .collect(Collectors.groupingBy(
                        each -> each.isNew() ? "inserted" : each.isDeleted() ? "deleted" : "changed",
                        LinkedHashMap::new,
                        Collectors.counting()));
        StringJoiner outcome = new StringJoiner(", ", "", ".");
        counts.forEach((done, count) ->
                outcome.add(count + (outcome.length() > 1 ? " " : count == 1 ? " row was " : " rows were ") + done));
        return outcome.toString();
    }

    /** Reads rows again that are still to be changed: the database may have changed what it was given. */
    private void rebase(StagedEdits edits, List<StagedRow> left) {
        List<Map<String, RawJson>> keys = left.stream()
                .map(row -> Objects.requireNonNull(row.base()).key())
                .toList();
        RowReading reading =
                new RowReading(databases, workbench.callers(), rows.place(), Objects.requireNonNull(shape));
        applying.set(true);
        var _ = workbench
                .background()
                .run(
                        () -> reading.read(keys),
                        found -> {
                            applying.set(false);
                            edits.rebase(left, found);
                            stagedChanged();
                        },
                        error -> {
                            applying.set(false);
                            trouble.show(
                                    "What was applied is written. The rows could not be read again: "
                                            + error.getMessage(),
                                    () -> rebase(edits, left));
                        });
    }

    private void refused(AppException error, Sent last) {
        StagedEdits edits = Objects.requireNonNull(last.edits());
        if (error.errorCode() == DatabaseError.ROW_CONFLICT && error.details() instanceof RowConflict conflict) {
            StagedRow contested = last.rows().get(conflict.edit());
            edits.fail(contested, "Somebody else changed this row.");
            stagedChanged();
            edits.now(contested)
                    .ifPresent(mine ->
                            dispute.set(RefusedEdit.of(Objects.requireNonNull(shape), mine, conflict.current())));
            return;
        }
        Map<Integer, String> problems = EditProblems.of(error);
        problems.forEach((edit, problem) -> {
            if (edit >= 0 && edit < last.rows().size()) {
                edits.fail(last.rows().get(edit), problem);
            }
        });
        stagedChanged();
        // Not as a notice, which would lie over the buttons that are needed now.
        trouble.show(
                problems.isEmpty()
                        ? error.getMessage() + " Your edits are kept here."
                        : "Nothing was changed. " + problems.values().iterator().next(),
                this::apply);
    }

    /**
     * Ends a conflict.
     *
     * @param taken the columns whose present value stays; null to give the whole edit up
     */
    public void settle(RefusedEdit settled, @Nullable Set<Integer> taken) {
        dispute.set(null);
        StagedEdits edits = Objects.requireNonNull(staged);
        Optional<StagedRow> left = taken == null ? Optional.empty() : settled.settled(taken);
        edits.revert(settled.mine());
        left.ifPresent(edits::replace);
        stagedChanged();
        if (edits.isEmpty()) {
            rows.applied(List.of(settled.mine()));
        } else if (left.isPresent()) {
            apply();
        }
    }

    /** Leaves a conflict for later; the edit stays as it is. */
    public void postpone() {
        dispute.set(null);
    }

    public @Nullable CurlCommand applyCall() {
        List<Edit> edits = edits();
        return edits.isEmpty()
                ? null
                : EditCalls.apply(rows.place().connection().id(), edits);
    }

    public @Nullable CurlCommand previewCall() {
        List<Edit> edits = edits();
        return edits.isEmpty()
                ? null
                : EditCalls.preview(rows.place().connection().id(), edits);
    }

    /** One value, whole; null where no stored row is, it has no key, or the statement computes the value. */
    @Nullable
    CurlCommand valueCall(long row, int column) {
        LoadedRow loaded = rows.loadedAt(row);
        RowShape known = shape;
        return loaded == null || known == null || !WholeCells.canFetch(known, loaded, column)
                ? null
                : EditCalls.value(rows.place(), loaded.key(), name(column));
    }

    /** Puts what is staged on the clipboard, as the body of the call. */
    public void copyEdits() {
        workbench.copy(EditCalls.body(edits()), "Edits");
    }

    /**
     * Where a cell of the rows is edited.
     *
     * @param isOpen while one is
     * @param leave ends that and stages what was typed
     */
    public void watchCell(ObservableBooleanValue isOpen, Runnable leave) {
        cellOpen = isOpen;
        leaveCell = leave;
    }

    /** Whether something is staged, being applied, or typed in a cell. */
    public boolean isUnderWay() {
        return stagedCount.get() > 0 || applying.get() || cellOpen.get();
    }

    /** What would be lost, such as {@code 2 changed rows of orders}; empty when nothing would. A cell that is open is left. */
    public Optional<String> unsaved() {
        leaveCell.run();
        int edits = stagedCount.get();
        if (edits == 0) {
            return Optional.empty();
        }
        return Optional.of((edits == 1 ? "1 changed row" : edits + " changed rows") + " of "
                + rows.place().table());
    }
}
