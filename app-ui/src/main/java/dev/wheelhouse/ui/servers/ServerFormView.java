package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.AddressField;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.TestLine;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** The form of a server, as a card over the window. */
final class ServerFormView implements Form {

    private static final long LARGEST_KEY = 64 << 10;
    private static final double WIDTH = 620;
    private static final double LABELS = 104;
    private static final double GAP = 8;

    private final ServerFormViewModel model;
    private final ServerFields fields;
    private final Workbench workbench;
    private final FormFrame<ShownServer> frame;
    private final AddressField address;
    private final TextField name;
    private final HostKeyQuestion question;
    private final TestLine test;

    ServerFormView(
            ServerFormViewModel model, ActionControls controls, Workbench workbench, FormFrame.Ends<ShownServer> ends) {
        this.model = model;
        this.fields = model.fields;
        this.workbench = workbench;
        this.question = new HostKeyQuestion(model);
        FieldGrid login = new FieldGrid(LABELS, model.form);
        fillLogin(login);
        Shown.when(login, fields.isSsh());
        FieldGrid rest = new FieldGrid(LABELS, model.form);
        this.name = rest.text("Name", fields.name, "web-1");
        fillSource(rest);
        boolean edited = model.mode.isEdit();
        this.frame = new FormFrame<>(
                model.form,
                "server",
                model.mode.title("a server", ShownServer::name),
                WIDTH,
                new VBox(12, login, rest));
        this.address = new AddressField(
                "Paste an address: ada@web-1, ssh://ada@web-1:2222 or ssh -p 2222 ada@web-1",
                model::pasteAddress,
                frame::save);
        Shown.when(address, fields.isSsh() && !edited);
        frame.addToHead(hint(where(model.mode.edited())), address);
        this.test = new TestLine(
                Action.of("server.test", "Test", "fth-activity", model::test).withCurl(model::testCall),
                Action.of("server.test-cancel", "Cancel test", "fth-x", model::cancelTest),
                controls);
        model.testProperty().addListener((_, _, state) -> showTest(state));
        showTest(model.testProperty().get());
        frame.end(
                new FormFrame.Foot(List.of(question), List.of(test), List.of(test.button())),
                edited ? "Save" : "Add",
                model::saveCall,
                ends,
                controls);
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void close() {
        model.close();
    }

    @Override
    public void focus() {
        (model.mode.isEdit() ? name : address).requestFocus();
    }

    /** @param edited null for a new one */
    private static String where(@Nullable ShownServer edited) {
        if (edited == null || !edited.isLocal()) {
            return "Nothing is installed on it: a shell and /proc are enough.";
        }
        return edited.isOwn()
                ? "The machine that this console runs on. It is always among the servers."
                : "The machine of another console. Work it there, or add it here as an SSH server.";
    }

    private static Label hint(String text) {
        Label hint = new Label(text);
        hint.getStyleClass().addAll("dim", "small");
        hint.setWrapText(true);
        hint.setMinHeight(Region.USE_PREF_SIZE);
        return hint;
    }

    /** An input without a label of its own, with its problem below. */
    private static VBox part(FieldGrid grid, TextInputControl input, String spoken, String path) {
        input.setAccessibleText(spoken);
        return new VBox(GAP, input, grid.problem(input, path));
    }

    private static HBox line(Node... nodes) {
        HBox line = new HBox(GAP, nodes);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private void fillLogin(FieldGrid grid) {
        TextField host = FieldGrid.field(new TextField(), "host", fields.host, "web-1.example.com");
        TextField port = FieldGrid.field(new TextField(), "port", fields.port, "");
        port.setAccessibleText("Port");
        port.setPrefColumnCount(5);
        port.getStyleClass().add("figures-field");
        HBox.setHgrow(host, Priority.ALWAYS);
        Label portWord = new Label("Port");
        portWord.getStyleClass().add("dim");
        portWord.setLabelFor(port);
        grid.row("Host", host, line(host, portWord, port), "host").getChildren().add(grid.problem(port, "port"));
        grid.text("User", fields.user, "ada");
        HBox types = new HBox();
        Segments.fill(types, List.of(ServerAuthType.values()), fields.auth, ServerFormView::words);
        CheckBox keep = new CheckBox();
        keep.selectedProperty().bindBidirectional(fields.keepSecret);
        keep.textProperty()
                .bind(fields.auth.map(
                        each -> each == ServerAuthType.KEY ? "Keep the stored key" : "Keep the stored password"));
        Shown.when(keep, fields.auth.map(model::isSecretStored));
        VBox key = keyPart(grid);
        Shown.when(key, isTyped(ServerAuthType.KEY));
        PasswordField password = FieldGrid.field(new PasswordField(), "password", fields.password, "Password");
        VBox passwordPart = part(grid, password, "Password", "auth.password");
        Shown.when(passwordPart, isTyped(ServerAuthType.PASSWORD));
        Label agent = hint("The keys of the agent that the console was started with (SSH_AUTH_SOCK). Nothing is stored"
                + " here.");
        Shown.when(agent, fields.auth.isEqualTo(ServerAuthType.AGENT));
        grid.place("Log in with", types, keep, key, passwordPart, agent).setSpacing(GAP);
    }

    private ObservableValue<Boolean> isTyped(ServerAuthType type) {
        return fields.auth.isEqualTo(type).and(fields.keepSecret.not());
    }

    private VBox keyPart(FieldGrid grid) {
        TextArea key = FieldGrid.field(
                new TextArea(),
                "privateKey",
                fields.privateKey,
                "Paste the private key here: it begins with -----BEGIN, in OpenSSH or PEM form");
        key.setPrefRowCount(4);
        key.getStyleClass().addAll("mono", "small");
        Button choose = new Button("Choose file…");
        choose.setMinWidth(Region.USE_PREF_SIZE);
        choose.setOnAction(_ -> chooseKey());
        PasswordField passphrase =
                FieldGrid.field(new PasswordField(), "passphrase", fields.passphrase, "Passphrase; empty for none");
        passphrase.setAccessibleText("Passphrase");
        HBox.setHgrow(passphrase, Priority.ALWAYS);
        return new VBox(
                GAP,
                part(grid, key, "Private key", "auth.privateKey"),
                line(choose, passphrase),
                grid.problem(passphrase, "auth.passphrase"));
    }

    private static String words(ServerAuthType type) {
        return switch (type) {
            case KEY -> "Private key";
            case PASSWORD -> "Password";
            case AGENT -> "SSH agent";
        };
    }

    private void chooseKey() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Private key");
        Path usual = Path.of(System.getProperty("user.home"), ".ssh");
        if (Files.isDirectory(usual)) {
            chooser.setInitialDirectory(usual.toFile());
        }
        File chosen = chooser.showOpenDialog(frame.getScene().getWindow());
        if (chosen != null) {
            readKey(chosen.toPath());
        }
    }

    /** Reads the file beside the window's thread. */
    private void readKey(Path file) {
        workbench
                .background()
                .run(
                        () -> Files.size(file) > LARGEST_KEY ? "" : Files.readString(file),
                        text -> {
                            if (text.contains("PRIVATE KEY-----")) {
                                fields.privateKey.set(text);
                            } else {
                                workbench.say(Notice.warning(file.getFileName()
                                        + " is no private key. Choose the file without .pub at its end."));
                            }
                        },
                        workbench::say);
    }

    private void fillSource(FieldGrid grid) {
        CheckBox uses = new CheckBox("Read them from Prometheus instead of the server itself");
        uses.setId("usesSource");
        uses.setMinHeight(32);
        uses.selectedProperty().bindBidirectional(fields.usesSource);
        TextField url =
                FieldGrid.field(new TextField(), "sourceUrl", fields.sourceUrl, "http://prometheus.example.com:9090");
        TextField labels = FieldGrid.field(
                new TextField(),
                "sourceLabels",
                fields.sourceLabels,
                "Labels that select this server: instance=web-1:9100, job=node");
        PasswordField token = FieldGrid.field(
                new PasswordField(),
                "sourceToken",
                fields.sourceToken,
                "Bearer token; empty for none, or for the stored one");
        VBox part = new VBox(
                GAP,
                part(grid, url, "Address of Prometheus", "baseUrl"),
                new AllowHost(model.form, model::allowPrivateHost),
                part(grid, labels, "Labels that select this server", "labels"),
                part(grid, token, "Bearer token", "token"));
        Shown.when(part, fields.usesSource);
        grid.place("Metrics", uses, part).setSpacing(GAP);
    }

    private void showTest(ServerTestState state) {
        switch (state) {
            case ServerTestState.Idle _, ServerTestState.Asking _ -> test.showNothing();
            case ServerTestState.Running _ -> test.showRunning("Waiting for the server…");
            case ServerTestState.Answered(String text) -> test.showSuccess(text);
            case ServerTestState.Failed(String text) -> test.showFailure(text);
        }
        question.show(state);
    }
}
