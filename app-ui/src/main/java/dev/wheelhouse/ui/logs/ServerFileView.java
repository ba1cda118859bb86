package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.logs.gateway.LogChoice;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.function.BiConsumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;

/** Asks for a server and a path on it. */
final class ServerFileView implements Form {

    private final LogGateway gateway;
    private final Workbench workbench;
    private final BiConsumer<String, String> open;
    private final Runnable cancelled;
    private final Parent root;
    private Background.Handle reading = Background.Handle.NONE;

    @FXML
    private ComboBox<LogChoice> server;

    @FXML
    private TextField path;

    @FXML
    private Label trouble;

    @FXML
    private Button cancel;

    @FXML
    private Button opens;

    /**
     * @param open gets the id of the server and the path
     * @param cancelled runs when it is given up
     */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    ServerFileView(LogGateway gateway, Workbench workbench, BiConsumer<String, String> open, Runnable cancelled) {
        this.gateway = gateway;
        this.workbench = workbench;
        this.open = open;
        this.cancelled = cancelled;
        this.root = FxmlViews.load(this);
    }

    @FXML
    void initialize() {
        server.setConverter(new InWords<>(LogChoice::name));
        trouble.managedProperty().bind(trouble.visibleProperty());
        trouble.visibleProperty().bind(trouble.textProperty().isNotEmpty());
        path.textProperty().addListener(_ -> trouble.setText(""));
        cancel.setOnAction(_ -> cancelled.run());
        opens.setOnAction(_ -> open());
        reading = workbench
                .background()
                .run(
                        gateway::servers,
                        found -> {
                            server.getItems().setAll(found);
                            server.getSelectionModel().selectFirst();
                        },
                        failure -> trouble.setText(String.valueOf(failure.getMessage())));
    }

    private void open() {
        LogChoice chosen = server.getValue();
        String typed = path.getText() == null ? "" : path.getText().strip();
        if (chosen == null) {
            trouble.setText("Choose a server.");
        } else if (!typed.startsWith("/") && !typed.matches("[A-Za-z]:[\\\\/].*")) {
            trouble.setText("Type the whole path, such as /var/log/syslog.");
        } else {
            open.accept(chosen.id(), typed);
        }
    }

    @Override
    public void close() {
        reading.cancel();
    }

    @Override
    public void focus() {
        Focus.give(path);
    }

    @Override
    public Parent root() {
        return root;
    }
}
