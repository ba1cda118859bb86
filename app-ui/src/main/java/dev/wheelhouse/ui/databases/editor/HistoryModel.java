package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Map;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** What ran on a connection, in the window and over HTTP. Belongs to the window's thread. */
final class HistoryModel {

    private static final int PAGE = 200;

    private final SqlServices services;
    private final Workbench bench;
    private final String connectionId;
    private final Latest latest;
    private final ObservableList<HistoryEntry> entries = FXCollections.observableArrayList();

    HistoryModel(SqlServices services, Workbench bench, String connectionId) {
        this.services = services;
        this.bench = bench;
        this.connectionId = connectionId;
        this.latest = new Latest(bench.background());
    }

    void load(String search) {
        @Nullable String wanted = search.isBlank() ? null : search.strip();
        var callers = bench.callers();
        latest.run(
                () -> services.databases()
                        .history()
                        .list(callers.get(), connectionId, wanted, new PageRequest(PAGE, null))
                        .items(),
                entries::setAll,
                bench::say);
    }

    CurlCommand curl() {
        return CurlCommand.get(
                "/db-connections/" + CurlCommand.segment(connectionId) + "/history", Map.of("limit", "50"));
    }

    ObservableList<HistoryEntry> entries() {
        return entries;
    }
}
