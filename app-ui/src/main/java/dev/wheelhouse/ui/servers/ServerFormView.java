package dev.wheelhouse.ui.servers;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.servers.desk.KeyTrust;
import dev.wheelhouse.ui.servers.desk.ShownServer;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
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
        showWhile(address, fields.isSsh() && model.mode() instanceof ServerFormMode.Add);
        showWhile(sshGrid, fields.isSsh());
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
        ToggleGroup group = new ToggleGroup();
        ServerAuthType[] types = ServerAuthType.values();
        for (int i = 0; i < types.length; i++) {
            ServerAuthType type = types[i];
            ToggleButton button = new ToggleButton(words(type));
            button.getStyleClass().add(i == 0 ? "left-pill" : i == types.length - 1 ? "right-pill" : "center-pill");
            button.setToggleGroup(group);
            button.setSelected(type == fields.authProperty().get());
            button.setOnAction(_ -> {
                // A second click on the chosen one must not leave none.
                button.setSelected(true);
                fields.authProperty().set(type);
            });
            fields.authProperty().addListener((_, _, now) -> button.setSelected(type == now));
            authTypes.getChildren().add(button);
        }
        keepSecret.selectedProperty().bindBidirectional(fields.keepSecretProperty());
        var type = fields.authProperty();
        boolean edited = model.mode() instanceof ServerFormMode.Edit;
        keepSecret
                .textProperty()
                .bind(type.map(
                        each -> each == ServerAuthType.KEY ? "Keep the stored key" : "Keep the stored password"));
        showWhile(keepSecret, type.map(each -> edited && each != ServerAuthType.AGENT && isStored(each)));
        showWhile(
                keyPart,
                Bindings.createBooleanBinding(
                        () -> type.get() == ServerAuthType.KEY && !keepSecret.isSelected(),
                        type,
                        keepSecret.selectedProperty()));
        showWhile(
                passwordPart,
                Bindings.createBooleanBinding(
                        () -> type.get() == ServerAuthType.PASSWORD && !keepSecret.isSelected(),
                        type,
                        keepSecret.selectedProperty()));
        showWhile(agentHint, type.map(each -> each == ServerAuthType.AGENT));
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
        showWhile(sourcePart, fields.usesSourceProperty());
        sourceUrl.textProperty().bindBidirectional(fields.sourceUrlProperty());
        sourceLabels.textProperty().bindBidirectional(fields.sourceLabelsProperty());
        sourceToken.textProperty().bindBidirectional(fields.sourceTokenProperty());
    }

    private void bindProblems() {
        problem(nameError, name, "name");
        problem(hostError, host, "host");
        problem(portError, port, "port");
        problem(userError, user, "user");
        problem(privateKeyError, privateKey, "auth.privateKey");
        problem(passphraseError, passphrase, "auth.passphrase");
        problem(passwordError, password, "auth.password");
        problem(sourceUrlError, sourceUrl, "baseUrl");
        problem(sourceLabelsError, sourceLabels, "labels");
        problem(sourceTokenError, sourceToken, "token");
        showWhileNotEmpty(trouble, model.troubleProperty());
        showWhile(outdatedLine, model.outdatedProperty());
    }

    private void problem(Label label, Node field, String path) {
        ObservableValue<String> text =
                Bindings.valueAt(model.problems(), path).map(each -> each).orElse("");
        showWhileNotEmpty(label, text);
        text.addListener((_, _, now) -> field.pseudoClassStateChanged(Styles.STATE_DANGER, !now.isEmpty()));
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
        loadTheirs.setOnAction(_ -> model.loadTheirs());
        saveAnyway.setOnAction(_ -> model.saveAnyway(saved));
    }

    private static void showWhile(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    private static void showWhile(Node node, ObservableValue<Boolean> condition) {
        node.visibleProperty().bind(condition);
        node.managedProperty().bind(node.visibleProperty());
    }

    private static void showWhileNotEmpty(Label label, ObservableValue<String> text) {
        label.textProperty().bind(text);
        label.setMinHeight(Region.USE_PREF_SIZE);
        showWhile(label, label.textProperty().isNotEmpty());
    }
}
