package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.logs.gateway.OpenedLog;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The document that is open, if one is, and which of its rows are shown. Belongs to the window's thread. */
final class ShownLog {

    private final Background background;
    private final LogExports exports;
    private final ReadOnlyObjectWrapper<@Nullable LogLines> lines = new ReadOnlyObjectWrapper<>(this, "lines");
    private @Nullable LogDocument document;
    private @Nullable DocumentLines rows;
    private @Nullable FilteredLines filtered;
    private SourceNames names = new SourceNames(List.of());
    private ObservableList<String> sources = FXCollections.observableArrayList();

    /** @param exports close documents, but not while they are written */
    ShownLog(Background background, LogExports exports) {
        this.background = background;
        this.exports = exports;
    }

    /** @param newest stand in for the rows until they are counted; null for a document that is counted */
    void open(OpenedLog log, @Nullable List<DocumentLine> newest) {
        document = log.document();
        names = new SourceNames(log.sources());
        sources = names.all();
        rows = new DocumentLines(log.document(), log.document(), background, names, newest);
        lines.set(rows);
    }

    /**
     * Shows other rows.
     *
     * @param wanted null for all
     * @return false when the document is not open any more, whose rows then are closed
     */
    boolean show(LogDocument of, @Nullable FilteredLines wanted) {
        if (!of.equals(document)) {
            if (wanted != null) {
                wanted.close();
            }
            return false;
        }
        if (rows != null) {
            rows.close();
        }
        FilteredLines before = filtered;
        filtered = wanted;
        rows = new DocumentLines(of, wanted == null ? of : wanted, background, names, null);
        lines.set(rows);
        if (before != null) {
            before.close();
        }
        return true;
    }

    void close() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
        if (filtered != null) {
            filtered.close();
            filtered = null;
        }
        if (document != null) {
            exports.close(document);
            document = null;
        }
    }

    Optional<LogDocument> document() {
        return Optional.ofNullable(document);
    }

    Optional<DocumentLines> rows() {
        return Optional.ofNullable(rows);
    }

    /** Null where all rows are shown. */
    @Nullable
    FilteredLines filtered() {
        return filtered;
    }

    ReadOnlyObjectProperty<@Nullable LogLines> linesProperty() {
        return lines.getReadOnlyProperty();
    }

    /** The logs that are merged, as far as lines of them were seen; a new list when the log is opened again. */
    ObservableList<String> sources() {
        return sources;
    }
}
