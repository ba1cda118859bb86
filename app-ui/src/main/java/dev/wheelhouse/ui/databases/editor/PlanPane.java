package dev.wheelhouse.ui.databases.editor;

import java.util.Locale;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/** A plan as a tree: what was estimated against what was measured, and where the time went. */
final class PlanPane extends StackPane {

    private static final double BAR_WIDTH = 110;
    private static final double BAR_HEIGHT = 8;
    private static final double WRONG = 10;

    PlanPane() {
        Label empty = new Label("Explain a statement to see how the database runs it.");
        empty.getStyleClass().add("dim");
        getChildren().setAll(empty);
    }

    void show(PlanNode plan) {
        TreeTableView<PlanNode> tree = new TreeTableView<>(item(plan));
        tree.getStyleClass().addAll("dense", "plan-tree");
        tree.setColumnResizePolicy(TreeTableView.CONSTRAINED_RESIZE_POLICY_SUBSEQUENT_COLUMNS);
        TreeTableColumn<PlanNode, PlanNode> step = column("Step", 320, _ -> new StepCell());
        tree.getColumns().add(step);
        tree.setTreeColumn(step);
        if (plan.millis() >= 0) {
            tree.getColumns().add(column("Time", 190, _ -> new TimeCell(plan.millis())));
            tree.getColumns().add(column("Rows", 90, _ -> figures(node -> rows(node.actualRows()))));
        }
        if (plan.estimatedRows() >= 0) {
            tree.getColumns().add(column("Estimate", 110, _ -> new EstimateCell()));
            tree.getColumns().add(column("Cost", 90, _ -> figures(node -> rows(node.cost()))));
        }
        if (hasDetails(plan)) {
            tree.getColumns().add(column("Detail", 260, _ -> new DetailCell()));
        }
        getChildren().setAll(tree);
    }

    private static boolean hasDetails(PlanNode node) {
        return !node.detail().isEmpty() || node.children().stream().anyMatch(PlanPane::hasDetails);
    }

    private static TreeItem<PlanNode> item(PlanNode node) {
        TreeItem<PlanNode> item = new TreeItem<>(node);
        item.setExpanded(true);
        node.children().forEach(child -> item.getChildren().add(item(child)));
        return item;
    }

    private static TreeTableColumn<PlanNode, PlanNode> column(
            String title, double width, Function<Void, TreeTableCell<PlanNode, PlanNode>> cells) {
        TreeTableColumn<PlanNode, PlanNode> column = new TreeTableColumn<>(title);
        column.setCellValueFactory(
                row -> new ReadOnlyObjectWrapper<>(row.getValue().getValue()));
        column.setCellFactory(_ -> cells.apply(null));
        column.setPrefWidth(width);
        column.setSortable(false);
        return column;
    }

    private static String rows(double value) {
        return value < 0
                ? ""
                : String.format(Locale.ROOT, value < 10 && value != Math.rint(value) ? "%.2f" : "%,.0f", value);
    }

    private static TreeTableCell<PlanNode, PlanNode> figures(Function<PlanNode, String> text) {
        return new TreeTableCell<>() {
            @Override
            protected void updateItem(PlanNode item, boolean empty) {
                super.updateItem(item, empty);
                setText(empty || item == null ? null : text.apply(item));
                setAlignment(Pos.CENTER_RIGHT);
                getStyleClass().setAll("cell", "indexed-cell", "tree-table-cell", "table-column", "figures");
            }
        };
    }

    private static final class StepCell extends TreeTableCell<PlanNode, PlanNode> {
        @Override
        protected void updateItem(PlanNode item, boolean empty) {
            super.updateItem(item, empty);
            setText(empty || item == null ? null : item.title());
        }
    }

    private static final class DetailCell extends TreeTableCell<PlanNode, PlanNode> {
        @Override
        protected void updateItem(PlanNode item, boolean empty) {
            super.updateItem(item, empty);
            boolean nothing = empty || item == null || item.detail().isEmpty();
            setText(nothing ? null : item.detail());
            setTooltip(nothing ? null : new Tooltip(item.detail().replace(" · ", "\n")));
        }
    }

    private static final class EstimateCell extends TreeTableCell<PlanNode, PlanNode> {
        @Override
        protected void updateItem(PlanNode item, boolean empty) {
            super.updateItem(item, empty);
            getStyleClass().removeAll("plan-wrong");
            setAlignment(Pos.CENTER_RIGHT);
            if (empty || item == null) {
                setText(null);
                return;
            }
            boolean wrong = item.misestimate() >= WRONG;
            String factor = wrong ? "  " + Math.round(item.misestimate()) + "×" : "";
            setText(rows(item.estimatedRows()) + factor);
            if (wrong) {
                getStyleClass().add("plan-wrong");
            }
        }
    }

    /** The step with those below it as a pale bar, its own part of that as a strong one. */
    private static final class TimeCell extends TreeTableCell<PlanNode, PlanNode> {
        private final double total;
        private final Region own = new Region();
        private final StackPane bar = new StackPane(own);
        private final Label words = new Label();
        private final HBox row = new HBox(8, bar, words);

        TimeCell(double total) {
            this.total = Math.max(total, 0.001);
            bar.getStyleClass().add("plan-bar");
            own.getStyleClass().add("own");
            bar.setAlignment(Pos.CENTER_RIGHT);
            row.setAlignment(Pos.CENTER_LEFT);
            words.getStyleClass().add("figures");
            words.setMinWidth(USE_PREF_SIZE);
        }

        @Override
        protected void updateItem(PlanNode item, boolean empty) {
            super.updateItem(item, empty);
            setText(null);
            if (empty || item == null || item.millis() < 0) {
                setGraphic(null);
                return;
            }
            fix(bar, Math.max(2, BAR_WIDTH * Math.min(1, item.millis() / total)));
            fix(own, Math.max(0, BAR_WIDTH * Math.min(1, item.ownMillis() / total)));
            words.setText(String.format(Locale.ROOT, "%.2f ms", item.millis()));
            setGraphic(row);
        }

        private static void fix(Region region, double width) {
            region.setMinSize(width, BAR_HEIGHT);
            region.setPrefSize(width, BAR_HEIGHT);
            region.setMaxSize(width, BAR_HEIGHT);
        }
    }
}
