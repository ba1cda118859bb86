package dev.wheelhouse.ui.servers;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Focus;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Asks whether a server's key is the one it should have; takes no room while nothing is asked. */
final class HostKeyQuestion extends VBox {

    private static final double GAP = 8;

    private final Label title = new Label();
    private final Label text = new Label();
    private final TextField fingerprint = new TextField();
    private final Button trust = new Button("Trust");
    private final Button distrust = new Button();

    HostKeyQuestion(ServerFormViewModel model) {
        super(GAP);
        getStyleClass().add("key-question");
        title.getStyleClass().add("h3");
        text.setWrapText(true);
        text.setMinHeight(Region.USE_PREF_SIZE);
        fingerprint.setId("fingerprint");
        fingerprint.setEditable(false);
        fingerprint.setAccessibleText("Fingerprint");
        fingerprint.getStyleClass().addAll("mono", "small");
        HBox.setHgrow(fingerprint, Priority.ALWAYS);
        trust.setId("trust");
        trust.getStyleClass().add(Styles.ACCENT);
        trust.setMinWidth(Region.USE_PREF_SIZE);
        trust.setOnAction(_ -> model.trust());
        distrust.setId("distrust");
        distrust.setMinWidth(Region.USE_PREF_SIZE);
        distrust.setOnAction(_ -> model.cancelTest());
        HBox line = new HBox(GAP, fingerprint, distrust, trust);
        line.setAlignment(Pos.CENTER_LEFT);
        getChildren().setAll(title, text, line);
    }

    void show(ServerTestState state) {
        Shown.when(this, state instanceof ServerTestState.Asking);
        if (!(state instanceof ServerTestState.Asking(String shown, boolean changed))) {
            return;
        }
        pseudoClassStateChanged(Styles.STATE_DANGER, changed);
        title.setText(changed ? "Stopped: another key than before" : "Is this the server you mean?");
        text.setText(
                changed
                        ? "This server was trusted with another key. Either it was installed anew, or somebody else"
                                + " answers in its place. Nothing was sent to it. Find out which; its page has what to"
                                + " do then."
                        : "It is the first contact. Compare this fingerprint with what “ssh-keygen -lf"
                                + " /etc/ssh/ssh_host_ed25519_key.pub” says on the server itself; nothing was sent to it"
                                + " yet.");
        fingerprint.setText(shown);
        Shown.when(trust, !changed);
        distrust.setText(changed ? "Close" : "Cancel");
        if (!Focus.isTypingBeside(this)) {
            (changed ? distrust : trust).requestFocus();
        }
    }
}
