package dev.wheelhouse.ui.backups.form;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;

/** The recovery key of encrypted backups, to be saved outside this console. */
public final class RecoveryKeyForm implements Form {

    private static final double WIDTH = 620;

    private final String database;
    private final String key;
    private final Workbench workbench;
    private final Button copy = new Button("Copy");
    private final VBox root = new VBox();

    /** @param done closes the form */
    public RecoveryKeyForm(String database, String key, Workbench workbench, Runnable done) {
        this.database = database;
        this.key = key;
        this.workbench = workbench;
        root.getStyleClass().addAll("connection-form", "recovery-key");
        root.setMaxWidth(WIDTH);
        root.setPrefWidth(WIDTH);
        root.setMaxHeight(Region.USE_PREF_SIZE);
        Label title = Nodes.label("Recovery key of " + database, "h2");
        title.setId("title");
        VBox head = new VBox(title);
        head.getStyleClass().add("form-head");
        TextArea text = new TextArea(key);
        text.setId("key");
        text.setEditable(false);
        text.setWrapText(true);
        text.setPrefRowCount(5);
        text.setAccessibleText("Recovery key");
        text.getStyleClass().addAll("mono", "small");
        VBox body = new VBox(
                12,
                Nodes.wrapped("The backups are encrypted with this key. If this console and its data are lost, nothing"
                        + " but the key opens them: keep it somewhere else, such as in a password manager."),
                text);
        body.getStyleClass().add("form-body");
        root.getChildren().setAll(head, body, foot(done));
    }

    private VBox foot(Runnable done) {
        copy.setId("copyKey");
        copy.setOnAction(_ -> workbench.copy(key, "The recovery key"));
        Button save = new Button("Save as…");
        save.setOnAction(_ -> save());
        Button close = new Button("Done");
        close.setId("done");
        close.setCancelButton(true);
        close.getStyleClass().add(Styles.ACCENT);
        close.setOnAction(_ -> done.run());
        HBox buttons = Nodes.line(8, copy, save, Nodes.gap(), close);
        VBox foot = new VBox(buttons);
        foot.getStyleClass().add("form-foot");
        return foot;
    }

    private void save() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Save recovery key");
        chooser.setInitialFileName("recovery-key-" + database.replaceAll("[^\\p{L}\\p{N}._-]+", "-") + ".txt");
        File chosen = chooser.showSaveDialog(root.getScene().getWindow());
        if (chosen != null) {
            Path file = chosen.toPath();
            workbench
                    .background()
                    .run(
                            () -> write(file, key),
                            _ -> workbench.say(
                                    Notice.info("The recovery key was saved as " + file.getFileName() + ".")),
                            workbench::say);
        }
    }

    /** Anew: a file that is there would keep its permissions. */
    static Path write(Path file, String key) throws IOException {
        Files.deleteIfExists(file);
        try (OutputStream out = PrivateFiles.write(file)) {
            out.write((key + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void focus() {
        Focus.give(copy);
    }

    @Override
    public void close() {
        // Nothing is under way.
    }
}
