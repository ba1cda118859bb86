package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerPick;
import java.util.List;
import javafx.collections.transformation.FilteredList;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/** The form that takes over backups whose console is lost, as a card over the window. */
public final class AdoptionFormView implements Form {

    private static final double WIDTH = 620;
    private static final double LABELS = 96;
    private static final String WHAT_HAPPENS =
            "Reads the backups of a console that is lost, with their schedule and retention. They stay paused until you"
                    + " resume them, and can be restored from at once.";

    private final AdoptionFormViewModel model;
    private final FormFrame<BackupConfig> frame;
    private final Node first;

    public AdoptionFormView(AdoptionFormViewModel model, ActionControls controls, FormFrame.Ends<BackupConfig> ends) {
        this.model = model;
        VBox body = new VBox(12);
        FieldGrid rest = new DestinationRows(LABELS, model.form, model.dest, model::allowPrivateHost).addTo(body);
        TextField key = FieldGrid.field(
                new TextField(), "recoveryText", model.recoveryText, "WH1-…; empty for backups that are not encrypted");
        key.getStyleClass().add("mono");
        rest.row("Recovery key", key, key, "recoveryText");
        this.first = body.lookup("#provider");
        ComboBox<ServerPick> server = new ComboBox<>();
        server.setId("server");
        server.setMaxWidth(Double.MAX_VALUE);
        server.setPromptText("Choose a server");
        ServerPick.fill(server, model.list.servers().rows(), model.serverId);
        rest.row("Restore on", server, server, "serverId");
        ComboBox<DatabaseConnection> database = connections();
        rest.row("Connection", database, database, "databaseId");
        TextField system = FieldGrid.field(
                new TextField(),
                "systemIdentifier",
                model.systemIdentifier,
                "Of the cluster or the dumps, where several lie there");
        rest.row("ID", system, system, "systemIdentifier");
        this.frame = new FormFrame<>(model.form, "adoption", "Adopt backups", WIDTH, body);
        frame.addToHead(Nodes.wrapped(WHAT_HAPPENS, "dim", "small"));
        frame.end(new FormFrame.Foot(List.of(), List.of(), List.of()), "Adopt", model::call, ends, controls);
    }

    private ComboBox<DatabaseConnection> connections() {
        ComboBox<DatabaseConnection> database = new ComboBox<>();
        database.setId("database");
        database.setMaxWidth(Double.MAX_VALUE);
        database.setPromptText("The one that the lost console used");
        database.setConverter(
                new InWords<>(each -> each.name() + "  ·  " + each.target().address()));
        database.setItems(
                new FilteredList<>(model.list.connections().items(), each -> each.engine() == Engine.POSTGRESQL));
        database.valueProperty().addListener((_, _, chosen) -> model.databaseId.set(chosen == null ? "" : chosen.id()));
        database.setPlaceholder(Nodes.wrapped("No PostgreSQL connections.", "dim", "small"));
        return database;
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(first);
    }

    @Override
    public void close() {
        model.close();
    }
}
