package dev.wheelhouse.ui.screen;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.fx.Focus;
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
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;

/** A secret that is shown to be kept outside this console, with ways to copy and to save it. */
public final class KeptText implements Form {

    private static final double WIDTH = 620;
    private static final double WIDE = 860;
    private static final int LONG_LINE = 90;

    private final Words words;
    private final String text;
    private final Workbench workbench;
    private final Button copy = new Button("Copy");
    private final CheckBox kept = new CheckBox("I have it, and it may go");
    private final VBox root = new VBox();

    /**
     * What is said of it.
     *
     * @param noun with a capital letter, such as {@code Recovery key}
     * @param of what it belongs to
     * @param meaning what it is for, and why to keep it
     */
    public record Words(String noun, String of, String meaning) {

        private String title() {
            return noun + " of " + of;
        }

        private String file() {
            return (spoken() + "-" + of).replaceAll("[^\\p{L}\\p{N}._-]+", "-") + ".txt";
        }

        private String spoken() {
            return Character.toLowerCase(noun.charAt(0)) + noun.substring(1);
        }
    }

    /**
     * @param rows how many lines it takes
     * @param done closes the form
     */
    public KeptText(Words words, String text, int rows, Workbench workbench, Runnable done) {
        this(words, text, rows, false, workbench, done);
    }

    /** A text that nothing shows again: it is left once somebody says that they have it. */
    public static KeptText once(Words words, String text, int rows, Workbench workbench, Runnable done) {
        return new KeptText(words, text, rows, true, workbench, done);
    }

    private KeptText(Words words, String text, int rows, boolean once, Workbench workbench, Runnable done) {
        this.words = words;
        this.text = text;
        this.workbench = workbench;
        root.getStyleClass().addAll("connection-form", "kept-text");
        double width = text.lines().anyMatch(line -> line.length() > LONG_LINE) ? WIDE : WIDTH;
        root.setMaxWidth(width);
        root.setPrefWidth(width);
        root.setMaxHeight(Region.USE_PREF_SIZE);
        Label title = Nodes.label(words.title(), "h2");
        title.setId("title");
        VBox head = new VBox(title);
        head.getStyleClass().add("form-head");
        TextArea area = new TextArea(text);
        area.setId("key");
        area.setEditable(false);
        area.setWrapText(true);
        area.setPrefRowCount(rows);
        area.setAccessibleText(words.noun());
        area.getStyleClass().addAll("mono", "small");
        VBox body = new VBox(12, Nodes.wrapped(words.meaning()), area);
        body.getStyleClass().add("form-body");
        kept.setId("kept");
        kept.setSelected(!once);
        if (once) {
            body.getChildren().add(kept);
        }
        root.getChildren().setAll(head, body, foot(done));
    }

    private VBox foot(Runnable done) {
        copy.setId("copyKey");
        copy.setOnAction(_ -> workbench.copy(text, "The " + words.spoken()));
        Button save = new Button("Save as…");
        save.setOnAction(_ -> save());
        Button close = new Button("Done");
        close.setId("done");
        close.setCancelButton(true);
        close.disableProperty().bind(kept.selectedProperty().not());
        close.getStyleClass().add(Styles.ACCENT);
        close.setOnAction(_ -> done.run());
        HBox buttons = Nodes.line(8, copy, save, Nodes.gap(), close);
        VBox foot = new VBox(buttons);
        foot.getStyleClass().add("form-foot");
        return foot;
    }

    /** What nothing shows again is lost until somebody says that they have it. */
    @Override
    public boolean losesWork(boolean isEntered) {
        return !kept.isSelected();
    }

    private void save() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Save " + words.spoken());
        chooser.setInitialFileName(words.file());
        File chosen = chooser.showSaveDialog(root.getScene().getWindow());
        if (chosen != null) {
            Path file = chosen.toPath();
            workbench
                    .background()
                    .run(
                            () -> write(file, text),
                            _ -> workbench.say(
                                    Notice.info("The " + words.spoken() + " was saved as " + file.getFileName() + ".")),
                            workbench::say);
        }
    }

    /** Anew: a file that is there would keep its permissions. */
    static Path write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        try (OutputStream out = PrivateFiles.write(file)) {
            out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
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
