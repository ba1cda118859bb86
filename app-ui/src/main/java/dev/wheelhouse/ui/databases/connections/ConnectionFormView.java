package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.form.Problems;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.databases.EnvironmentStyle;
import dev.wheelhouse.ui.fx.FxmlViews;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ColorPicker;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.stage.FileChooser;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The form of a connection, as a card over the window. */
public final class ConnectionFormView {

    private final ConnectionFormViewModel model;
    private final ConnectionFields fields;
    private final ActionControls controls;
    private final CertificateFiles certificates;
    private final Consumer<DatabaseConnection> saved;
    private final Runnable cancelled;
    private final Parent root;

    @FXML
    private Label title;

    @FXML
    private TextField address;

    @FXML
    private Label hint;

    @FXML
    private HBox engines;

    @FXML
    private GridPane postgresGrid;

    @FXML
    private GridPane certificateGrid;

    @FXML
    private GridPane sqliteGrid;

    @FXML
    private TextField name;

    @FXML
    private Label nameError;

    @FXML
    private TextField host;

    @FXML
    private Label hostError;

    @FXML
    private TextField port;

    @FXML
    private Label portError;

    @FXML
    private TextField database;

    @FXML
    private Label databaseError;

    @FXML
    private TextField user;

    @FXML
    private Label userError;

    @FXML
    private PasswordField password;

    @FXML
    private CheckBox keepPassword;

    @FXML
    private Label passwordError;

    @FXML
    private ComboBox<SslMode> ssl;

    @FXML
    private ComboBox<ServerChoice> server;

    @FXML
    private Label serverError;

    @FXML
    private TextArea certificate;

    @FXML
    private Button chooseCertificate;

    @FXML
    private Label certificateError;

    @FXML
    private TextField path;

    @FXML
    private Button choosePath;

    @FXML
    private CheckBox createFile;

    @FXML
    private Label pathError;

    @FXML
    private HBox environments;

    @FXML
    private Label environmentHint;

    @FXML
    private CheckBox ownColor;

    @FXML
    private ColorPicker color;

    @FXML
    private Label colorError;

    @FXML
    private CheckBox readOnly;

    @FXML
    private HBox outdatedLine;

    @FXML
    private Button loadTheirs;

    @FXML
    private Button saveAnyway;

    @FXML
    private Label trouble;

    @FXML
    private HBox testLine;

    @FXML
    private ProgressIndicator testProgress;

    @FXML
    private Label testText;

    @FXML
    private VBox lesserLogin;

    @FXML
    private Label lesserLoginWarning;

    @FXML
    private Label lesserLoginSql;

    @FXML
    private Button copyLesserLogin;

    @FXML
    private Button test;

    @FXML
    private Button cancel;

    @FXML
    private Button save;

    /** Reads a chosen certificate; the work is not the window's. */
    @FunctionalInterface
    public interface CertificateFiles {

        /** @param text gets the file's text, on the window's thread */
        void read(Path file, Consumer<String> text);
    }

    /**
     * @param saved gets the stored connection
     * @param cancelled runs when the form is given up
     */
    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public ConnectionFormView(
            ConnectionFormViewModel model,
            ActionControls controls,
            CertificateFiles certificates,
            Consumer<DatabaseConnection> saved,
            Runnable cancelled) {
        this.model = model;
        this.fields = model.fields();
        this.controls = controls;
        this.certificates = certificates;
        this.saved = saved;
        this.cancelled = cancelled;
        this.root = FxmlViews.load(this);
        takeDroppedFiles();
    }

    public Parent root() {
        return root;
    }

    /** Where the keyboard should be first. */
    public void focus() {
        switch (model.mode()) {
            case FormMode.Add _ -> address.requestFocus();
            case FormMode.Edit _, FormMode.Duplicate _ -> name.requestFocus();
        }
    }

    @FXML
    void initialize() {
        title.setText(model.mode().title());
        bindAddress();
        bindEngine();
        bindTexts();
        bindPassword();
        bindServer();
        bindCertificate();
        bindEnvironment();
        bindColor();
        readOnly.selectedProperty().bindBidirectional(fields.readOnlyProperty());
        bindProblems();
        bindTest();
        bindEnd();
    }

    private void bindAddress() {
        address.setVisible(!(model.mode() instanceof FormMode.Edit));
        address.setManaged(address.isVisible());
        // A pasted address may hold a password, so it never stands in the field.
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
        Shown.whenNotEmpty(hint, model.hintProperty());
    }

    private void bindEngine() {
        Segments.fill(engines, List.of(Engine.values()), fields.engineProperty(), engine -> switch (engine) {
            case POSTGRESQL -> "PostgreSQL";
            case SQLITE -> "SQLite file";
        });
        engines.setDisable(model.mode() instanceof FormMode.Edit);
        var sqlite = fields.engineProperty().isEqualTo(Engine.SQLITE);
        Shown.when(sqliteGrid, sqlite);
        Shown.when(postgresGrid, sqlite.not());
        Shown.when(
                certificateGrid,
                Bindings.createBooleanBinding(
                        () -> fields.engineProperty().get() == Engine.POSTGRESQL && fields.checksCertificate(),
                        fields.engineProperty(),
                        fields.sslProperty()));
    }

    private void bindTexts() {
        name.textProperty().bindBidirectional(fields.nameProperty());
        host.textProperty().bindBidirectional(fields.hostProperty());
        port.textProperty().bindBidirectional(fields.portProperty());
        database.textProperty().bindBidirectional(fields.databaseProperty());
        user.textProperty().bindBidirectional(fields.userProperty());
        path.textProperty().bindBidirectional(fields.pathProperty());
        createFile.selectedProperty().bindBidirectional(fields.createFileProperty());
        choosePath.setOnAction(_ -> chooseDatabase());
    }

    private void chooseDatabase() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("SQLite file");
        chooser.getExtensionFilters()
                .addAll(
                        new FileChooser.ExtensionFilter("SQLite files", "*.db", "*.sqlite", "*.sqlite3", "*.db3"),
                        new FileChooser.ExtensionFilter("All files", "*"));
        File chosen = chooser.showOpenDialog(root.getScene().getWindow());
        if (chosen != null) {
            model.takeFile(chosen.toPath());
        }
    }

    private void bindPassword() {
        password.textProperty().bindBidirectional(fields.passwordProperty());
        keepPassword.selectedProperty().bindBidirectional(fields.keepPasswordProperty());
        keepPassword.setVisible(model.mode() instanceof FormMode.Edit);
        keepPassword.setManaged(keepPassword.isVisible());
        password.disableProperty().bind(keepPassword.selectedProperty());
        password.promptTextProperty()
                .bind(Bindings.when(keepPassword.selectedProperty())
                        .then("The stored one, which is never shown")
                        .otherwise(
                                model.mode() instanceof FormMode.Duplicate
                                        ? "Not copied; empty for none"
                                        : "Empty for none"));
    }

    private void bindServer() {
        server.setItems(model.serverChoices());
        server.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable ServerChoice choice) {
                return choice == null ? "" : choice.name();
            }

            @Override
            public @Nullable ServerChoice fromString(String text) {
                return null;
            }
        });
        server.valueProperty().addListener((_, _, now) -> {
            // A list that is filled anew takes the choice away for a moment.
            if (now != null) {
                fields.serverIdProperty().set(now.id());
            }
        });
        fields.serverIdProperty().addListener(_ -> showServer());
        model.serverChoices().addListener((ListChangeListener<ServerChoice>) _ -> showServer());
        showServer();
    }

    private void showServer() {
        String id = fields.serverIdProperty().get();
        model.serverChoices().stream()
                .filter(each -> Objects.equals(each.id(), id))
                .findFirst()
                .ifPresent(server::setValue);
    }

    private void bindCertificate() {
        ssl.getItems().setAll(SslMode.values());
        ssl.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable SslMode mode) {
                return mode == null ? "" : words(mode);
            }

            @Override
            public @Nullable SslMode fromString(String text) {
                return null;
            }
        });
        ssl.valueProperty().bindBidirectional(fields.sslProperty());
        certificate.textProperty().bindBidirectional(fields.certificateProperty());
        chooseCertificate.setOnAction(_ -> {
            FileChooser chooser = new FileChooser();
            chooser.setTitle("Certificates as PEM text");
            File chosen = chooser.showOpenDialog(root.getScene().getWindow());
            if (chosen != null) {
                certificates.read(chosen.toPath(), fields.certificateProperty()::set);
            }
        });
    }

    private static String words(SslMode mode) {
        return switch (mode) {
            case DISABLE -> "None (disable)";
            case PREFER -> "If the server offers it (prefer)";
            case REQUIRE -> "Always, whoever answers (require)";
            case VERIFY_CA -> "Always, certificate checked (verify-ca)";
            case VERIFY_FULL -> "Always, certificate and name checked (verify-full)";
        };
    }

    private void bindEnvironment() {
        Segments.fill(
                environments,
                List.of(Environment.values()),
                fields.environmentProperty(),
                EnvironmentStyle::words,
                environment -> EnvironmentStyle.dot(environment, null));
        environmentHint.textProperty().bind(fields.environmentProperty().map(environment -> switch (environment) {
            case DEVELOPMENT, STAGING -> "Statements that destroy ask for confirmation.";
            case PRODUCTION -> "Every change asks for confirmation, and a band surrounds the window.";
        }));
    }

    private void bindColor() {
        ownColor.setSelected(fields.colorProperty().get() != null);
        color.setValue(
                Color.web(Objects.requireNonNullElse(fields.colorProperty().get(), "#8250df")));
        color.disableProperty().bind(ownColor.selectedProperty().not());
        color.valueProperty().addListener(_ -> takeColor());
        ownColor.selectedProperty().addListener(_ -> takeColor());
        fields.colorProperty().addListener((_, _, now) -> {
            ownColor.setSelected(now != null);
            if (now != null) {
                color.setValue(Color.web(now));
            }
        });
    }

    private void takeColor() {
        Color chosen = color.getValue();
        fields.colorProperty()
                .set(
                        ownColor.isSelected()
                                ? String.format(
                                        Locale.ROOT,
                                        "#%02x%02x%02x",
                                        Math.round(chosen.getRed() * 255),
                                        Math.round(chosen.getGreen() * 255),
                                        Math.round(chosen.getBlue() * 255))
                                : null);
    }

    private void bindProblems() {
        Problems problems = new Problems(model.form().problems());
        problems.tell(nameError, name, "name");
        problems.tell(hostError, host, "host");
        problems.tell(portError, port, "port");
        problems.tell(databaseError, database, "database");
        problems.tell(userError, user, "user");
        problems.tell(passwordError, password, "password");
        problems.tell(serverError, server, "serverId");
        problems.tell(certificateError, certificate, "sslRootCertificate");
        problems.tell(pathError, path, "path");
        problems.tell(colorError, color, "color");
        Shown.whenNotEmpty(trouble, model.form().troubleProperty());
        Shown.when(outdatedLine, model.form().outdatedProperty());
    }

    private void bindTest() {
        Action tests = Action.of("connection.test", "Test", "fth-activity", model::test)
                .withCurl(model::testCall);
        Action stops = Action.of("connection.test-cancel", "Cancel test", "fth-x", model::cancelTest);
        copyLesserLogin.setOnAction(_ -> model.copyLesserLogin());
        model.testProperty().addListener((_, _, state) -> showTest(state, tests, stops));
        showTest(model.testProperty().get(), tests, stops);
    }

    private void showTest(TestState state, Action tests, Action stops) {
        boolean running = state instanceof TestState.Running;
        controls.fill(test, running ? stops : tests);
        test.setText(running ? stops.title() : tests.title());
        testProgress.setVisible(running);
        testProgress.setManaged(running);
        testText.getStyleClass().removeAll("success-text", "danger-text");
        switch (state) {
            case TestState.Idle _ -> testText.setText("");
            case TestState.Running _ -> testText.setText("Waiting for the database…");
            case TestState.Answered(String text) -> {
                testText.setText(text);
                testText.getStyleClass().add("success-text");
            }
            case TestState.Powerful(String text, String warning, String sql) -> {
                testText.setText(text);
                testText.getStyleClass().add("success-text");
                lesserLoginWarning.setText(warning);
                lesserLoginSql.setText(sql);
            }
            case TestState.Failed(String text) -> {
                testText.setText(text);
                testText.getStyleClass().add("danger-text");
            }
        }
        testLine.setVisible(!(state instanceof TestState.Idle));
        testLine.setManaged(testLine.isVisible());
        lesserLogin.setVisible(state instanceof TestState.Powerful);
        lesserLogin.setManaged(lesserLogin.isVisible());
    }

    private void bindEnd() {
        Action saves = Action.of(
                        "connection.save",
                        model.mode() instanceof FormMode.Edit ? "Save" : "Add",
                        "fth-check",
                        () -> model.form().save(saved))
                .withCurl(model::saveCall);
        saves.enabledProperty().bind(model.form().saveRunningProperty().not());
        controls.fill(save, saves);
        save.setText(saves.title());
        save.setDefaultButton(true);
        cancel.setOnAction(_ -> cancelled.run());
        // What is on its way cannot be taken back.
        cancel.disableProperty().bind(model.form().saveRunningProperty());
        loadTheirs.setOnAction(_ -> model.form().reload());
        saveAnyway.setOnAction(_ -> model.form().overwrite(saved));
    }

    private void takeDroppedFiles() {
        root.setOnDragOver(event -> {
            if (event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
                event.consume();
            }
        });
        root.setOnDragDropped(event -> {
            List<File> files = event.getDragboard().getFiles();
            if (!files.isEmpty()) {
                model.takeFile(files.getFirst().toPath());
                event.setDropCompleted(true);
                event.consume();
            }
        });
    }
}
