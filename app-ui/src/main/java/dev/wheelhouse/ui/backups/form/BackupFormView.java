package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.list.BackupLabels;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.TestLine;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.schedules.times.CronRows;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerPick;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.StringProperty;
import javafx.geometry.VPos;
import javafx.scene.Parent;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** The form that sets up or edits the backups of a database, as a card over the window. */
public final class BackupFormView implements Form {

    private static final double WIDTH = 1040;
    private static final double LABELS = 88;
    private static final double SHORT_LABELS = 112;
    private static final double BETWEEN = 32;
    private static final double ROW = 32;

    private final BackupFormViewModel model;
    private final BackupFields fields;
    private final DestinationRows destination;
    private final FormFrame<BackupConfig> frame;
    private final ChecksPane checks;
    private final TestLine test;
    private final ComboBox<DatabaseConnection> database = new ComboBox<>();
    private final TextField cron;

    public BackupFormView(
            BackupFormViewModel model,
            Workbench workbench,
            ActionControls controls,
            FormFrame.Ends<BackupConfig> ends) {
        this.model = model;
        this.fields = model.fields;
        this.destination = new DestinationRows(LABELS, model.form, fields.dest, model::allowPrivateHost);
        boolean edits = model.mode.isEdit();
        VBox where = new VBox(12);
        if (edits) {
            FieldGrid rehearsal = new FieldGrid(LABELS, model.form);
            fillRehearsal(rehearsal);
            where.getChildren()
                    .addAll(
                            keysOfStored(),
                            Shown.when(rehearsal, isContinuous()),
                            Shown.when(login(LABELS), isContinuous()));
        } else {
            fillWhere(where);
        }
        FieldGrid when = new FieldGrid(SHORT_LABELS, model.form);
        CronRows.add(when, "Backup", fields.times);
        fillWhen(when);
        this.cron = (TextField) when.lookup("#schedule");
        this.frame = new FormFrame<>(
                model.form,
                "backup",
                edits ? "Edit backups of " + model.database() : "Back up a database",
                WIDTH,
                beside(where, when));
        if (!edits) {
            Label happens = Nodes.wrapped("", "dim", "small");
            happens.textProperty().bind(fields.type.map(BackupLabels::whatHappens));
            frame.addToHead(happens);
        }
        model.setOnAgreed(frame::save);
        this.checks = new ChecksPane(workbench, controls);
        this.test = new TestLine(
                Action.of("backup.test", "Test", "fth-activity", model::probe).withCurl(model::probeCall),
                Action.of("backup.test-cancel", "Cancel test", "fth-x", model::cancelProbe),
                controls);
        model.probeProperty().addListener((_, _, state) -> show(state));
        show(model.probeProperty().get());
        frame.end(
                new FormFrame.Foot(List.of(checks), List.of(test), edits ? List.of() : List.of(test.button())),
                edits ? "Save" : "Set up",
                model::saveCall,
                ends,
                controls);
    }

    private static GridPane beside(VBox where, FieldGrid when) {
        GridPane body = new GridPane(BETWEEN, 0);
        ColumnConstraints half = new ColumnConstraints();
        half.setPercentWidth(50);
        body.getColumnConstraints().setAll(half, half);
        body.addRow(0, where, when);
        GridPane.setValignment(where, VPos.TOP);
        GridPane.setValignment(when, VPos.TOP);
        return body;
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(model.mode.isEdit() ? cron : database);
    }

    @Override
    public void close() {
        model.close();
    }

    private void fillWhere(VBox where) {
        FieldGrid source = new FieldGrid(LABELS, model.form);
        fillDatabase();
        source.row("Database", database, database, "databaseId");
        HBox types = new HBox();
        Segments.fill(types, List.of(BackupType.PITR, BackupType.DUMP), fields.type, BackupLabels::type);
        FieldGrid method = new FieldGrid(LABELS, model.form);
        method.place("Method", types);
        FieldGrid restoring = new FieldGrid(LABELS, model.form);
        addServer(restoring, "Restore on", "server");
        TextField scratch = FieldGrid.field(
                new TextField(), "scratch", fields.directory, "Empty: beside the cluster's data directory");
        restoring.row("Restore into", scratch, scratch, "rehearsalDirectory");
        FieldGrid dumping = new FieldGrid(LABELS, model.form);
        addServer(dumping, "pg_dump on", "dumpServer");
        where.getChildren()
                .setAll(
                        source,
                        Shown.when(method, fields.type.isNotEqualTo(BackupType.SQLITE)),
                        Shown.when(restoring, isContinuous()),
                        Shown.when(dumping, fields.type.isEqualTo(BackupType.DUMP)));
        FieldGrid rest = destination.addTo(where);
        CheckBox encrypted = new CheckBox("Encrypt before it leaves this console");
        encrypted.selectedProperty().bindBidirectional(fields.encrypted);
        rest.place("", encrypted);
    }

    private void addServer(FieldGrid grid, String label, String id) {
        ComboBox<ServerPick> server = wide(new ComboBox<>());
        server.setId(id);
        server.setPromptText("Choose a server");
        ServerPick.fill(server, model.list.servers().rows(), fields.serverId);
        grid.row(label, server, server, "serverId");
    }

    private BooleanBinding isContinuous() {
        return fields.type.isEqualTo(BackupType.PITR);
    }

    private FieldGrid keysOfStored() {
        FieldGrid grid = new FieldGrid(LABELS, model.form);
        BackupOverview stored = model.mode.edited();
        if (stored != null) {
            var place = stored.config().destination();
            grid.place(
                    "Stored in",
                    Nodes.wrapped(place.words()),
                    Nodes.narrow(BackupLabels.provider(place.provider()), "dim", "small"));
        }
        if (!fields.dest.isDirectory()) {
            destination.addKeys(grid, "Empty to keep the stored one");
            grid.place("", destination.allowHost());
        }
        return grid;
    }

    private void fillDatabase() {
        wide(database).setId("database");
        database.setPromptText("Choose a connection");
        database.setConverter(
                new InWords<>(each -> each.name() + "  ·  " + each.target().address()));
        database.setItems(model.list.connections().items());
        database.valueProperty()
                .addListener((_, _, chosen) -> fields.databaseId.set(chosen == null ? "" : chosen.id()));
        Label none = Nodes.wrapped("No connections. Add one in Databases.", "dim", "small");
        database.setPlaceholder(none);
    }

    private static <T> ComboBox<T> wide(ComboBox<T> box) {
        box.setMaxWidth(Double.MAX_VALUE);
        return box;
    }

    private void fillWhen(FieldGrid grid) {
        HBox choice = new HBox();
        Segments.fill(choice, List.of(true, false), fields.continuous, each -> each ? "Continuous" : "On schedule");
        TextField wal = FieldGrid.field(new TextField(), "walSchedule", fields.walSchedule, "*/15 * * * *");
        wal.getStyleClass().add("cron-field");
        wal.setAccessibleText("WAL schedule");
        Shown.when(wal, fields.continuous.map(each -> !each));
        FieldGrid streamed = new FieldGrid(SHORT_LABELS, model.form);
        streamed.place("WAL", choice, wal, grid.problem(wal, "walSchedule")).setSpacing(8);
        spanned(grid, streamed);
        TextField newest = number("keepNewest", fields.keepNewest, "Backups to keep at least");
        TextField days = number("retentionDays", fields.retentionDays, "Days to keep");
        grid.place(
                "Keep",
                Nodes.line(8, days, Nodes.whole("days, at least"), newest, Nodes.whole("backups")),
                grid.problem(days, "retentionDays"),
                grid.problem(newest, "keepNewest"));
        if (!model.mode.isEdit()) {
            spanned(grid, login(SHORT_LABELS));
        }
    }

    /** Rows that only continuous backups have. */
    private void spanned(FieldGrid grid, FieldGrid rows) {
        grid.add(Shown.when(rows, isContinuous()), 0, grid.getRowCount(), 2, 1);
    }

    private void fillRehearsal(FieldGrid grid) {
        TextField schedule = FieldGrid.field(
                new TextField(), "rehearsalSchedule", fields.rehearsalSchedule, "Empty: only when asked");
        schedule.getStyleClass().add("cron-field");
        grid.row("Rehearse", schedule, schedule, "rehearsalSchedule");
        TextArea sql =
                FieldGrid.field(new TextArea(), "rehearsalSql", fields.rehearsalSql, "SQL for it; false fails it");
        sql.setPrefRowCount(2);
        sql.getStyleClass().add("mono");
        grid.row("Check with", sql, sql, "rehearsalSql");
    }

    private static TextField number(String id, StringProperty value, String spoken) {
        TextField field = FieldGrid.field(new TextField(), id, value, "");
        field.setPrefColumnCount(3);
        field.getStyleClass().add("figures-field");
        field.setAccessibleText(spoken);
        return field;
    }

    private FieldGrid login(double labels) {
        FieldGrid grid = new FieldGrid(labels, model.form);
        CheckBox own = new CheckBox("Use a separate replication role");
        own.setId("hasLogin");
        own.setMinHeight(ROW);
        own.selectedProperty().bindBidirectional(fields.hasLogin);
        TextField user = FieldGrid.field(new TextField(), "loginUser", fields.loginUser, "wheelhouse_replication");
        user.setAccessibleText("Role for replication");
        PasswordField password = FieldGrid.field(
                new PasswordField(),
                "loginPassword",
                fields.loginPassword,
                model.mode.isEdit() ? "Empty to keep the stored one" : "Password");
        password.setAccessibleText("Password for replication");
        VBox login =
                new VBox(8, user, grid.problem(user, "login.user"), password, grid.problem(password, "login.password"));
        Shown.when(login, fields.hasLogin);
        grid.place("Login", own, login, grid.problem(own, "login")).setSpacing(8);
        return grid;
    }

    private void show(ProbeState state) {
        switch (state) {
            case ProbeState.None _ -> {
                test.showNothing();
                checks.show(List.of());
            }
            case ProbeState.Running _ -> {
                test.showRunning("Testing database and destination…");
                checks.show(List.of());
            }
            case ProbeState.Found found -> {
                checks.show(found.checks());
                if (found.checks().isEmpty()) {
                    test.showNothing();
                } else if (found.failed() == 0) {
                    test.showSuccess(
                            found.advised() == 0
                                    ? "All checks passed"
                                    : "All checks passed, " + found.advised() + " with advice");
                } else {
                    test.showFailure(found.failed() + " of " + found.checks().size() + " checks failed");
                }
            }
        }
    }
}
