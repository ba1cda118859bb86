package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import java.util.List;
import javafx.beans.property.StringProperty;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;

/** The words of a command as the program will get them: what looks right in one line may be split otherwise than meant. */
final class CommandChips {

    private static final int MOST = 24;

    /** Or one long word would make the form wider than its card. */
    private static final double WIDEST = 320;

    private final FlowPane place;
    private final StringProperty command;

    CommandChips(FlowPane place, StringProperty command) {
        this.place = place;
        this.command = command;
        command.addListener(_ -> show());
        show();
    }

    private void show() {
        place.getChildren().clear();
        String line = command.get();
        try {
            List<String> words = CommandWords.split(line);
            boolean telling = words.size() > 1 || !CommandWords.join(words).equals(line.strip());
            words.stream().limit(telling ? MOST : 0).forEach(word -> {
                Label chip = Nodes.label(
                        word.isEmpty() ? "(empty)" : word.replace("\n", "⏎").replace("\t", "⇥"), "mono", "chip");
                chip.setMaxWidth(WIDEST);
                place.getChildren().add(chip);
            });
            if (words.size() > MOST) {
                place.getChildren().add(new Label("and " + (words.size() - MOST) + " more"));
            }
        } catch (IllegalArgumentException e) {
            Label wrong = Nodes.label(String.valueOf(e.getMessage()), "warning-text", "small");
            place.getChildren().add(wrong);
        }
        Shown.when(place, !place.getChildren().isEmpty());
    }
}
