package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.logs.gateway.LogChoice;
import dev.wheelhouse.ui.logs.gateway.LogGateway;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.function.BiConsumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/** Asks for a server and a path on it. */
final class ServerFileView {

    private final LogGateway gateway;
    private final Workbench workbench;
    private final BiConsumer<String, String> open;
    private final Runnable close;
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
     * @param close runs when it is to be closed without
     */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    ServerFileView(LogGateway gateway, Workbench workbench, BiConsumer<String, String> open, Runnable close) {
        this.gateway = gateway;
        this.workbench = workbench;
        this.open = open;
        this.close = close;
        this.root = FxmlViews.load(this);
        root.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            }
        });
    }

    @FXML
    void initialize() {
        server.setConverter(new InWords<>(LogChoice::name));
        trouble.managedProperty().bind(trouble.visibleProperty());
        trouble.visibleProperty().bind(trouble.textProperty().isNotEmpty());
        path.textProperty().addListener(_ -> trouble.setText(""));
        cancel.setOnAction(_ -> close());
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

    private void close() {
        reading.cancel();
        close.run();
    }

    void focus() {
        Focus.give(path);
    }

    Parent root() {
        return root;
    }
}
