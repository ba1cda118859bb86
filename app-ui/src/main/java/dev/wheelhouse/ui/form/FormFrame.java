package dev.wheelhouse.ui.form;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * The card around the fields of a form: its title, what went wrong, and the buttons at its foot.
 *
 * @param <S> what is stored
 */
public final class FormFrame<S> extends VBox {

    /** Its fields hold what is stored: it was saved, or read again. */
    public static final EventType<Event> SETTLED = new EventType<>("FORM_SETTLED");

    private static final double GAP = 8;
    private static final double TITLE_GAP = 4;
    private static final double BORDERS = 2;

    private final FormModel<S> model;
    private final String noun;
    private final Button save = new Button();
    private final Button cancel = new Button("Cancel");
    private final VBox head = new VBox(TITLE_GAP);
    private final VBox foot = new VBox(GAP);
    private final HBox buttons = new HBox(GAP);

    /**
     * @param noun what is edited, such as {@code schedule}
     * @param width pixels
     */
    public FormFrame(FormModel<S> model, String noun, String title, double width, Region body) {
        this.model = model;
        this.noun = noun;
        model.setOnSettled(() -> fireEvent(new Event(SETTLED)));
        getStyleClass().addAll("connection-form", noun + "-form");
        setMaxWidth(width);
        setPrefWidth(width);
        setMaxHeight(USE_PREF_SIZE);
        Label words = new Label(title);
        words.setId("title");
        words.getStyleClass().add("h2");
        head.getStyleClass().add("form-head");
        head.getChildren().add(words);
        body.getStyleClass().add("form-body");
        // As high as its words take in this width; a scroll pane itself asks as if they had all the room in one line.
        ScrollPane scroll = new ScrollPane(body) {
            @Override
            protected double computePrefHeight(double any) {
                return snappedTopInset() + body.prefHeight(width - BORDERS) + snappedBottomInset();
            }
        };
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("edge-to-edge");
        setVgrow(scroll, Priority.ALWAYS);
        foot.getStyleClass().add("form-foot");
        getChildren().setAll(head, scroll, foot);
    }

    /** Puts something below the title. */
    public void addToHead(Node... nodes) {
        head.getChildren().addAll(nodes);
    }

    /**
     * What else stands at the foot.
     *
     * @param above between what somebody else changed and what went wrong
     * @param below between what went wrong and the buttons
     * @param buttons at the left of the others
     */
    public record Foot(List<Node> above, List<Node> below, List<Node> buttons) {}

    /**
     * Makes the foot, once.
     *
     * @param saveWords on the button
     * @param call what saving does over HTTP; null while the form cannot be read
     */
    public void end(
            Foot more, String saveWords, Supplier<@Nullable CurlCommand> call, Ends<S> ends, ActionControls controls) {
        Label trouble = new Label();
        trouble.setId("trouble");
        trouble.setWrapText(true);
        trouble.getStyleClass().add("danger-text");
        Shown.whenNotEmpty(trouble, model.troubleProperty());
        foot.getChildren().add(outdated(ends.saved()));
        foot.getChildren().addAll(more.above());
        foot.getChildren().add(trouble);
        foot.getChildren().addAll(more.below());
        Action saves = Action.of(noun + ".save", saveWords, "fth-check", () -> model.save(ends.saved()))
                .withCurl(call);
        saves.enabledProperty().bind(model.saveRunningProperty().not());
        controls.fill(save, saves);
        save.setId("save");
        save.setText(saves.title());
        save.setDefaultButton(true);
        save.getStyleClass().add(Styles.ACCENT);
        cancel.setId("cancel");
        cancel.setCancelButton(true);
        cancel.setOnAction(_ -> ends.cancelled().run());
        // What is on its way cannot be taken back.
        cancel.disableProperty().bind(model.saveRunningProperty());
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        buttons.setAlignment(Pos.CENTER_LEFT);
        buttons.getChildren().setAll(more.buttons());
        buttons.getChildren().addAll(gap, cancel, save);
        foot.getChildren().add(buttons);
    }

    /**
     * How a form ends.
     *
     * @param saved gets what was stored
     * @param cancelled runs when it is given up
     */
    public record Ends<S>(Consumer<S> saved, Runnable cancelled) {}

    private HBox outdated(Consumer<S> saved) {
        Label words = new Label("Somebody changed this " + noun + " meanwhile.");
        words.setWrapText(true);
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        Button reload = new Button("Reload");
        reload.setId("loadTheirs");
        reload.setMinWidth(USE_PREF_SIZE);
        reload.setOnAction(_ -> model.reload());
        Button overwrite = new Button("Overwrite");
        overwrite.setId("saveAnyway");
        overwrite.setMinWidth(USE_PREF_SIZE);
        overwrite.setOnAction(_ -> model.overwrite(saved));
        HBox line = new HBox(GAP, words, reload, overwrite);
        line.getStyleClass().add("warning-line");
        line.setAlignment(Pos.CENTER_LEFT);
        Shown.when(line, model.outdatedProperty());
        return line;
    }

    /** Saves as its button does. */
    public void save() {
        save.fire();
    }

    /** Once the foot is made. */
    public Button saveButton() {
        return save;
    }

    /** Once the foot is made. */
    public Button cancelButton() {
        return cancel;
    }

    /** Another way to end, behind the button that saves. */
    public void addToEnd(Button button) {
        buttons.getChildren().add(button);
    }
}
