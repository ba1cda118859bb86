package dev.wheelhouse.ui.deployments.source;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.deployments.SourceSuggestion;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.deployments.source.SourceFields.Place;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerPick;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * Makes an app of a repository and deploys it, filled in with what the repository's files say. Belongs to the window's thread.
 */
final class DeployForm {

    private static final int LONGEST_NAME = 63;

    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final StringProperty serverId = new SimpleStringProperty(this, "serverId", "");
    private final ObjectProperty<RuntimeKind> runtime =
            new SimpleObjectProperty<>(this, "runtime", RuntimeKind.PROCESS);
    private final StringProperty command = new SimpleStringProperty(this, "command", "");
    private final StringProperty unit = new SimpleStringProperty(this, "unit", "");
    private final StringProperty image = new SimpleStringProperty(this, "image", "");
    private final StringProperty ports = new SimpleStringProperty(this, "ports", "");
    private final BooleanProperty now = new SimpleBooleanProperty(this, "now", true);
    private final SourceForms forms;
    private final SourceForms.Known known;
    private final SourceFields fields = new SourceFields("source.");
    private final SourceBody body;
    private final DraftForm<Draft, Made> form;
    private boolean isFilling;

    /** What is typed. */
    private record Draft(AppDraft app, SourceDraft source, boolean now) {}

    /**
     * What was made.
     *
     * @param deploys whether its first deployment is queued
     * @param trouble what did not work beside it; empty for nothing
     */
    record Made(App app, boolean deploys, String trouble) {}

    /** @param repository null for one at an address */
    DeployForm(
            SourceForms forms,
            SourceForms.Known known,
            SourceForms.@Nullable Repository repository,
            FormFrame.Ends<Made> ends,
            ActionControls controls) {
        this.forms = forms;
        this.known = known;
        Set<String> paths = fields.paths();
        paths.addAll(Set.of("name", "serverId", "command", "unit", "image", "ports"));
        SourceBody[] made = new SourceBody[1];
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(paths, this::draft, _ -> {}, () -> made[0].cancel()),
                DraftForm.Storage.of(this::store, draft -> SourceCalls.create(draft.app(), draft.source())),
                forms.workbench());
        this.body = new SourceBody(fields, form.model(), runtime, forms, known, controls);
        made[0] = body;
        body.whenGuessed(this::show);
        FormModel<Made> model = form.model();
        model.forgetProblemsOf(name, serverId, command, unit, image, ports);
        FieldGrid head = new FieldGrid(SourceBody.LABELS, model);
        TextField first = head.text("Name", name, "shop");
        ComboBox<ServerPick> server = new ComboBox<>();
        server.setId("server");
        server.setMaxWidth(Double.MAX_VALUE);
        ServerPick.fill(server, forms.servers().rows(), serverId);
        head.row("Server", server, server, "serverId");
        VBox content =
                new VBox(12, head, body.repository(forms.settings()), app(model), body.work(), body.rest(), start());
        FormFrame<Made> frame = new FormFrame<>(
                model,
                "deploy",
                repository == null
                        ? "Deploy from an address"
                        : "Deploy " + repository.owner() + "/" + repository.name(),
                SourceBody.WIDTH,
                content);
        begin(repository);
        form.framed(frame, repository == null ? body.first() : first, "Deploy", ends, controls);
        now.addListener((_, _, deploys) -> frame.saveButton().setText(deploys ? "Deploy" : "Add"));
        runtime.addListener((_, _, kind) -> {
            if (!isFilling) {
                body.guess(kind);
            }
        });
        forms.servers().refresh(this::chooseServer);
        chooseServer();
        if (repository != null) {
            body.guess(null);
        }
    }

    private void begin(SourceForms.@Nullable Repository repository) {
        if (repository == null) {
            fields.place.set(Place.ADDRESS);
            known.connections().stream().findFirst().ifPresent(each -> fields.connectionId.set(each.id()));
            return;
        }
        fields.connectionId.set(repository.connectionId());
        fields.repository.set(repository.owner() + "/" + repository.name());
        String plain = repository.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]", "-");
        String begun = plain.replaceFirst("^[^a-z0-9]+", "");
        name.set(begun.substring(0, Math.min(begun.length(), LONGEST_NAME)));
    }

    private void chooseServer() {
        if (serverId.get().isEmpty() && !forms.servers().rows().isEmpty()) {
            serverId.set(forms.servers().rows().getFirst().id());
        }
    }

    /** How it runs. */
    private VBox app(FormModel<?> model) {
        FieldGrid head = new FieldGrid(SourceBody.LABELS, model);
        HBox kinds = Segments.row("runtimes", List.of(RuntimeKind.values()), runtime, AppLabels::runtime);
        head.place("Runs as", kinds);
        FieldGrid process = new FieldGrid(SourceBody.LABELS, model);
        SourceBody.mono(process, "Start command", command, "Runs in the release, such as ./shop --port 8080");
        FieldGrid service = new FieldGrid(SourceBody.LABELS, model);
        SourceBody.mono(service, "Unit", unit, "shop.service");
        FieldGrid container = new FieldGrid(SourceBody.LABELS, model);
        SourceBody.mono(container, "Image", image, "localhost/shop");
        SourceBody.mono(container, "Ports", ports, "127.0.0.1:8080:8080");
        return new VBox(
                12,
                head,
                Shown.when(process, runtime.isEqualTo(RuntimeKind.PROCESS)),
                Shown.when(service, runtime.isEqualTo(RuntimeKind.SYSTEMD)),
                Shown.when(container, runtime.isEqualTo(RuntimeKind.CONTAINER)));
    }

    private FieldGrid start() {
        FieldGrid grid = new FieldGrid(SourceBody.LABELS, form.model());
        CheckBox deploys = new CheckBox("Deploy the newest commit now");
        deploys.setId("now");
        deploys.selectedProperty().bindBidirectional(now);
        grid.place(
                "",
                deploys,
                Nodes.wrapped(
                        "Without it the app is added only: give it its environment on its page first.",
                        "dim",
                        "small"));
        return grid;
    }

    private void show(SourceSuggestion found) {
        isFilling = true;
        runtime.set(found.runtime());
        isFilling = false;
        if (!found.command().isEmpty() && command.get().isBlank()) {
            command.set(SourceFields.line(found.command()));
        }
        if (!found.ports().isEmpty() && ports.get().isBlank()) {
            ports.set(String.join(", ", found.ports()));
        }
        if (found.runtime() == RuntimeKind.CONTAINER && image.get().isBlank()) {
            image.set("localhost/" + name.get().strip());
        }
    }

    private Draft draft() {
        RuntimeKind kind = runtime.get();
        boolean isContainer = kind == RuntimeKind.CONTAINER;
        boolean isProcess = kind == RuntimeKind.PROCESS;
        AppDraft app = new AppDraft(
                name.get().strip(),
                serverId.get(),
                kind,
                RestartPolicy.ON_FAILURE,
                isProcess ? SourceFields.words(command) : isContainer ? List.of() : null,
                null,
                isProcess || isContainer ? Map.of() : null,
                kind == RuntimeKind.SYSTEMD ? unit.get().strip() : null,
                isContainer ? image.get().strip() : null,
                isContainer ? SourceFields.list(ports) : null,
                isContainer ? List.of() : null,
                null,
                null,
                isContainer ? 1 : null,
                null);
        return new Draft(app, fields.draft(kind), now.get());
    }

    private Made store(Caller caller, Draft draft) {
        App app = forms.sources().createApp(caller, draft.app(), draft.source());
        AppSource source = forms.sources().get(caller, app.id());
        String trouble = forms.listen(caller, source, known);
        if (!draft.now()) {
            return new Made(app, false, trouble);
        }
        try {
            forms.deployments().deploy(caller, app.id(), null);
            return new Made(app, true, trouble);
        } catch (AppException e) {
            // The app is there: to refuse the form would have it made twice.
            return new Made(app, false, (trouble + " It was not deployed yet. " + e.getMessage()).strip());
        }
    }

    Form form() {
        return form;
    }
}
