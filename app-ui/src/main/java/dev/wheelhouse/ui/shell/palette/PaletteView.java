package dev.wheelhouse.ui.shell.palette;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.shell.Layer;
import dev.wheelhouse.ui.shell.Layers;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;

/** The palette over the window: a field and what it finds. */
public final class PaletteView implements Layer {

    private static final double LINE_HEIGHT = 38;
    private static final int MOST_LINES = 10;
    private static final double PADDING = 10;

    private final PaletteViewModel model;
    private final Parent root;

    @FXML
    private Pane card;

    @FXML
    private TextField field;

    @FXML
    private ListView<PaletteEntry> list;

    @FXML
    private Label nothing;

    private final Layers layers;
    private final Parent covered;
    private final Action toggle;

    /**
     * @param covered what it lies over, and is part of
     * @param toggle opens and closes it
     */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public PaletteView(PaletteViewModel model, Layers layers, Parent covered, Action toggle) {
        this.model = model;
        this.layers = layers;
        this.covered = covered;
        this.toggle = toggle;
        this.root = FxmlViews.load(this);
        root.setVisible(false);
        // Covers the window so that a click beside the card closes it.
        root.setOnMousePressed(event -> {
            if (root.equals(event.getTarget())) {
                close();
            }
        });
    }

    @FXML
    void initialize() {
        field.textProperty().bindBidirectional(model.typedProperty());
        list.setItems(model.found());
        list.setCellFactory(_ -> new PaletteCell(this::choose));
        model.selectedProperty().addListener((_, _, index) -> {
            list.getSelectionModel().clearAndSelect(index.intValue());
            list.scrollTo(index.intValue());
        });
        nothing.visibleProperty().bind(Bindings.isEmpty(model.found()));
        list.setFixedCellSize(LINE_HEIGHT);
        var lines = Bindings.size(model.found());
        list.prefHeightProperty()
                .bind(Bindings.createDoubleBinding(
                        () -> Math.clamp(lines.get(), 1, MOST_LINES) * LINE_HEIGHT + PADDING, lines));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
    }

    private void onKey(KeyEvent event) {
        if (event.isShortcutDown() || event.isControlDown() || event.isAltDown()) {
            return;
        }
        switch (event.getCode()) {
            case DOWN -> model.move(1);
            case UP -> model.move(-1);
            case PAGE_DOWN -> model.move(8);
            case PAGE_UP -> model.move(-8);
            case ENTER -> choose();
            case ESCAPE -> close();
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void choose(PaletteEntry entry) {
        close();
        entry.open().run();
    }

    private void choose() {
        Runnable chosen = model.chosen();
        close();
        chosen.run();
    }

    /** Opens it with an empty field. */
    public void open() {
        model.open();
        root.setVisible(true);
        card.toFront();
        layers.open(this, covered);
    }

    @Override
    public void focus() {
        field.requestFocus();
    }

    @Override
    public List<Action> actions() {
        return List.of(toggle);
    }

    public boolean isOpen() {
        return root.isVisible();
    }

    /** Closes it; the keyboard goes back before anything is opened. */
    public void close() {
        layers.close(this);
        root.setVisible(false);
        model.close();
    }

    @Override
    public Parent root() {
        return root;
    }
}
