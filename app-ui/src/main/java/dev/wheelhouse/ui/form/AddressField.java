package dev.wheelhouse.ui.form;

import java.util.function.Predicate;
import javafx.geometry.Insets;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.layout.VBox;

/** Takes a pasted address, from which the form fills itself. An address may hold a password, so it never stays here. */
public final class AddressField extends TextField {

    private static final Insets MARGIN = new Insets(8, 0, 0, 0);

    /**
     * @param pastes fills the form from a text; false when it is no address
     * @param saves runs for Enter in the empty field, as in every other
     */
    public AddressField(String prompt, Predicate<String> pastes, Runnable saves) {
        setId("address");
        setPromptText(prompt);
        setAccessibleText("Address");
        VBox.setMargin(this, MARGIN);
        setTextFormatter(new TextFormatter<>(change -> {
            if (change.getText().length() > 1 && pastes.test(change.getControlNewText())) {
                change.setText("");
                change.setRange(0, change.getControlText().length());
                change.selectRange(0, 0);
            }
            return change;
        }));
        setOnAction(_ -> {
            if (getText().isBlank()) {
                saves.run();
            } else if (pastes.test(getText())) {
                clear();
            }
        });
    }
}
