package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.SqlComplaint;
import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.editor.EditorResult;
import dev.wheelhouse.core.databases.editor.EditorService;
import dev.wheelhouse.core.databases.editor.EditorSession;
import dev.wheelhouse.core.databases.editor.EditorState;
import dev.wheelhouse.core.databases.editor.ResultPage;
import dev.wheelhouse.core.databases.editor.RunListener;
import dev.wheelhouse.core.databases.editor.RunRequest;
import dev.wheelhouse.core.databases.editor.StatementRun;
import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.databases.export.ExportRequest;
import dev.wheelhouse.core.databases.query.ConfirmationNeeded;
import dev.wheelhouse.core.databases.query.ExplainRequest;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.sql.SqlFormatter;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.editor.TextRange;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.error.Presented;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.LatestOpened;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** One SQL tab: its session, what ran in it and what came of it. Belongs to the window's thread. */
public final class SqlViewModel {

    private static final Duration STATE_PERIOD = Duration.ofSeconds(1);
    private static final String FAILED = "Failed";
    private static final String CANCELLED = "Cancelled";
    private static final int MOST_MESSAGES = 1000;
    private static final int MOST_RESULTS = 20;

    /** A place in the text where something is wrong. */
    public record ErrorMark(TextRange range, String text) {}

    private final SqlServices services;
    private final Workbench bench;
    private final Background background;
    private final CatalogueSuggestions suggestions;
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(this, "running");
    private final ReadOnlyBooleanWrapper failed = new ReadOnlyBooleanWrapper(this, "failed");
    private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper(this, "status", "");
    private final ReadOnlyObjectWrapper<TransactionChip> transaction =
            new ReadOnlyObjectWrapper<>(this, "transaction", TransactionChip.IDLE);
    private final BooleanProperty autoCommit = new SimpleBooleanProperty(this, "autoCommit", true);
    private final ObservableList<ResultModel> results = FXCollections.observableArrayList();
    private final ObservableList<RunMessage> messages = FXCollections.observableArrayList();
    private final SqlParameters parameters = new SqlParameters();
    private final ReadOnlyObjectWrapper<@Nullable Presented> banner = new ReadOnlyObjectWrapper<>(this, "banner");
    private final ReadOnlyObjectWrapper<@Nullable ErrorMark> error = new ReadOnlyObjectWrapper<>(this, "error");
    private final ReadOnlyObjectWrapper<@Nullable PlanNode> plan = new ReadOnlyObjectWrapper<>(this, "plan");
    private final ObjectProperty<@Nullable Confirmation> confirmation =
            new SimpleObjectProperty<>(this, "confirmation");
    private DatabaseConnection connection;
    private final LatestOpened<EditorSession> opening;
    private @Nullable EditorSession session;
    private Background.Handle ticking = Background.Handle.NONE;
    private Background.Handle run = Background.Handle.NONE;
    private @Nullable Runnable again;
    private String doing = "";
    private Instant since = Instant.EPOCH;
    private int resultNumber;

    public SqlViewModel(SqlServices services, Workbench bench, DatabaseConnection connection) {
        this.services = services;
        this.bench = bench;
        this.background = bench.background();
        this.connection = connection;
        this.opening = new LatestOpened<>(background, EditorSession::close);
        this.suggestions = new CatalogueSuggestions(CatalogSnapshot.empty(connection.engine()));
        autoCommit.addListener((_, _, wanted) -> setAutoCommit(wanted));
    }

    // What moves while the tab is in front.

    public void onShow() {
        ticking.cancel();
        ticking = background.every(STATE_PERIOD, this::readState);
        loadNames(false);
    }

    public void onHide() {
        ticking.cancel();
    }

    private void loadNames(boolean changed) {
        Supplier<Caller> callers = bench.callers();
        String id = connection.id();
        background.run(
                () -> changed
                        ? services.databases().completions().refresh(callers.get(), id)
                        : services.databases().completions().snapshot(callers.get(), id),
                suggestions::use,
                // Without names there are keywords still; why is said when something runs.
                _ -> {});
    }

    private void readState() {
        EditorSession current = session;
        if (current != null) {
            transaction.set(TransactionChip.of(current.state(), services.clock().instant()));
        }
        if (running.get()) {
            showDoing();
        }
    }

    /** @param words what runs from now on, such as {@code Running} */
    private void begin(String words) {
        since = services.clock().instant();
        running.set(true);
        failed.set(false);
        nowDoing(words);
    }

    private void nowDoing(String words) {
        doing = words;
        showDoing();
    }

    private void showDoing() {
        long seconds = Duration.between(since, services.clock().instant()).toSeconds();
        status.set(
                seconds < 1
                        ? doing + " …"
                        : String.format(Locale.ROOT, "%s … %d:%02d", doing, seconds / 60, seconds % 60));
    }

    private void end(String words, boolean isFailure) {
        running.set(false);
        failed.set(isFailure);
        status.set(words);
    }

    // Running.

    /** Runs a part of the text; asks first for the values that it needs. */
    public void run(RunText text, SqlPiece.Extent extent) {
        if (running.get()) {
            return;
        }
        background.run(
                () -> prepare(text, extent),
                prepared -> {
                    if (prepared.piece().sql().isBlank()) {
                        bench.say(Notice.info("There is no statement at the caret."));
                    } else if (!asksParameters(prepared.parameters())) {
                        runPiece(prepared, false, 0);
                    }
                },
                bench::say);
    }

    private record Prepared(SqlPiece piece, List<String> parameters) {}

    private Prepared prepare(RunText text, SqlPiece.Extent extent) {
        return prepare(SqlPiece.of(text, extent, connection.engine()));
    }

    private Prepared prepare(SqlPiece piece) {
        return new Prepared(piece, EditorService.parameters(piece.sql(), connection.engine()));
    }

    /** Shows a field for each name; true while they are other fields than those that were filled in. */
    private boolean asksParameters(List<String> names) {
        boolean asks = parameters.ask(names);
        if (asks) {
            status.set("Fill in the values and run again");
        }
        return asks;
    }

    /** @param from the first statement to run: those before it ran already when it had to be confirmed */
    private void runPiece(Prepared prepared, boolean confirm, int from) {
        if (running.get()) {
            return;
        }
        error.set(null);
        banner.set(null);
        again = () -> runPiece(prepared, confirm, from);
        results.forEach(ResultModel::close);
        begin("Running");
        withSession(current -> runPiece(current, prepared, confirm, from));
    }

    private void runPiece(EditorSession current, Prepared prepared, boolean confirm, int from) {
        RunRequest request =
                new RunRequest(prepared.piece().sql(), confirm, parameterJson(prepared.parameters()), from);
        Caller caller = bench.callers().get();
        Collecting collecting = new Collecting(from);
        run = background.run(
                () -> {
                    current.run(caller, request, collecting);
                    return current.state();
                },
                current::cancel,
                _ -> ended(collecting),
                failure -> failed(prepared, failure, collecting));
    }

    /** The tab is running meanwhile. */
    private void withSession(Consumer<EditorSession> work) {
        EditorSession known = session;
        if (known != null) {
            work.accept(known);
            return;
        }
        Caller caller = bench.callers().get();
        String id = connection.id();
        opening.run(
                () -> services.databases().editors().open(caller, id),
                opened -> {
                    opened.setAutoCommit(autoCommit.get());
                    session = opened;
                    work.accept(opened);
                },
                failure -> {
                    end(FAILED, true);
                    bench.say(failure);
                });
    }

    private @Nullable RawJson parameterJson(List<String> names) {
        return parameters.json(names, connection.engine());
    }

    /** Brings the messages of a run to the window. */
    private final class Collecting implements RunListener {
        private long rows;
        private long millis;
        private boolean first;
        private boolean changedNames;

        Collecting(int from) {
            first = from == 0;
        }

        @Override
        public void started(int index, int count) {
            if (count > 1) {
                background.onWindow(() -> nowDoing("Running statement " + (index + 1) + " of " + count));
            }
        }

        @Override
        public void finished(StatementRun done) {
            background.onWindow(() -> show(done));
        }

        private void show(StatementRun done) {
            if (first) {
                first = false;
                results.removeIf(each -> !each.isEdited());
                results.forEach(ResultModel::keep);
                resultNumber = 0;
            }
            rows = done.rowCount();
            millis += done.elapsedMillis();
            changedNames |= switch (done.command()) {
                case "CREATE", "ALTER", "DROP", "COMMENT", "ROLLBACK" -> true;
                default -> false;
            };
            EditorResult result = done.result();
            if (result != null && results.size() < MOST_RESULTS) {
                results.add(new ResultModel(
                        new ResultModel.Tab(services.databases(), bench, connection, SqlViewModel.this::beforeApply),
                        result,
                        "Result " + ++resultNumber,
                        done.elapsedMillis()));
                if (results.size() == MOST_RESULTS) {
                    say(RunMessage.Level.NOTICE, "Results beyond the first " + MOST_RESULTS + " are not shown.", "");
                }
            }
            done.notices().forEach(notice -> say(RunMessage.Level.NOTICE, notice, ""));
            say(RunMessage.Level.DONE, outcome(done), done.sql());
        }
    }

    private static String outcome(StatementRun done) {
        String rows = done.rowCount() == 1 ? "1 row" : done.rowCount() + " rows";
        return done.command() + " · " + rows + " · " + done.elapsedMillis() + " ms";
    }

    private void say(RunMessage.Level level, String text, String sql) {
        messages.add(new RunMessage(services.clock().instant(), level, text, sql));
        if (messages.size() > MOST_MESSAGES) {
            messages.remove(0, messages.size() - MOST_MESSAGES);
        }
    }

    private void ended(Collecting collected) {
        end(collected.millis + " ms · " + (collected.rows == 1 ? "1 row" : collected.rows + " rows"), false);
        readState();
        if (collected.changedNames) {
            loadNames(true);
        }
    }

    private void failed(Prepared prepared, AppException failure, Collecting collected) {
        if (collected.changedNames) {
            loadNames(true);
        }
        refused(prepared.piece(), failure, () -> runPiece(prepared, true, firstCaughtWriting(failure)));
    }

    /** A statement that was caught writing when it ran goes on from there; what is asked about beforehand, from the top. */
    private static int firstCaughtWriting(AppException failure) {
        return failure.details() instanceof ConfirmationNeeded needed
                        && needed.statements().getFirst().rule().equals(StatementGuard.WRITES)
                ? needed.statements().getFirst().index()
                : 0;
    }

    /** @param confirmed what to do once the statements at fault were confirmed */
    private void refused(SqlPiece piece, AppException failure, Runnable confirmed) {
        if (failure.details() instanceof ConfirmationNeeded needed) {
            end("Needs confirmation", false);
            readState();
            ask(needed, confirmed);
            return;
        }
        Presented presented = ErrorPresenter.present(failure);
        boolean cancelled = failure.kind() == ErrorKind.CANCELLED;
        end(cancelled ? CANCELLED : FAILED, !cancelled);
        readState();
        say(RunMessage.Level.FAILED, presented.text() + hint(failure), piece.sql());
        if (failure.errorCode() == PlatformError.UPSTREAM_FAILED
                || failure.errorCode() == PlatformError.UPSTREAM_TIMEOUT) {
            banner.set(presented);
            return;
        }
        mark(piece, failure, presented);
    }

    /** @param confirmed what to do once the statements were confirmed */
    void ask(ConfirmationNeeded needed, Runnable confirmed) {
        confirmation.set(Confirmation.of(connection, needed, () -> {
            confirmation.set(null);
            confirmed.run();
        }));
    }

    private static String hint(AppException failure) {
        if (!(failure.details() instanceof SqlComplaint complaint)) {
            return "";
        }
        String detail = complaint.detail() == null ? "" : "\n" + complaint.detail();
        return detail + (complaint.hint() == null ? "" : "\nHint: " + complaint.hint());
    }

    private void mark(SqlPiece piece, AppException failure, Presented presented) {
        if (piece.offset() >= 0
                && failure.details() instanceof SqlComplaint complaint
                && complaint.position() != null) {
            int start = piece.offsetOf(complaint.position());
            int end = start;
            int behind = piece.offset() + piece.sql().length();
            while (end < behind && isWord(piece.sql().charAt(end - piece.offset()))) {
                end++;
            }
            error.set(new ErrorMark(
                    new TextRange(start, Math.max(end, start + symbolAt(piece, start))),
                    presented.text() + hint(failure)));
        }
    }

    /** How many units the character at a place of the whole text has: two for an emoji. */
    private static int symbolAt(SqlPiece piece, int place) {
        int at = place - piece.offset();
        return at < piece.sql().length() ? Character.charCount(piece.sql().codePointAt(at)) : 1;
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '"' || c == '.';
    }

    public void cancel() {
        if (!running.get()) {
            return;
        }
        if (opening.isUnderWay()) {
            opening.cancel();
            end(CANCELLED, false);
            return;
        }
        nowDoing("Cancelling");
        EditorSession current = session;
        background.run(
                () -> {
                    if (current != null) {
                        current.cancel();
                    }
                    return true;
                },
                _ -> {},
                // What has ended meanwhile needs no cancel.
                _ -> {});
    }

    /** Runs what failed for want of a connection once more. */
    public void retry() {
        Runnable last = again;
        if (last != null && !running.get()) {
            last.run();
        }
    }

    /** Reads on in a result. */
    public void loadMore(ResultModel model) {
        EditorSession current = session;
        if (current == null || running.get()) {
            return;
        }
        begin("Loading");
        Caller caller = bench.callers().get();
        run = background.run(
                () -> current.loadMore(caller, model.result().id()),
                current::cancel,
                page -> {
                    end(model.rows().rowCount() + page.rows().size() + " rows loaded", false);
                    model.add(page);
                },
                failure -> {
                    end("", false);
                    readState();
                    model.close();
                    bench.say(failure);
                });
    }

    /** Runs the statement of a result again, alone and with the values that its parameters have now. */
    public void runAgain(ResultModel model) {
        if (!running.get()) {
            // The text may have been changed since: an error has no place in it.
            runPiece(prepare(new SqlPiece(model.result().sql(), -1)), false, 0);
        }
    }

    // The transaction.

    private void setAutoCommit(boolean wanted) {
        EditorSession current = session;
        if (current == null || current.state().autoCommit() == wanted) {
            return;
        }
        try {
            current.setAutoCommit(wanted);
        } catch (AppException e) {
            bench.say(e);
            autoCommit.set(!wanted);
        }
    }

    public void commit() {
        endTransaction("Committing", "Committed", EditorSession::commit);
    }

    public void rollback() {
        endTransaction("Rolling back", "Rolled back", EditorSession::rollback);
    }

    private interface Ending {
        void end(EditorSession session, Caller caller);
    }

    private void endTransaction(String words, String done, Ending ending) {
        EditorSession current = session;
        if (current == null || running.get()) {
            return;
        }
        begin(words);
        results.forEach(ResultModel::close);
        Caller caller = bench.callers().get();
        run = background.run(
                () -> {
                    ending.end(current, caller);
                    return true;
                },
                current::cancel,
                _ -> {
                    end(done, false);
                    say(RunMessage.Level.DONE, done, "");
                    readState();
                },
                failure -> {
                    end(FAILED, true);
                    say(RunMessage.Level.FAILED, String.valueOf(failure.getMessage()), "");
                    bench.say(failure);
                    readState();
                });
    }

    private boolean holdsTransaction() {
        EditorSession current = session;
        return current != null && current.state().transaction() != EditorState.Transaction.NONE;
    }

    // Edits of results.

    /** What closing the tab would lose, a few words each. */
    public List<String> unsaved() {
        List<String> unsaved = new ArrayList<>(stagedEdits());
        if (holdsTransaction()) {
            unsaved.add("an open transaction on " + connection.name());
        }
        return unsaved;
    }

    private List<String> stagedEdits() {
        return results.stream()
                .flatMap(result -> result.editing().unsaved().stream())
                .toList();
    }

    /** The session of the tab may hold locks on the rows, or keep others from writing by a result that is open. */
    private void beforeApply(ResultModel result, Runnable apply) {
        EditorSession current = session;
        if (running.get()) {
            bench.say(Notice.warning("A statement is running in this tab. Apply when it has ended."));
            return;
        }
        if (holdsTransaction()) {
            bench.say(Notice.warning("A transaction is open in this tab and may hold these very rows. Commit it or roll"
                    + " it back, then apply."));
            return;
        }
        boolean open = result.restProperty().get() == ResultPage.Rest.LOADABLE;
        if (current == null || !open || connection.engine() != Engine.SQLITE) {
            apply.run();
            return;
        }
        Caller caller = bench.callers().get();
        background.run(
                () -> {
                    current.closeResults(caller);
                    return true;
                },
                _ -> {
                    results.forEach(ResultModel::close);
                    apply.run();
                },
                bench::say);
    }

    // Plans.

    /**
     * Shows how the tab's session would run the statement, its open transaction included, or with {@code analyze} how it
     * ran it. Asks first for the values that it needs.
     */
    public void explain(RunText text, boolean analyze) {
        if (running.get()) {
            return;
        }
        background.run(
                () -> prepare(text, SqlPiece.Extent.STATEMENT),
                prepared -> {
                    if (prepared.piece().sql().isBlank()) {
                        bench.say(Notice.info("There is no statement at the caret."));
                    } else if (!asksParameters(prepared.parameters())) {
                        explainPiece(prepared, analyze, false);
                    }
                },
                bench::say);
    }

    private void explainPiece(Prepared prepared, boolean analyze, boolean confirm) {
        if (running.get()) {
            return;
        }
        begin(analyze ? "Analyzing" : "Planning");
        error.set(null);
        banner.set(null);
        again = () -> explainPiece(prepared, analyze, confirm);
        withSession(current -> explainPiece(current, prepared, analyze, confirm));
    }

    private void explainPiece(EditorSession current, Prepared prepared, boolean analyze, boolean confirm) {
        Caller caller = bench.callers().get();
        ExplainRequest request = new ExplainRequest(
                prepared.piece().sql(),
                analyze,
                confirm,
                null,
                QueryRequest.LONGEST_TIMEOUT_MILLIS,
                parameterJson(prepared.parameters()));
        run = background.run(
                () -> PlanReader.read(current.explain(caller, request)),
                current::cancel,
                found -> {
                    end(analyze ? "Analyzed; its changes were rolled back" : "Planned", false);
                    readState();
                    plan.set(found);
                },
                failure -> refused(prepared.piece(), failure, () -> explainPiece(prepared, analyze, true)));
    }

    // Exports.

    /**
     * The statement at the caret with its values, for an export.
     *
     * @param ready gets it; not called while values are missing
     */
    void prepareExport(RunText text, ExportFormat format, Consumer<ExportRequest> ready) {
        background.run(
                () -> prepare(text, SqlPiece.Extent.STATEMENT),
                prepared -> {
                    if (prepared.piece().sql().isBlank()) {
                        bench.say(Notice.info("There is no statement at the caret."));
                    } else if (!asksParameters(prepared.parameters())) {
                        ready.accept(new ExportRequest(
                                prepared.piece().sql(),
                                parameterJson(prepared.parameters()),
                                null,
                                null,
                                "",
                                "",
                                format,
                                false));
                    }
                },
                bench::say);
    }

    // The text.

    /** Gets a text that was laid out. */
    @FunctionalInterface
    public interface LaidOut {

        /** @param part whether it stands for the selection, not for the whole text */
        void take(String text, boolean part);
    }

    /** Lays the text out, or what is selected of it; nothing is taken where that changes nothing. */
    public void format(RunText text, LaidOut laidOut) {
        boolean part = text.selection().end() > text.selection().start();
        background.run(
                () -> {
                    String all = text.text().get();
                    String wanted = part
                            ? all.substring(
                                    text.selection().start(), text.selection().end())
                            : all;
                    String laid = SqlFormatter.format(wanted, connection.engine());
                    return laid.equals(wanted) ? "" : laid;
                },
                laid -> {
                    if (!laid.isEmpty()) {
                        laidOut.take(laid, part);
                    }
                },
                bench::say);
    }

    void sayChangedMeanwhile() {
        bench.say(Notice.info("The text was changed meanwhile. Format it again."));
    }

    /** What the tab does, as calls of the API. */
    SqlCalls calls() {
        return new SqlCalls(connection, parameters);
    }

    public void connectionChanged(DatabaseConnection changed) {
        connection = changed;
        results.forEach(result -> result.connectionChanged(changed));
        loadNames(true);
    }

    /** Gives the session back; what runs ends. */
    public void dispose() {
        onHide();
        confirmation.set(null);
        run.cancel();
        opening.cancel();
        EditorSession current = session;
        session = null;
        if (current != null) {
            background.run(
                    () -> {
                        current.close();
                        return true;
                    },
                    _ -> {},
                    _ -> {});
        }
    }

    public DatabaseConnection connection() {
        return connection;
    }

    CatalogueSuggestions suggestions() {
        return suggestions;
    }

    public ReadOnlyBooleanProperty runningProperty() {
        return running.getReadOnlyProperty();
    }

    /** Whether what ran last failed. */
    public ReadOnlyBooleanProperty failedProperty() {
        return failed.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty statusProperty() {
        return status.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<TransactionChip> transactionProperty() {
        return transaction.getReadOnlyProperty();
    }

    public BooleanProperty autoCommitProperty() {
        return autoCommit;
    }

    public ObservableList<ResultModel> results() {
        return results;
    }

    public ObservableList<RunMessage> messages() {
        return messages;
    }

    public ObservableList<ParameterField> parameters() {
        return parameters.fields();
    }

    public ReadOnlyObjectProperty<@Nullable Presented> bannerProperty() {
        return banner.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<@Nullable ErrorMark> errorProperty() {
        return error.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<@Nullable PlanNode> planProperty() {
        return plan.getReadOnlyProperty();
    }

    public ObjectProperty<@Nullable Confirmation> confirmationProperty() {
        return confirmation;
    }
}
