package dev.wheelhouse.ui.databases.history;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.databases.history.HistoryFilter;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The history as it is filtered now, page by page. Belongs to the window's thread. */
public final class HistoryViewModel {

    private static final int PAGE = 100;
    /** Beyond these the oldest go when new ones come, however long the list is looked at. */
    private static final int MOST_KEPT = 1_000;

    private static final Duration TYPING = Duration.ofMillis(200);
    private static final Duration POLL_PERIOD = Duration.ofSeconds(2);

    /** How far the reading is. */
    public sealed interface State {

        record Loading() implements State {}

        record Ready() implements State {}

        record Failed(AppException error) implements State {}
    }

    private final HistoryService history;
    private final ConnectionList connections;
    private final Workbench workbench;
    private final Latest reading;
    private final Latest readingMore;
    private final StringProperty search = new SimpleStringProperty(this, "search", "");
    private final ObjectProperty<@Nullable String> connection = new SimpleObjectProperty<>(this, "connection");
    private final ObjectProperty<@Nullable String> outcome = new SimpleObjectProperty<>(this, "outcome");
    private final ObjectProperty<@Nullable Origin> origin = new SimpleObjectProperty<>(this, "origin");
    private final ObservableList<HistoryEntry> entries = FXCollections.observableArrayList();
    private final ObservableList<HistoryEntry> view = FXCollections.unmodifiableObservableList(entries);
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(this, "state", new State.Loading());
    private @Nullable String next;
    private boolean more;
    private boolean anew;
    private boolean underWay;
    private Background.Handle typing = Background.Handle.NONE;
    private Background.Handle polling = Background.Handle.NONE;

    public HistoryViewModel(HistoryService history, ConnectionList connections, Workbench workbench) {
        this.history = history;
        this.connections = connections;
        this.workbench = workbench;
        this.reading = new Latest(workbench.background());
        this.readingMore = new Latest(workbench.background());
        search.addListener(_ -> {
            typing.cancel();
            typing = workbench.background().after(TYPING, this::readAnew);
        });
        connection.addListener(_ -> readAnew());
        outcome.addListener(_ -> readAnew());
        origin.addListener(_ -> readAnew());
    }

    public void onShow() {
        connections.refresh();
        refresh();
        polling = workbench.background().every(POLL_PERIOD, this::poll);
    }

    public void onHide() {
        polling.cancel();
        typing.cancel();
        reading.cancel();
        underWay = false;
        readingMore.cancel();
        more = false;
    }

    /** What was shown stays until what is wanted now has been read. */
    private void readAnew() {
        anew = true;
        next = null;
        readingMore.cancel();
        more = false;
        refresh();
    }

    /** Reads what is new; what was paged to stays. */
    public void refresh() {
        HistoryFilter filter = filter();
        underWay = true;
        reading.run(
                () -> history.list(workbench.callers().get(), filter, new PageRequest(PAGE, null)),
                page -> {
                    underWay = false;
                    takeFirst(page);
                },
                error -> {
                    underWay = false;
                    state.set(new State.Failed(error));
                });
    }

    /** A reading that takes longer than the time between two looks goes on: to begin anew would never end. */
    private void poll() {
        if (!underWay) {
            refresh();
        }
    }

    private HistoryFilter filter() {
        String text = search.get().strip();
        return new HistoryFilter(connection.get(), text.isEmpty() ? null : text, outcome.get(), origin.get());
    }

    private void takeFirst(Page<HistoryEntry> page) {
        List<HistoryEntry> fresh = page.items();
        int overlap = anew || entries.isEmpty() ? -1 : fresh.indexOf(entries.getFirst());
        anew = false;
        if (overlap < 0) {
            // All is new, or so much ran meanwhile that the pages no longer meet; nor would one that is on its way.
            readingMore.cancel();
            more = false;
            if (!fresh.equals(entries)) {
                entries.setAll(fresh);
            }
            next = page.next();
        } else if (overlap > 0) {
            entries.addAll(0, fresh.subList(0, overlap));
            // A page that is on its way continues the last entry.
            if (entries.size() > MOST_KEPT && !more) {
                entries.remove(entries.size() - overlap, entries.size());
                next = entries.getLast().id();
            }
        }
        state.set(new State.Ready());
    }

    /** Reads the page below the last entry, unless there is none or it is on its way. */
    public void readMore() {
        if (next == null || more) {
            return;
        }
        more = true;
        HistoryFilter filter = filter();
        PageRequest request = new PageRequest(PAGE, next);
        readingMore.run(
                () -> history.list(workbench.callers().get(), filter, request),
                page -> {
                    more = false;
                    next = page.next();
                    entries.addAll(page.items());
                },
                error -> {
                    more = false;
                    workbench.say(error);
                });
    }

    /** Shows one connection alone; null for all. */
    public void showConnection(@Nullable String connectionId) {
        search.set("");
        outcome.set(null);
        origin.set(null);
        connection.set(connectionId);
    }

    public boolean isFiltered() {
        return !filter().equals(HistoryFilter.ALL);
    }

    /** The connection that an entry ran on; empty when it was deleted since. */
    public Optional<DatabaseConnection> connectionOf(HistoryEntry entry) {
        return connections.find(entry.connectionId());
    }

    /** The list as it is filtered, over HTTP. */
    public CurlCommand listCall() {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("limit", Integer.toString(PAGE));
        HistoryFilter filter = filter();
        putIfGiven(query, "search", filter.search());
        putIfGiven(query, "connection", filter.connectionId());
        putIfGiven(query, "outcome", filter.outcome());
        putIfGiven(query, "origin", origin.get() == null ? null : wireName(origin.get()));
        return CurlCommand.get("/db-connections/history", query);
    }

    private static void putIfGiven(Map<String, String> query, String name, @Nullable String value) {
        if (value != null) {
            query.put(name, value);
        }
    }

    private static @Nullable String wireName(@Nullable Origin origin) {
        return origin == null ? null : origin.name().toLowerCase(Locale.ROOT);
    }

    /** Runs the entry's statement again, over HTTP; null for what is no statement, or a connection that is gone. */
    public @Nullable CurlCommand againCall(HistoryEntry entry) {
        if (connectionOf(entry).isEmpty()) {
            return null;
        }
        String path = "/db-connections/" + CurlCommand.segment(entry.connectionId());
        return switch (entry.kind()) {
            case "query" -> CurlCommand.post(path + "/query", Json.write(Map.of("sql", entry.statement())));
            case "explain" -> CurlCommand.post(path + "/explain", Json.write(Map.of("sql", entry.statement())));
            default -> null;
        };
    }

    /** Whether the entry is a text that a SQL editor takes. */
    public static boolean isStatement(HistoryEntry entry) {
        return List.of("query", "explain", "script").contains(entry.kind());
    }

    public ObservableList<HistoryEntry> entries() {
        return view;
    }

    public List<DatabaseConnection> connections() {
        return new ArrayList<>(connections.items());
    }

    public ObservableList<DatabaseConnection> connectionItems() {
        return connections.items();
    }

    public StringProperty searchProperty() {
        return search;
    }

    /** Id of the connection wanted; null for all. */
    public ObjectProperty<@Nullable String> connectionProperty() {
        return connection;
    }

    public ObjectProperty<@Nullable String> outcomeProperty() {
        return outcome;
    }

    public ObjectProperty<@Nullable Origin> originProperty() {
        return origin;
    }

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }
}
