package dev.wheelhouse.ui.deployments.source;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Sets, edits or removes where an app's releases come from. Belongs to the window's thread. */
final class SourceForm {

    private final SourceForms forms;
    private final App app;
    private final SourceFields fields = new SourceFields("");
    private final Ends ends;
    private final DraftForm<SourceDraft, Saved> form;

    /**
     * What was stored.
     *
     * @param trouble why pushes are not told of at once; empty for none
     */
    record Saved(AppSource source, String trouble) {}

    /** How the form ends. */
    record Ends(Consumer<Saved> saved, Runnable removed, Runnable cancelled) {}

    /** @param edited null for an app without a source */
    SourceForm(
            SourceForms forms,
            SourceForms.Known known,
            App app,
            @Nullable AppSource edited,
            Ends ends,
            ActionControls controls) {
        this.forms = forms;
        this.app = app;
        this.ends = ends;
        RuntimeKind runtime = app.spec().kind();
        Set<String> paths = fields.paths();
        SourceBody[] body = new SourceBody[1];
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(paths, () -> fields.draft(runtime), this::show, () -> body[0].cancel()),
                new DraftForm.Storage<>(
                        (caller, draft, expected) -> {
                            AppSource saved = forms.sources().put(caller, app.id(), draft, expected);
                            return new Saved(saved, forms.listen(caller, saved, known));
                        },
                        caller -> new Saved(forms.sources().get(caller, app.id()), ""),
                        draft -> SourceCalls.put(app.id(), draft)),
                forms.workbench());
        body[0] = new SourceBody(fields, form.model(), new ReadOnlyObjectWrapper<>(runtime), forms, known, controls);
        FormFrame<Saved> frame = new FormFrame<>(
                form.model(),
                "source",
                "Source of " + app.name(),
                SourceBody.WIDTH,
                new VBox(12, body[0].repository(forms.settings()), body[0].work(), body[0].rest()));
        Action remove = Action.of("source.remove", "Remove source…", "fth-trash-2", this::remove)
                .withCurl(() -> SourceCalls.delete(app.id()));
        Button removes = controls.wholeButton(remove);
        removes.setId("remove");
        if (edited == null) {
            known.connections().stream().findFirst().ifPresent(first -> fields.connectionId.set(first.id()));
        } else {
            show(new Saved(edited, ""));
        }
        form.framed(
                frame,
                body[0].first(),
                new FormFrame.Foot(List.of(), List.of(), edited == null ? List.of() : List.of(removes)),
                "Save",
                new FormFrame.Ends<>(ends.saved(), ends.cancelled()),
                controls);
    }

    private void show(Saved saved) {
        form.model().show(saved.source().revision());
        fields.show(saved.source());
    }

    private void remove() {
        Question question = new Question(
                "Remove the source of " + app.name() + "?",
                "Pushes deploy it no more. The app runs on, and its releases stay on the server.",
                "Remove",
                true);
        forms.workbench()
                .ask(
                        question,
                        () -> forms.workbench()
                                .change(
                                        caller -> forms.sources().delete(caller, app.id(), null),
                                        ends.removed(),
                                        form.model()::refused));
    }

    Form form() {
        return form;
    }
}
