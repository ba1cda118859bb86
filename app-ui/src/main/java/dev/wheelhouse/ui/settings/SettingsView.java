package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.settings.ListenerTrial;
import dev.wheelhouse.core.platform.settings.Settings;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.platform.settings.ThemeChoice;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.theme.Theme;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import javafx.beans.property.StringProperty;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** The screen of settings: one form of all of them. */
final class SettingsView implements Screen {

    private static final double WIDTH = 1000;
    private static final double LABELS = 88;
    private static final double BETWEEN = 40;
    private static final double BETWEEN_SECTIONS = 24;
    private static final double GAP = 8;
    private static final int SHORT = 7;
    private static final int LINES = 2;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final SettingsViewModel model;
    private final SettingsFields fields;
    private final Workbench workbench;
    private final ActionControls controls;
    private final ZoneId zone;
    private final StatePane state;
    private final StackPane root;
    private final FormFrame<Settings> frame;
    private final TextField smtpHost;
    private final Label trialText = Nodes.wrapped("");
    private final Label ignoredText = Nodes.wrapped("", "warning-line");
    private final HBox trialLine = Nodes.line(GAP);
    private final Action copyTrialCall;
    private final Action save;

    SettingsView(SettingsViewModel model, Workbench workbench, ActionControls controls, ZoneId zone) {
        this.model = model;
        this.fields = model.fields;
        this.workbench = workbench;
        this.controls = controls;
        this.zone = zone;
        this.state = new StatePane(workbench.background());
        this.copyTrialCall = Action.of(
                "settings.try", "Copy as curl", "fth-terminal", () -> workbench.copy(trialCall(), "The curl command"));
        FieldGrid mail = grid();
        this.smtpHost = mail.text("Host", fields.smtpHost, "mail.example.com");
        fillMail(mail);
        VBox left =
                new VBox(BETWEEN_SECTIONS, section("Mail server", mail), assistant(), publicAddress(), privateHosts());
        VBox right = new VBox(BETWEEN_SECTIONS, appearance(), listener(), thresholds(), retention(), dns());
        this.frame = new FormFrame<>(model.form, "settings", "Organization and console", WIDTH, beside(left, right));
        frame.setMaxHeight(Double.MAX_VALUE);
        frame.addToHead(Nodes.wrapped(
                "Appearance and listener are of this console, all else holds on every console of the organization.",
                "dim",
                "small"));
        ignoredText.setId("ignored");
        ignoredText.setMaxWidth(Double.MAX_VALUE);
        Shown.when(ignoredText, false);
        frame.addToHead(ignoredText);
        fillTrialLine();
        frame.end(
                new FormFrame.Foot(List.of(trialLine), List.of(), List.of()),
                "Save",
                model::saveCall,
                new FormFrame.Ends<>(model::saved, model::revert),
                controls);
        frame.cancelButton().setText("Revert");
        // Escape, which closes so much else, would take back the whole screen.
        frame.cancelButton().setCancelButton(false);
        this.save = Action.of("settings.save-all", "Save settings", "fth-check", frame::save)
                .withShortcut("Shortcut+S");
        this.root = new StackPane(state);
        root.getStyleClass().add("settings-screen");
        model.storedProperty().addListener((_, _, now) -> {
            if (now != null) {
                showStored(now);
            }
        });
    }

    private FieldGrid grid() {
        return new FieldGrid(LABELS, model.form);
    }

    private static GridPane beside(Node left, Node right) {
        GridPane body = new GridPane(BETWEEN, 0);
        ColumnConstraints half = new ColumnConstraints();
        half.setPercentWidth(50);
        body.getColumnConstraints().setAll(half, half);
        body.addRow(0, left, right);
        GridPane.setValignment(left, VPos.TOP);
        GridPane.setValignment(right, VPos.TOP);
        return body;
    }

    private static VBox section(String title, Node... content) {
        VBox section = new VBox(GAP, Nodes.label(title, "h3"));
        section.getChildren().addAll(content);
        return section;
    }

    private void fillMail(FieldGrid grid) {
        HBox security = new HBox();
        Segments.fill(security, List.of(SmtpSecurity.values()), fields.smtpSecurity, SettingsView::words);
        grid.place("Security", security);
        TextField port = number(fields.smtpPort);
        port.promptTextProperty().bind(fields.smtpSecurity.map(each -> String.valueOf(each.usualPort())));
        grid.row("Port", port, Nodes.line(0, port), fields.smtpPort.getName());
        grid.text("User", fields.smtpUser, "none");
        secret(grid, "Password", fields.smtpPassword, Settings::hasSmtpPassword);
        grid.text("From", fields.smtpFrom, "wheelhouse@example.com");
    }

    private void secret(FieldGrid grid, String label, StringProperty value, Predicate<Settings> isStored) {
        PasswordField field = FieldGrid.field(new PasswordField(), value.getName(), value, "");
        field.promptTextProperty().bind(model.storedProperty().map(each -> isStored.test(each) ? "unchanged" : "none"));
        grid.row(label, field, field, value.getName());
    }

    private VBox assistant() {
        FieldGrid grid = grid();
        grid.text("Base URL", fields.assistantUrl, "http://127.0.0.1:11434/v1");
        grid.text("Model", fields.assistantModel, "qwen3:8b");
        secret(grid, "Key", fields.assistantKey, Settings::hasAssistantKey);
        unit(grid, "Reply", fields.answerTokens, "tokens at most");
        unit(grid, "Question", fields.turnTokens, "tokens at most, with all tools");
        return section(
                "Assistant",
                Nodes.wrapped(
                        "Questions, and what tools answer to them, are sent to this server; of a database what its"
                                + " connection shares, secrets never. Without a server nothing leaves the console, and"
                                + " commands alone are answered.",
                        "dim",
                        "small"),
                grid);
    }

    private static String words(SmtpSecurity security) {
        return switch (security) {
            case STARTTLS -> "STARTTLS";
            case TLS -> "TLS";
            case NONE -> "None";
        };
    }

    private VBox publicAddress() {
        FieldGrid grid = grid();
        grid.text("Address", fields.publicAddress, "https://console.example.com");
        return section("Public address", grid);
    }

    private VBox privateHosts() {
        FieldGrid grid = grid();
        lines(grid, "Hosts", fields.privateHosts, "10.0.0.5\nprometheus.internal");
        return section(
                "Private hosts",
                Nodes.wrapped("Private addresses that requests may reach, one a line.", "dim", "small"),
                grid);
    }

    private VBox dns() {
        FieldGrid grid = grid();
        grid.text("Resolvers", fields.resolvers, "those of the system");
        unit(grid, "Port", fields.dnsPort, "");
        return section("DNS", grid);
    }

    private VBox appearance() {
        FieldGrid grid = grid();
        HBox theme = new HBox();
        Segments.fill(theme, List.of(ThemeChoice.values()), fields.theme, Theme::words);
        grid.place("Theme", theme);
        return section("Appearance", grid);
    }

    private VBox listener() {
        FieldGrid grid = grid();
        grid.text("Address", fields.address, "127.0.0.1");
        unit(grid, "Port", fields.port, "");
        lines(grid, "Host names", fields.hostNames, "console.example.com");
        TextField certificate = FieldGrid.field(
                new TextField(), fields.certificateFile.getName(), fields.certificateFile, "/etc/wheelhouse/tls.crt");
        grid.row("Certificate", certificate, certificate, fields.certificateFile.getName(), "listener.tls");
        grid.text("Key", fields.keyFile, "/etc/wheelhouse/tls.key");
        return section(
                "Listener",
                Nodes.wrapped(
                        "Another address, port or certificate file is tried for 30 s, and kept once a call arrives there. A"
                                + " renewed file is used within seconds. Host names one a line.",
                        "dim",
                        "small"),
                grid);
    }

    private VBox thresholds() {
        FieldGrid grid = grid();
        unit(grid, "Disk", fields.diskPercent, "% of a file system");
        unit(grid, "Processors", fields.cpuPercent, "% of the machine");
        unit(grid, "Memory", fields.memoryPercent, "% of what is installed");
        unit(grid, "Sustained", fields.sustainedSeconds, "s, for processors and memory");
        return section("Thresholds", grid);
    }

    private VBox retention() {
        FieldGrid grid = grid();
        unit(grid, "Events", fields.eventDays, "days");
        unit(grid, "History", fields.historyDays, "days");
        unit(grid, "Jobs, runs", fields.jobDays, "days");
        unit(grid, "Deliveries", fields.deliveryDays, "days");
        return section("Retention", grid);
    }

    private static TextField number(StringProperty value) {
        TextField field = FieldGrid.field(new TextField(), value.getName(), value, "");
        field.setPrefColumnCount(SHORT);
        return field;
    }

    private static void unit(FieldGrid grid, String label, StringProperty value, String unit) {
        TextField field = number(value);
        grid.row(label, field, Nodes.line(GAP, field, Nodes.narrow(unit, "dim", "small")), value.getName());
    }

    private static void lines(FieldGrid grid, String label, StringProperty value, String prompt) {
        TextArea area = FieldGrid.field(new TextArea(), value.getName(), value, prompt);
        area.setPrefRowCount(LINES);
        grid.row(label, area, area, value.getName());
    }

    private void fillTrialLine() {
        trialText.setId("trial");
        trialText.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(trialText, Priority.ALWAYS);
        Button copy = controls.button(copyTrialCall);
        copy.setMinWidth(Region.USE_PREF_SIZE);
        Button keep = new Button("Keep");
        keep.setId("keep");
        keep.setMinWidth(Region.USE_PREF_SIZE);
        keep.setOnAction(_ -> model.keepListener());
        trialLine.getChildren().setAll(trialText, copy, keep);
        trialLine.getStyleClass().add("warning-line");
        trialLine.setAlignment(Pos.CENTER_LEFT);
        Shown.when(trialLine, false);
    }

    private void showStored(Settings now) {
        state.showContent(frame);
        ignoredText.setText("settings.json has unknown settings, which are ignored: " + String.join(", ", now.ignored())
                + ". Correct or remove them.");
        Shown.when(ignoredText, !now.ignored().isEmpty());
        ListenerTrial trial = now.listenerTrial();
        Shown.when(trialLine, trial != null);
        if (trial != null) {
            trialText.setText("The API also listens on " + trial.url() + " until "
                    + TIME.format(trial.until().atZone(zone))
                    + ". It is kept once a call with a token arrives there.");
        }
    }

    /** The call that keeps the listener, at its own address. */
    private String trialCall() {
        ListenerTrial trial =
                Objects.requireNonNull(model.storedProperty().get()).listenerTrial();
        String line = workbench.curlText(SettingsCalls.get());
        return trial == null ? line : line.replaceFirst("https?://[^/]+", trial.url());
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        if (model.storedProperty().get() == null) {
            state.showLoading();
        }
        model.open(error -> state.showFailure(
                ErrorPresenter.present(error), this::onShow, details -> workbench.copy(details, "The details")));
    }

    @Override
    public void onHide() {
        model.close();
    }

    @Override
    public List<Action> actions() {
        return List.of(save);
    }

    @Override
    public void requestClose(Runnable close) {
        if (model.fields.areChanged()) {
            workbench.ask(
                    new Question("Discard changes?", "The settings were changed and not saved.", "Discard", true),
                    close);
            return;
        }
        close.run();
    }

    @Override
    public void focus() {
        Focus.give(smtpHost);
    }
}
