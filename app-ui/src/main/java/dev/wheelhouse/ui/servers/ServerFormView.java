package dev.wheelhouse.ui.servers;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.form.Problems;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.servers.desk.KeyTrust;
import dev.wheelhouse.ui.servers.desk.ShownServer;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;

/** The form of a server, as a card over the window. */
final class ServerFormView {

    private static final long LARGEST_KEY = 64 << 10;

    private final ServerFormViewModel model;
    private final ServerFields fields;
    private final ActionControls controls;
    private final Workbench workbench;
    private final Consumer<ShownServer> saved;
    private final Runnable cancelled;
    private final Parent root;

    @FXML
    private Label title;

    @FXML
    private Label subtitle;

    @FXML
    private TextField address;

    @FXML
    private GridPane sshGrid;

    @FXML
    private TextField host;

    @FXML
    private Label hostError;

    @FXML
    private TextField port;

    @FXML
    private Label portError;

    @FXML
    private TextField user;

    @FXML
    private Label userError;

    @FXML
    private HBox authTypes;

    @FXML
    private CheckBox keepSecret;

    @FXML
    private VBox keyPart;

    @FXML
    private TextArea privateKey;

    @FXML
    private Button chooseKey;

    @FXML
    private PasswordField passphrase;

    @FXML
    private Label privateKeyError;

    @FXML
    private Label passphraseError;

    @FXML
    private VBox passwordPart;

    @FXML
    private PasswordField password;

    @FXML
    private Label passwordError;

    @FXML
    private Label agentHint;

    @FXML
    private TextField name;

    @FXML
    private Label nameError;

    @FXML
    private CheckBox usesSource;

    @FXML
    private VBox sourcePart;

    @FXML
    private TextField sourceUrl;

    @FXML
    private Label sourceUrlError;

    @FXML
    private TextField sourceLabels;

    @FXML
    private Label sourceLabelsError;

    @FXML
    private PasswordField sourceToken;

    @FXML
    private Label sourceTokenError;

    @FXML
    private HBox outdatedLine;

    @FXML
    private Button loadTheirs;

    @FXML
    private Button saveAnyway;

    @FXML
    private VBox question;

    @FXML
    private Label questionTitle;

    @FXML
    private Label questionText;

    @FXML
    private TextField fingerprint;

    @FXML
    private Button trust;

    @FXML
    private Button distrust;

    @FXML
    private Label trouble;

    @FXML
    private HBox testLine;

    @FXML
    private ProgressIndicator testProgress;

    @FXML
    private Label testText;

    @FXML
    private Button test;

    @FXML
    private Button cancel;

    @FXML
    private Button save;

    /**
     * @param saved gets the stored server
     * @param cancelled runs when the form is given up
     */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    ServerFormView(
            ServerFormViewModel model,
            ActionControls controls,
            Workbench workbench,
            Consumer<ShownServer> saved,
            Runnable cancelled) {
        this.model = model;
        this.fields = model.fields();
        this.controls = controls;
        this.workbench = workbench;
        this.saved = saved;
        this.cancelled = cancelled;
        this.root = FxmlViews.load(this);
    }

    Parent root() {
        return root;
    }

    /** Where the keyboard should be first. */
    void focus() {
        switch (model.mode()) {
            case ServerFormMode.Add _ -> address.requestFocus();
            case ServerFormMode.Edit _ -> name.requestFocus();
        }
    }

    @FXML
    void initialize() {
        title.setText(model.mode().title());
        subtitle.setText(
                fields.isSsh()
                        ? "Nothing is installed on it: a shell and /proc are enough."
                        : "The machine that this console runs on. It is always among the servers.");
        bindAddress();
        bindAuth();
        bindSource();
        bindProblems();
        bindTest();
        bindQuestion();
        bindEnd();
    }

    private void bindAddress() {
        Shown.when(address, fields.isSsh() && model.mode() instanceof ServerFormMode.Add);
        Shown.when(sshGrid, fields.isSsh());
        address.setTextFormatter(new TextFormatter<>(change -> {
            if (change.getText().length() > 1 && model.pasteAddress(change.getControlNewText())) {
                change.setText("");
                change.setRange(0, change.getControlText().length());
                change.selectRange(0, 0);
            }
            return change;
        }));
        address.setOnAction(_ -> {
            if (address.getText().isBlank()) {
                // A field with an action of its own keeps Enter from the default button.
                save.fire();
            } else if (model.pasteAddress(address.getText())) {
                address.clear();
            }
        });
        host.textProperty().bindBidirectional(fields.hostProperty());
        port.textProperty().bindBidirectional(fields.portProperty());
        user.textProperty().bindBidirectional(fields.userProperty());
        name.textProperty().bindBidirectional(fields.nameProperty());
    }

    private void bindAuth() {
        Segments.fill(authTypes, List.of(ServerAuthType.values()), fields.authProperty(), ServerFormView::words);
        keepSecret.selectedProperty().bindBidirectional(fields.keepSecretProperty());
        var type = fields.authProperty();
        boolean edited = model.mode() instanceof ServerFormMode.Edit;
        keepSecret
                .textProperty()
                .bind(type.map(
                        each -> each == ServerAuthType.KEY ? "Keep the stored key" : "Keep the stored password"));
        Shown.when(keepSecret, type.map(each -> edited && each != ServerAuthType.AGENT && isStored(each)));
        Shown.when(
                keyPart,
                Bindings.createBooleanBinding(
                        () -> type.get() == ServerAuthType.KEY && !keepSecret.isSelected(),
                        type,
                        keepSecret.selectedProperty()));
        Shown.when(
                passwordPart,
                Bindings.createBooleanBinding(
                        () -> type.get() == ServerAuthType.PASSWORD && !keepSecret.isSelected(),
                        type,
                        keepSecret.selectedProperty()));
        Shown.when(agentHint, type.map(each -> each == ServerAuthType.AGENT));
        privateKey.textProperty().bindBidirectional(fields.privateKeyProperty());
        passphrase.textProperty().bindBidirectional(fields.passphraseProperty());
        password.textProperty().bindBidirectional(fields.passwordProperty());
        chooseKey.setOnAction(_ -> chooseKey());
    }

    private boolean isStored(ServerAuthType type) {
        return model.mode() instanceof ServerFormMode.Edit(ShownServer server)
                && server.settings().auth() == type;
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
        File chosen = chooser.showOpenDialog(root.getScene().getWindow());
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
                                fields.privateKeyProperty().set(text);
                            } else {
                                workbench.say(Notice.warning(file.getFileName()
                                        + " is no private key. Choose the file without .pub at its end."));
                            }
                        },
                        workbench::say);
    }

    private void bindSource() {
        usesSource.selectedProperty().bindBidirectional(fields.usesSourceProperty());
        Shown.when(sourcePart, fields.usesSourceProperty());
        sourceUrl.textProperty().bindBidirectional(fields.sourceUrlProperty());
        sourceLabels.textProperty().bindBidirectional(fields.sourceLabelsProperty());
        sourceToken.textProperty().bindBidirectional(fields.sourceTokenProperty());
    }

    private void bindProblems() {
        Problems problems = new Problems(model.problems());
        problems.tell(nameError, name, "name");
        problems.tell(hostError, host, "host");
        problems.tell(portError, port, "port");
        problems.tell(userError, user, "user");
        problems.tell(privateKeyError, privateKey, "auth.privateKey");
        problems.tell(passphraseError, passphrase, "auth.passphrase");
        problems.tell(passwordError, password, "auth.password");
        problems.tell(sourceUrlError, sourceUrl, "baseUrl");
        problems.tell(sourceLabelsError, sourceLabels, "labels");
        problems.tell(sourceTokenError, sourceToken, "token");
        Shown.whenNotEmpty(trouble, model.troubleProperty());
        Shown.when(outdatedLine, model.outdatedProperty());
    }

    private void bindTest() {
        Action tests =
                Action.of("server.test", "Test", "fth-activity", model::test).withCurl(model::testCall);
        Action stops = Action.of("server.test-cancel", "Cancel test", "fth-x", model::cancelTest);
        model.testProperty().addListener((_, _, state) -> showTest(state, tests, stops));
        showTest(model.testProperty().get(), tests, stops);
    }

    private void showTest(ServerTestState state, Action tests, Action stops) {
        boolean running = state instanceof ServerTestState.Running;
        controls.fill(test, running ? stops : tests);
        test.setText(running ? stops.title() : tests.title());
        testProgress.setVisible(running);
        testProgress.setManaged(running);
        testText.getStyleClass().removeAll("success-text", "danger-text");
        switch (state) {
            case ServerTestState.Idle _, ServerTestState.Asking _ -> testText.setText("");
            case ServerTestState.Running _ -> testText.setText("Waiting for the server…");
            case ServerTestState.Answered(String text) -> {
                testText.setText(text);
                testText.getStyleClass().add("success-text");
            }
            case ServerTestState.Failed(String text) -> {
                testText.setText(text);
                testText.getStyleClass().add("danger-text");
            }
        }
        testLine.setVisible(!testText.getText().isEmpty());
        testLine.setManaged(testLine.isVisible());
    }

    private void bindQuestion() {
        trust.setOnAction(_ -> model.trust());
        distrust.setOnAction(_ -> model.cancelTest());
        model.testProperty().addListener((_, _, state) -> showQuestion(state));
        showQuestion(model.testProperty().get());
    }

    private void showQuestion(ServerTestState state) {
        boolean asks = state instanceof ServerTestState.Asking;
        question.setVisible(asks);
        question.setManaged(asks);
        if (!(state instanceof ServerTestState.Asking(KeyTrust verdict, String shown))) {
            return;
        }
        boolean changed = verdict == KeyTrust.CHANGED;
        question.pseudoClassStateChanged(Styles.STATE_DANGER, changed);
        questionTitle.setText(changed ? "Stopped: another key than before" : "Is this the server you mean?");
        questionText.setText(
                changed
                        ? "This server was trusted with another key. Either it was installed anew, or somebody else"
                                + " answers in its place. Nothing was sent to it. Find out which; its page has what to"
                                + " do then."
                        : "It is the first contact. Compare this fingerprint with what “ssh-keygen -lf"
                                + " /etc/ssh/ssh_host_ed25519_key.pub” says on the server itself; nothing was sent to it"
                                + " yet.");
        fingerprint.setText(shown);
        trust.setVisible(!changed);
        trust.setManaged(!changed);
        distrust.setText(changed ? "Close" : "Cancel");
        (changed ? distrust : trust).requestFocus();
    }

    private void bindEnd() {
        Action saves = Action.of(
                        "server.save",
                        model.mode() instanceof ServerFormMode.Edit ? "Save" : "Add",
                        "fth-check",
                        () -> model.save(saved))
                .withCurl(model::saveCall);
        saves.enabledProperty().bind(model.saveRunningProperty().not());
        controls.fill(save, saves);
        save.setText(saves.title());
        save.setDefaultButton(true);
        cancel.setOnAction(_ -> cancelled.run());
        // What is on its way cannot be taken back.
        cancel.disableProperty().bind(model.saveRunningProperty());
        loadTheirs.setOnAction(_ -> model.loadTheirs());
        saveAnyway.setOnAction(_ -> model.saveAnyway(saved));
    }
}
