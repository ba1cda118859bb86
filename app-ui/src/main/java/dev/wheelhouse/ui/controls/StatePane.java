package dev.wheelhouse.ui.controls;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.error.Presented;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import java.time.Duration;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** A place that shows its content, or that it is loading, empty or failed. */
public final class StatePane extends StackPane {

    private static final Duration BEFORE_SKELETON = Duration.ofMillis(150);
    private static final int SKELETON_LINES = 6;
    private static final double WORDS_WIDTH = 420;

    private final Background background;
    private Background.Handle skeleton = Background.Handle.NONE;
    private @Nullable Node content;

    public StatePane(Background background) {
        this.background = background;
        getStyleClass().add("state-pane");
    }

    /** Gives the keyboard to the first button of what stands in the content's place; false where there is none. */
    public boolean focusButton() {
        return getChildren().stream()
                .filter(each -> !each.equals(content))
                .flatMap(each -> each.lookupAll(".button").stream())
                .findFirst()
                .map(each -> {
                    Focus.give(each);
                    return true;
                })
                .orElse(false);
    }

    /** Shows that something loads; only when it takes long enough to be seen. */
    public void showLoading() {
        skeleton.cancel();
        skeleton = background.after(BEFORE_SKELETON, () -> getChildren().setAll(skeletonLines()));
    }

    public void showContent(Node node) {
        skeleton.cancel();
        content = node;
        // Lists ask for it with each row that changes.
        if (!getChildren().equals(List.of(node))) {
            getChildren().setAll(node);
        }
    }

    /** Back to the last content, if there was any. */
    public void showContent() {
        skeleton.cancel();
        if (content != null) {
            getChildren().setAll(content);
        }
    }

    /** Shows that there is nothing yet, in one sentence, with what fills it. */
    public void showEmpty(String icon, String sentence, ActionControls controls, Action... actions) {
        skeleton.cancel();
        FlowPane buttons = buttons();
        for (Action action : actions) {
            Button button = controls.button(action);
            if (buttons.getChildren().isEmpty()) {
                button.getStyleClass().add("accent");
            }
            buttons.getChildren().add(button);
        }
        getChildren().setAll(words("state-empty", icon, null, sentence, buttons));
    }

    /**
     * Shows what went wrong.
     *
     * @param retry null where trying again makes no sense
     * @param copyDetails takes the text for a report
     */
    public void showFailure(
            Presented error, @Nullable Runnable retry, java.util.function.Consumer<String> copyDetails) {
        skeleton.cancel();
        FlowPane buttons = buttons();
        if (retry != null) {
            Button again = new Button("Retry", new FontIcon("fth-refresh-cw"));
            again.getStyleClass().add("accent");
            again.setOnAction(_ -> retry.run());
            buttons.getChildren().add(again);
        }
        Button copy = new Button("Copy details", new FontIcon("fth-copy"));
        copy.setOnAction(_ -> copyDetails.accept(error.details()));
        buttons.getChildren().add(copy);
        getChildren().setAll(words("state-failed", "fth-alert-circle", error.title(), error.text(), buttons));
    }

    /** In one line where there is room, below each other where there is not. */
    private static FlowPane buttons() {
        FlowPane buttons = new FlowPane(8, 8);
        buttons.setAlignment(Pos.CENTER);
        buttons.setPrefWrapLength(WORDS_WIDTH);
        return buttons;
    }

    private static VBox words(String style, String icon, @Nullable String title, String sentence, FlowPane buttons) {
        VBox box = new VBox(12);
        box.setAlignment(Pos.CENTER);
        box.getStyleClass().addAll("state-words", style);
        FontIcon sign = new FontIcon(icon);
        sign.getStyleClass().add("state-icon");
        box.getChildren().add(sign);
        if (title != null) {
            Label heading = new Label(title);
            heading.getStyleClass().add("h3");
            box.getChildren().add(heading);
        }
        Label text = new Label(sentence);
        text.setWrapText(true);
        text.setMaxWidth(WORDS_WIDTH);
        text.setMinHeight(Region.USE_PREF_SIZE);
        text.getStyleClass().addAll("dim", "centered");
        box.getChildren().addAll(text, buttons);
        return box;
    }

    private static VBox skeletonLines() {
        VBox lines = new VBox(12);
        lines.getStyleClass().add("skeleton");
        lines.setAccessibleText("Loading");
        for (int i = 0; i < SKELETON_LINES; i++) {
            Region line = new Region();
            line.getStyleClass().add("skeleton-line");
            line.setMaxWidth(i % 3 == 2 ? 260 : 480);
            lines.getChildren().add(line);
        }
        return lines;
    }
}
