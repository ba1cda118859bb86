package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.LatestOpened;
import dev.wheelhouse.ui.logs.gateway.LinesWanted;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.logs.gateway.OpenedLog;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** One log that is looked at: opened, listened to, filtered. Belongs to the window's thread. */
public final class LogPaneViewModel {

    /** What the pane shows. */
    public sealed interface State {

        record Opening() implements State {}

        record Ready() implements State {}

        record Failed(AppException failure) implements State {}
    }

    private final LogGateway gateway;
    private final Background background;
    private final LogTarget target;
    private final ZoneId zone;
    private final LatestOpened<Begun> opening;
    private final LatestOpened<Optional<FilteredLines>> filteringRows;
    private final LogFiltering filtering = new LogFiltering(this::filterChanged);
    private final LogExports exports;
    private final ShownLog log;
    private final LogSummary facts;
    private final LogBookmarks bookmarks;
    private final LogNavigator going;
    private final LogExporter taking;
    private final LogFind find;
    private final LogCalls calls;
    private final AtomicBoolean told = new AtomicBoolean();
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(this, "state", new State.Opening());
    private LogDocument.@Nullable Registration registration;
    private boolean visible;

    public LogPaneViewModel(LogGateway gateway, Workbench workbench, Clock clock, ZoneId zone, LogTarget target) {
        this.gateway = gateway;
        this.background = workbench.background();
        this.target = target;
        this.zone = zone;
        this.exports = new LogExports(background);
        this.opening = new LatestOpened<>(
                background, begun -> exports.close(begun.log().document()));
        this.filteringRows = new LatestOpened<>(background, rows -> rows.ifPresent(FilteredLines::close));
        this.log = new ShownLog(background, exports);
        this.facts = new LogSummary(LogTitles.before(target));
        this.bookmarks = new LogBookmarks(target, new SavedBookmarks(workbench.state()), background);
        this.going = new LogNavigator(log, bookmarks, workbench, clock, zone);
        this.taking = new LogExporter(log, gateway, workbench, exports, new LogExporter.Source(target, this::wanted));
        this.calls = new LogCalls(target, filtering);
        this.find = new LogFind(background, going.places(), this::filteredFor, this::rowOf);
    }

    // Life

    public void onShow() {
        visible = true;
        log.document()
                .ifPresentOrElse(
                        known -> {
                            listenTo(known);
                            refresh();
                        },
                        this::begin);
    }

    private void begin() {
        if (!opening.isUnderWay()) {
            open();
        }
    }

    /** What is open stays open and goes on reading; only nothing is reported here. */
    public void onHide() {
        visible = false;
        release();
    }

    public void dispose() {
        onHide();
        opening.cancel();
        close();
    }

    /** Opens it, again if it was open. */
    public void open() {
        release();
        close();
        state.set(new State.Opening());
        opening.run(() -> begun(gateway.open(target)), this::opened, failure -> state.set(new State.Failed(failure)));
    }

    private static Begun begun(OpenedLog opened) {
        try {
            return new Begun(opened, Optional.ofNullable(DocumentLines.newestOf(opened.document())));
        } catch (RuntimeException e) {
            // Nobody else knows of it.
            opened.document().close();
            throw e;
        }
    }

    private record Begun(OpenedLog log, Optional<List<DocumentLine>> newest) {}

    private void opened(Begun begun) {
        OpenedLog opened = begun.log();
        facts.opened(opened);
        log.open(opened, begun.newest().orElse(null));
        state.set(new State.Ready());
        if (visible) {
            listenTo(opened.document());
        }
        if (filtering.isActive()) {
            filterChanged();
        }
        find.opened();
        refresh();
    }

    private void listenTo(LogDocument document) {
        release();
        registration = document.onChange(() -> {
            // Called often; the window looks once for all calls before it.
            if (told.compareAndSet(false, true)) {
                background.onWindow(() -> {
                    told.set(false);
                    refresh();
                });
            }
        });
    }

    private void release() {
        if (registration != null) {
            registration.close();
            registration = null;
        }
    }

    private void close() {
        find.closed();
        filteringRows.cancel();
        bookmarks.closed();
        log.close();
    }

    private void refresh() {
        LogDocument document = log.document().orElse(null);
        DocumentLines rows = log.rows().orElse(null);
        if (document == null || rows == null) {
            return;
        }
        keepPlace(rows);
        facts.show(document.state(), document.counts(), log.filtered());
        FilteredLines filtered = log.filtered();
        if (filtered != null && filtered.failure() != null) {
            filtering.fail(String.valueOf(filtered.failure().getMessage()));
        }
        bookmarks.refresh(document);
        find.refresh();
        going.refresh();
    }

    /** The newest lines stood in for rows that are counted now, which are other ones: the line in view stays there. */
    private void keepPlace(DocumentLines rows) {
        ShownLine stays = rows.isProvisional() ? going.staying() : null;
        rows.refresh();
        if (stays != null && !rows.isProvisional()) {
            going.toId(stays.id());
        }
    }

    // Filter

    private FilteredLines filteredFor(LogFilter filter) {
        return log.document()
                .orElseThrow(() -> new AppException(PlatformError.CANCELLED, "The log was closed."))
                .filtered(filter, filtering.hidden());
    }

    private LinesWanted wanted() {
        return new LinesWanted(filtering.filter(), filtering.hidden());
    }

    private void filterChanged() {
        log.document().ifPresent(this::filter);
    }

    private void filter(LogDocument document) {
        ShownLine stays = going.staying();
        LinesWanted wanted = wanted();
        filteringRows.run(
                () -> Optional.ofNullable(wanted.isAll() ? null : document.filtered(wanted.filter(), wanted.hidden())),
                rows -> {
                    if (log.show(document, rows.orElse(null))) {
                        going.toNumber(stays == null || stays.number() < 0 ? null : stays.number());
                        find.filterChanged(wanted.filter());
                        refresh();
                    }
                },
                failure -> filtering.fail(String.valueOf(failure.getMessage())));
    }

    private long rowOf(long number) {
        return log.rows().map(rows -> rows.rows().rowOf(number)).orElse(number);
    }

    // What the view shows

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    public LogSummary facts() {
        return facts;
    }

    public ReadOnlyObjectProperty<@Nullable LogLines> linesProperty() {
        return log.linesProperty();
    }

    /** The logs that are merged, as far as lines of them were seen; a new list when the log is opened again. */
    public ObservableList<String> sources() {
        return log.sources();
    }

    public LogFiltering filtering() {
        return filtering;
    }

    public LogFind find() {
        return find;
    }

    public LogNavigator going() {
        return going;
    }

    public LogExporter taking() {
        return taking;
    }

    public LogBookmarks bookmarks() {
        return bookmarks;
    }

    public LogTarget target() {
        return target;
    }

    public ZoneId zone() {
        return zone;
    }

    /** The calls of the API that give the same. */
    public LogCalls calls() {
        return calls;
    }
}
