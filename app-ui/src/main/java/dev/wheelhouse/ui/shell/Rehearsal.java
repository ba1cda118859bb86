package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.shell.palette.PaletteView;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.theme.Theme;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;

/**
 * Draws the kinds of controls that the first screen has, once and out of sight, while the core still starts: what is
 * loaded and parsed for them is not waited for later.
 */
public final class Rehearsal {

    private Rehearsal() {}

    /** Runs on the window's thread. */
    public static void run(Background background) {
        ActionControls controls = new ActionControls(_ -> {});
        Action action = Action.of("rehearsal", "Rehearse", "fth-home", () -> {}).withShortcut("Shortcut+Enter");
        PaletteView palette = new PaletteView(new PaletteViewModel(background));
        BorderPane root = new BorderPane(new ScrollPane(new VBox(
                new Label("Label"),
                new TextField("Field"),
                new Hyperlink("Link"),
                new ProgressBar(0.5),
                controls.button(action),
                controls.iconButton(action),
                palette.root())));
        Scene scene = new Scene(root, 640, 480);
        Theme.dress(scene, false);
        scene.snapshot(null);
    }
}
