package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentGateway;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppList;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Set;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;

/** Asks which branch, tag or commit of an app is deployed. Belongs to the window's thread. */
final class DeployForm {

    private static final double WIDTH = 560;
    private static final double LABELS = 56;

    private static final String EMPTY = "Empty: the newest commit of its branch, or the image's tag as it is now.";

    private final StringProperty app = new SimpleStringProperty(this, "app", "");
    private final StringProperty ref = new SimpleStringProperty(this, "ref", "");
    private final DraftForm<Wanted, Deployment> form;

    /** @param ref null for the newest */
    private record Wanted(String appId, @Nullable String ref) {}

    /** @param chosen id of the app; null to ask for it */
    DeployForm(
            DeploymentGateway service,
            AppList apps,
            @Nullable String chosen,
            FormFrame.Ends<Deployment> ends,
            Workbench workbench,
            ActionControls controls) {
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(Set.of("ref", "app"), this::wanted, _ -> {}, () -> {}),
                DraftForm.Storage.of(
                        (caller, wanted) -> service.deploy(caller, wanted.appId(), wanted.ref()),
                        wanted -> DeploymentCalls.deploy(wanted.appId(), wanted.ref())),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        Control first = null;
        String title = "Deploy";
        if (chosen == null) {
            ComboBox<LiveRow<AppLine>> choice = new ComboBox<>(apps.rows());
            choice.setId("app");
            choice.setMaxWidth(Double.MAX_VALUE);
            choice.setPromptText("Choose an app");
            choice.setConverter(new InWords<>(
                    each -> each.line().name() + "  ·  " + each.line().serverName()));
            choice.valueProperty().addListener((_, _, now) -> app.set(now == null ? "" : now.id()));
            grid.row("App", choice, choice, "app");
            first = choice;
        } else {
            app.set(chosen);
            title = "Deploy " + apps.find(chosen).map(AppLine::name).orElse("this app");
        }
        TextField what = grid.text("What", ref, "A branch, tag or commit; of an image a tag or digest");
        grid.place("", Nodes.wrapped(EMPTY, "dim", "small"));
        form.model().forgetProblemsOf(app, ref);
        form.framed(
                new FormFrame<>(form.model(), "deploy", title, WIDTH, grid),
                first == null ? what : first,
                "Deploy",
                ends,
                controls);
    }

    private Wanted wanted() {
        if (app.get().isEmpty()) {
            throw AppException.invalid("app", "Choose the app to deploy.");
        }
        return new Wanted(app.get(), given(ref.get()));
    }

    private static @Nullable String given(String typed) {
        return typed.isBlank() ? null : typed.strip();
    }

    Form form() {
        return form;
    }
}
