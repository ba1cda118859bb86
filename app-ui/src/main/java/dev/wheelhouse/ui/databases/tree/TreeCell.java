package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.ui.databases.EnvironmentStyle;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** Draws one row. */
final class TreeCell extends ListCell<TreeRow> {

    private static final double STEP = 16;

    private final HBox line = new HBox(6);
    private final Region indent = new Region();
    private final FontIcon arrow = new FontIcon();
    private final FontIcon icon = new FontIcon();
    private final Label name = new Label();
    private final Region gap = new Region();
    private final Label figure = new Label();
    private final Consumer<TreeRow> toggle;

    TreeCell(Consumer<TreeRow> toggle) {
        this.toggle = toggle;
        line.setAlignment(Pos.CENTER_LEFT);
        // The cell is as wide as the list, whatever the name.
        line.setMinWidth(0);
        line.setPrefWidth(1);
        indent.setMinWidth(Region.USE_PREF_SIZE);
        HBox.setHgrow(gap, Priority.ALWAYS);
        // An opened past is told from another by the end of its name.
        name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        figure.getStyleClass().addAll("figures", "dim");
        figure.setMinWidth(Region.USE_PREF_SIZE);
        arrow.getStyleClass().add("tree-arrow");
        arrow.setOnMousePressed(event -> {
            if (event.getButton() == MouseButton.PRIMARY && getItem() != null) {
                event.consume();
                this.toggle.accept(getItem());
            }
        });
        getStyleClass().add("tree-row");
    }

    @Override
    protected void updateItem(@Nullable TreeRow row, boolean empty) {
        super.updateItem(row, empty);
        setTooltip(null);
        if (empty || row == null) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        indent.setPrefWidth(row.depth() * STEP);
        name.getStyleClass().removeAll("dim", "danger-text", "h3");
        figure.setText("");
        switch (row) {
            case TreeRow.Connection connection -> showConnection(connection);
            case TreeRow.Schema schema -> {
                show("fth-folder", schema.name(), arrowOf(schema.open()));
                figure.setText(Integer.toString(schema.tables()));
            }
            case TreeRow.Table table -> showTable(table.summary());
            case TreeRow.Loading _ -> note("fth-loader", "Reading tables…", "dim");
            case TreeRow.Failed failed -> {
                note("fth-alert-circle", failed.error().text(), "danger-text");
                setTooltip(new Tooltip(failed.error().text() + "\nEnter tries again."));
            }
            case TreeRow.Empty _ -> note("fth-minus", "No tables yet", "dim");
        }
        setAccessibleText(name.getText());
        setGraphic(line);
    }

    private static String arrowOf(boolean open) {
        return open ? "fth-chevron-down" : "fth-chevron-right";
    }

    private void showConnection(TreeRow.Connection row) {
        DatabaseConnection connection = row.connection();
        show(
                connection.engine() == Engine.SQLITE ? "fth-file" : "fth-database",
                connection.name(),
                arrowOf(row.open()));
        name.getStyleClass().add("h3");
        Node dot = EnvironmentStyle.dot(connection);
        line.getChildren().add(3, dot);
        if (connection.readOnly()) {
            FontIcon lock = new FontIcon("fth-lock");
            lock.getStyleClass().add("tree-sign");
            line.getChildren().add(lock);
        }
        if (connection.isProduction()) {
            line.getChildren().add(EnvironmentStyle.badge(connection.environment()));
        }
        setTooltip(new Tooltip(connection.name() + "\n" + connection.target().address() + "\n"
                + EnvironmentStyle.words(connection.environment()) + (connection.readOnly() ? ", read-only" : "")));
    }

    private void showTable(TableSummary table) {
        show(
                switch (table.kind()) {
                    case TABLE, PARTITIONED_TABLE -> "fth-grid";
                    case VIEW, MATERIALIZED_VIEW -> "fth-eye";
                    case FOREIGN_TABLE -> "fth-link";
                },
                table.name(),
                null);
        Long rows = table.estimatedRows();
        if (rows != null) {
            figure.setText("~" + RoundedCount.of(rows));
        }
        if (table.comment() != null) {
            setTooltip(new Tooltip(table.comment()));
        }
    }

    private void note(String sign, String text, String style) {
        show(sign, text, null);
        name.getStyleClass().add(style);
    }

    private void show(String sign, String text, @Nullable String arrowSign) {
        icon.setIconLiteral(sign);
        name.setText(text);
        arrow.setIconLiteral(arrowSign == null ? "fth-chevron-right" : arrowSign);
        arrow.setVisible(arrowSign != null);
        line.getChildren().setAll(indent, arrow, icon, name, gap, figure);
    }
}
