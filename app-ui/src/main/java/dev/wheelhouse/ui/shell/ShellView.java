package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.controls.SideSplit;
import dev.wheelhouse.ui.fx.FxmlViews;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The frame: band, sidebar, heading, screen, jobs panel, status bar; the palette lies over all of it. */
public final class ShellView {

    private final ShellViewModel model;
    private final Sidebar sidebar;
    private final StackPane root;

    @FXML
    private BorderPane frame;

    @FXML
    private VBox top;

    @FXML
    private HBox bandLine;

    @FXML
    private Label bandText;

    @FXML
    private Label heading;

    @FXML
    private HBox headingBar;

    @FXML
    private Button goTo;

    @FXML
    private VBox content;

    @FXML
    private StackPane screenPlace;

    @FXML
    private VBox bottom;

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    ShellView(ShellViewModel model, Sidebar sidebar) {
        this.model = model;
        this.sidebar = sidebar;
        this.root = (StackPane) FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        frame.setLeft(sidebar);
        sidebar.setCollapsed(model.sidebarCollapsedProperty().get());
        model.sidebarCollapsedProperty().addListener((_, _, collapsed) -> sidebar.setCollapsed(collapsed));
        model.bandProperty().addListener((_, _, band) -> showBand(band));
        bandLine.managedProperty().bind(bandLine.visibleProperty());
        showBand(model.bandProperty().get());
    }

    private void showBand(@Nullable WarningBand band) {
        bandLine.setVisible(band != null);
        frame.getStyleClass().remove("banded");
        if (band == null) {
            frame.setStyle("");
            return;
        }
        frame.getStyleClass().add("banded");
        bandText.setText(band.text());
        // The colour is the connection's own; the theme's danger stands in for none.
        frame.setStyle(band.color().isEmpty() ? "" : "-band-color: " + band.color() + ";");
    }

    /** Puts a screen in front. */
    void showScreen(String id, String title, Parent screen) {
        heading.setText(title);
        sidebar.markCurrent(id);
        screenPlace.getChildren().setAll(screen);
    }

    /** Adds a button at the end of the heading. */
    void addToHeading(Button button) {
        headingBar.getChildren().add(button);
    }

    /** Puts something at the right of the screens, with the width that is remembered. */
    void showBeside(Parent panel) {
        // What it was in may still hold it.
        frame.setCenter(null);
        SideSplit split = SideSplit.atRight(panel, content);
        split.sideWidthProperty().bindBidirectional(model.sidePanelWidthProperty());
        frame.setCenter(split);
    }

    /** Leaves the screens alone again. */
    void hideBeside() {
        frame.setCenter(content);
    }

    Button goToButton() {
        return goTo;
    }

    /** Adds a line over the whole width, below those that were added before. */
    void addOnTop(Parent line) {
        top.getChildren().add(line);
    }

    /** Adds what stands below the screens, above what was added before. */
    void addBelow(Parent part) {
        bottom.getChildren().addFirst(part);
    }

    /** Lays something over the whole window. */
    void addAbove(Parent part) {
        root.getChildren().add(part);
    }

    StackPane root() {
        return root;
    }
}
