package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.editor.ResultPage;
import dev.wheelhouse.core.databases.editor.ResultSource;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.DataGrid;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** The rows of one statement with what can be done with them. */
final class ResultPane extends BorderPane {

    private static final double GAP = 12;

    ResultPane(ResultModel model, SqlViewModel tab, Consumer<ResultSource> openTable) {
        DataGrid grid = new DataGrid();
        grid.setModel(model.rows());
        grid.setSortable(false);
        setCenter(grid);
        Label summary = new Label();
        summary.getStyleClass().addAll("figures", "dim");
        summary.textProperty().bind(model.summaryProperty());
        Button more = new Button("Load more", new FontIcon("fth-chevrons-down"));
        more.setOnAction(_ -> tab.loadMore(model));
        more.disableProperty().bind(tab.runningProperty());
        Button again = new Button("Run again", new FontIcon("fth-refresh-cw"));
        again.setOnAction(_ -> tab.runAgain(model));
        again.disableProperty().bind(tab.runningProperty());
        Label closed = new Label("There are more rows; this result is no longer open.");
        closed.getStyleClass().addAll("dim", "small");
        showOnly(model.restProperty().get(), more, again, closed);
        model.restProperty().addListener((_, _, rest) -> showOnly(rest, more, again, closed));
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox footer = new HBox(GAP, summary, more, closed, again, space);
        ResultSource source = model.result().source();
        if (source != null) {
            Button table = new Button("Edit in " + source.table(), new FontIcon("fth-edit-2"));
            table.setOnAction(_ -> openTable.accept(source));
            footer.getChildren().add(table);
        }
        footer.getChildren().add(copyMenu(grid));
        footer.setAlignment(Pos.CENTER_LEFT);
        footer.getStyleClass().add("result-footer");
        setBottom(footer);
    }

    private static MenuButton copyMenu(DataGrid grid) {
        MenuButton copy = new MenuButton("Copy", new FontIcon("fth-copy"));
        copy.getStyleClass().add("flat");
        copy.setMinWidth(Region.USE_PREF_SIZE);
        for (CopyFormat format : CopyFormat.values()) {
            MenuItem item = new MenuItem(format.title());
            item.setOnAction(_ -> grid.copy(format));
            copy.getItems().add(item);
        }
        return copy;
    }

    private static void showOnly(ResultPage.Rest rest, Button more, Button again, Label closed) {
        show(more, rest == ResultPage.Rest.LOADABLE);
        show(again, rest == ResultPage.Rest.RUN_AGAIN);
        show(closed, rest == ResultPage.Rest.RUN_AGAIN);
    }

    private static void show(Region node, boolean visible) {
        node.setVisible(visible);
        node.setManaged(visible);
    }
}
