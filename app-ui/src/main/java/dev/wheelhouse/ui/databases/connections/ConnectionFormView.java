package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.databases.EnvironmentStyle;
import dev.wheelhouse.ui.form.AddressField;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.form.TestLine;
import dev.wheelhouse.ui.screen.Form;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ColorPicker;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.stage.FileChooser;

/** The form of a connection, as a card over the window. */
public final class ConnectionFormView implements Form {

    private static final double WIDTH = 620;
    private static final double LABELS = 104;
    private static final double GAP = 8;
    private static final String OWN_COLOUR = "#8250df";

    private final ConnectionFormViewModel model;
    private final ConnectionFields fields;
    private final CertificateFiles certificates;
    private final FormFrame<DatabaseConnection> frame;
    private final AddressField address;
    private final TextField name;
    private final TestLine test;
    private final LeastPrivilegePane lesserLogin;

    /** Reads a chosen certificate; the work is not the window's. */
    @FunctionalInterface
    public interface CertificateFiles {

        /** @param text gets the file's text, on the window's thread */
        void read(Path file, Consumer<String> text);
    }

    public ConnectionFormView(
            ConnectionFormViewModel model,
            ActionControls controls,
            CertificateFiles certificates,
            FormFrame.Ends<DatabaseConnection> ends) {
        this.model = model;
        this.fields = model.fields;
        this.certificates = certificates;
        this.lesserLogin = new LeastPrivilegePane(model::copyLesserLogin);
        boolean edited = model.mode.isEdit();
        ObservableValue<Boolean> sqlite = fields.engine.isEqualTo(Engine.SQLITE);
        FieldGrid common = grid();
        this.name = common.text("Name", fields.name, "");
        fillEnvironment(common);
        VBox body = new VBox(
                12,
                engines(!edited),
                Shown.when(postgres(edited), sqlite.map(each -> !each)),
                Shown.when(
                        certificate(),
                        Bindings.createBooleanBinding(
                                () -> fields.engine.get() == Engine.POSTGRESQL && fields.checksCertificate(),
                                fields.engine,
                                fields.ssl)),
                Shown.when(file(), sqlite),
                common);
        this.frame = new FormFrame<>(
                model.form, "connection", model.mode.title("a database", DatabaseConnection::name), WIDTH, body);
        this.address = new AddressField(
                "Paste an address: postgresql://user@host/database or jdbc:sqlite:/path",
                model::pasteAddress,
                frame::save);
        Shown.when(address, !edited);
        Label hint = new Label();
        hint.setId("hint");
        hint.setWrapText(true);
        hint.getStyleClass().addAll("dim", "small");
        Shown.whenNotEmpty(hint, model.hintProperty());
        frame.addToHead(address, hint);
        this.test = new TestLine(
                Action.of("connection.test", "Test", "fth-activity", model::test)
                        .withCurl(model::testCall),
                Action.of("connection.test-cancel", "Cancel test", "fth-x", model::cancelTest),
                controls);
        model.testProperty().addListener((_, _, state) -> showTest(state));
        showTest(model.testProperty().get());
        frame.end(
                new FormFrame.Foot(List.of(), List.of(test, lesserLogin), List.of(test.button())),
                edited ? "Save" : "Add",
                model::saveCall,
                ends,
                controls);
        takeDroppedFiles();
    }

    private FieldGrid grid() {
        return new FieldGrid(LABELS, model.form);
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
        switch (model.mode) {
            case FormMode.Add<DatabaseConnection>() -> address.requestFocus();
            case FormMode.Edit<DatabaseConnection> _, FormMode.Copy<DatabaseConnection> _ -> name.requestFocus();
        }
    }

    private FieldGrid engines(boolean choosable) {
        HBox engines = new HBox();
        engines.setId("engines");
        Segments.fill(engines, List.of(Engine.values()), fields.engine, engine -> switch (engine) {
            case POSTGRESQL -> "PostgreSQL";
            case SQLITE -> "SQLite file";
        });
        engines.setDisable(!choosable);
        FieldGrid grid = grid();
        grid.place("Engine", engines);
        return grid;
    }

    private FieldGrid postgres(boolean edited) {
        FieldGrid grid = grid();
        TextField host = FieldGrid.field(new TextField(), "host", fields.host, "db.example.com");
        TextField port = FieldGrid.field(new TextField(), "port", fields.port, "");
        port.setPrefColumnCount(5);
        port.getStyleClass().add("figures-field");
        port.setAccessibleText("Port");
        Label portWord = Nodes.label("Port", "dim");
        portWord.setLabelFor(port);
        grid.row("Host", host, line(host, portWord, port), "host").getChildren().add(1, grid.problem(port, "port"));
        grid.text("Database", fields.database, "");
        grid.text("User", fields.user, "");
        fillPassword(grid, edited);
        ComboBox<SslMode> ssl = choice("ssl", ConnectionFormView::words);
        ssl.getItems().setAll(SslMode.values());
        ssl.valueProperty().bindBidirectional(fields.ssl);
        grid.row("Encryption", ssl, ssl);
        ComboBox<ServerChoice> server = choice("server", ServerChoice::name);
        server.setItems(model.serverChoices);
        server.valueProperty().addListener((_, _, now) -> {
            // A list that is filled anew takes the choice away for a moment.
            if (now != null) {
                fields.serverId.set(now.id());
            }
        });
        fields.serverId.addListener(_ -> showServer(server));
        model.serverChoices.addListener((ListChangeListener<ServerChoice>) _ -> showServer(server));
        showServer(server);
        grid.row("SSH tunnel", server, server, "serverId");
        return grid;
    }

    private static HBox line(TextField wide, Node... others) {
        HBox.setHgrow(wide, Priority.ALWAYS);
        HBox line = Nodes.line(GAP, wide);
        line.getChildren().addAll(others);
        return line;
    }

    private void fillPassword(FieldGrid grid, boolean edited) {
        PasswordField password = FieldGrid.field(new PasswordField(), "password", fields.password, "");
        CheckBox keep = new CheckBox("Keep the stored password");
        keep.setId("keepPassword");
        keep.selectedProperty().bindBidirectional(fields.keepPassword);
        Shown.when(keep, edited);
        password.disableProperty().bind(keep.selectedProperty());
        password.promptTextProperty()
                .bind(Bindings.when(keep.selectedProperty())
                        .then("The stored one, which is never shown")
                        .otherwise(
                                model.mode instanceof FormMode.Copy ? "Not copied; empty for none" : "Empty for none"));
        grid.row("Password", password, password, "password").getChildren().add(1, keep);
    }

    private static <T> ComboBox<T> choice(String id, Function<T, String> words) {
        ComboBox<T> box = new ComboBox<>();
        box.setId(id);
        box.setMaxWidth(Double.MAX_VALUE);
        box.setConverter(new InWords<>(words));
        return box;
    }

    private void showServer(ComboBox<ServerChoice> server) {
        String id = fields.serverId.get();
        model.serverChoices.stream()
                .filter(each -> Objects.equals(each.id(), id))
                .findFirst()
                .ifPresent(server::setValue);
    }

    private static String words(SslMode mode) {
        return switch (mode) {
            case DISABLE -> "disable: never encrypt";
            case PREFER -> "prefer: encrypt if the server offers it";
            case REQUIRE -> "require: encrypt, do not verify the server";
            case VERIFY_CA -> "verify-ca: encrypt, verify the certificate";
            case VERIFY_FULL -> "verify-full: encrypt, verify certificate and host";
        };
    }

    private FieldGrid certificate() {
        FieldGrid grid = grid();
        TextArea text = FieldGrid.field(
                new TextArea(),
                "certificate",
                fields.certificate,
                "PEM text; empty for those that this machine trusts");
        text.setPrefRowCount(3);
        text.getStyleClass().add("mono");
        Button choose = new Button("Choose file…");
        choose.setOnAction(_ -> {
            FileChooser chooser = new FileChooser();
            chooser.setTitle("Certificates as PEM text");
            File chosen = chooser.showOpenDialog(frame.getScene().getWindow());
            if (chosen != null) {
                certificates.read(chosen.toPath(), fields.certificate::set);
            }
        });
        grid.row("Certificate", text, text, "sslRootCertificate").getChildren().add(1, choose);
        return grid;
    }

    private FieldGrid file() {
        FieldGrid grid = grid();
        TextField path =
                FieldGrid.field(new TextField(), "path", fields.path, "Drop a file here, or type its whole path");
        Button choose = new Button("Choose…");
        choose.setMinWidth(Region.USE_PREF_SIZE);
        choose.setOnAction(_ -> chooseDatabase());
        CheckBox create = new CheckBox("Create the file if it is missing");
        create.setId("createFile");
        create.selectedProperty().bindBidirectional(fields.createFile);
        grid.row("File", path, line(path, choose), "path").getChildren().add(1, create);
        return grid;
    }

    private void chooseDatabase() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("SQLite file");
        chooser.getExtensionFilters()
                .addAll(
                        new FileChooser.ExtensionFilter("SQLite files", "*.db", "*.sqlite", "*.sqlite3", "*.db3"),
                        new FileChooser.ExtensionFilter("All files", "*"));
        File chosen = chooser.showOpenDialog(frame.getScene().getWindow());
        if (chosen != null) {
            model.takeFile(chosen.toPath());
        }
    }

    private void fillEnvironment(FieldGrid grid) {
        HBox environments = new HBox();
        environments.setId("environments");
        Segments.fill(
                environments,
                List.of(Environment.values()),
                fields.environment,
                EnvironmentStyle::words,
                environment -> EnvironmentStyle.dot(environment, null));
        Label hint = new Label();
        hint.setWrapText(true);
        hint.getStyleClass().addAll("dim", "small");
        hint.textProperty().bind(fields.environment.map(environment -> switch (environment) {
            case DEVELOPMENT, STAGING -> "Statements that destroy ask for confirmation.";
            case PRODUCTION -> "Every change asks for confirmation, and a band surrounds the window.";
        }));
        grid.place("Environment", environments, hint);
        CheckBox own = new CheckBox("Own colour");
        own.setId("ownColor");
        ColorPicker color = new ColorPicker();
        color.setId("color");
        color.setAccessibleText("Colour");
        HBox line = Nodes.line(12, own, color);
        line.setMinHeight(34);
        bindColor(own, color);
        grid.place("Colour", line, grid.problem(color, "color"));
        CheckBox readOnly = new CheckBox("Read-only: nothing can be changed through this connection");
        readOnly.setId("readOnly");
        readOnly.setMinHeight(32);
        readOnly.selectedProperty().bindBidirectional(fields.readOnly);
        grid.place("Protection", readOnly);
        HBox sharing = new HBox();
        sharing.setId("assistantSharing");
        Segments.fill(sharing, List.of(AssistantSharing.values()), fields.sharing, ConnectionFormView::words);
        Label told = new Label();
        told.setWrapText(true);
        told.getStyleClass().addAll("dim", "small");
        told.textProperty().bind(fields.sharing.map(each -> switch (each) {
            case NOTHING -> "Assistants see nothing of this database.";
            case NAMES -> "Assistants see names of tables and columns, not what rows hold.";
            case ROWS -> "Assistants may read rows, which then leave for the model.";
        }));
        grid.place("Assistants see", sharing, told);
    }

    private static String words(AssistantSharing sharing) {
        return switch (sharing) {
            case NOTHING -> "Nothing";
            case NAMES -> "Names";
            case ROWS -> "Rows";
        };
    }

    private void bindColor(CheckBox own, ColorPicker color) {
        own.setSelected(fields.color.get() != null);
        color.setValue(Color.web(Objects.requireNonNullElse(fields.color.get(), OWN_COLOUR)));
        color.disableProperty().bind(own.selectedProperty().not());
        color.valueProperty().addListener(_ -> takeColor(own, color));
        own.selectedProperty().addListener(_ -> takeColor(own, color));
        fields.color.addListener((_, _, now) -> {
            own.setSelected(now != null);
            if (now != null) {
                color.setValue(Color.web(now));
            }
        });
    }

    private void takeColor(CheckBox own, ColorPicker color) {
        Color chosen = color.getValue();
        fields.color.set(
                own.isSelected()
                        ? String.format(
                                Locale.ROOT,
                                "#%02x%02x%02x",
                                Math.round(chosen.getRed() * 255),
                                Math.round(chosen.getGreen() * 255),
                                Math.round(chosen.getBlue() * 255))
                        : null);
    }

    private void showTest(TestState state) {
        switch (state) {
            case TestState.Idle _ -> test.showNothing();
            case TestState.Running _ -> test.showRunning("Waiting for the database…");
            case TestState.Answered(String text) -> test.showSuccess(text);
            case TestState.Powerful(String text, String _, String _) -> test.showSuccess(text);
            case TestState.Failed(String text) -> test.showFailure(text);
        }
        lesserLogin.show(state);
    }

    private void takeDroppedFiles() {
        frame.setOnDragOver(event -> {
            if (event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
                event.consume();
            }
        });
        frame.setOnDragDropped(event -> {
            List<File> files = event.getDragboard().getFiles();
            if (!files.isEmpty()) {
                model.takeFile(files.getFirst().toPath());
                event.setDropCompleted(true);
                event.consume();
            }
        });
    }
}
