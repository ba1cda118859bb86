package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.editor.EditorResult;
import dev.wheelhouse.core.databases.editor.ResultPage;
import dev.wheelhouse.ui.controls.grid.ListGridModel;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** The rows of one statement as a tab shows them. */
public final class ResultModel {

    private final EditorResult result;
    private final String title;
    private final ListGridModel rows;
    private final long elapsedMillis;
    private final ReadOnlyObjectWrapper<ResultPage.Rest> rest = new ReadOnlyObjectWrapper<>(this, "rest");
    private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper(this, "summary", "");

    ResultModel(EditorResult result, String title, long elapsedMillis) {
        this.result = result;
        this.title = title;
        this.elapsedMillis = elapsedMillis;
        ResultPage page = result.firstPage();
        this.rows = new ListGridModel(
                ResultCells.columns(result), ResultCells.rows(page.rows()), page.rest() == ResultPage.Rest.NONE);
        rest.set(page.rest());
        summarise();
    }

    void add(ResultPage page) {
        rest.set(page.rest());
        rows.add(ResultCells.rows(page.rows()), page.rest() == ResultPage.Rest.NONE);
        summarise();
    }

    /** Another run closed it: what was read stays, more needs a run. */
    void close() {
        if (rest.get() == ResultPage.Rest.LOADABLE) {
            rest.set(ResultPage.Rest.RUN_AGAIN);
        }
    }

    private void summarise() {
        String count =
                rows.rowCount() == 1 ? "1 row" : String.format(java.util.Locale.ROOT, "%,d rows", rows.rowCount());
        summary.set((rest.get() == ResultPage.Rest.NONE ? count : "first " + count) + " · " + elapsedMillis + " ms");
    }

    public EditorResult result() {
        return result;
    }

    public String title() {
        return title;
    }

    public ListGridModel rows() {
        return rows;
    }

    public ReadOnlyObjectProperty<ResultPage.Rest> restProperty() {
        return rest.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty summaryProperty() {
        return summary.getReadOnlyProperty();
    }
}
