package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.VcsConnectionTest;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.TestLine;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/**
 * Adds or edits a connection. Its token is not shown again: an empty field keeps what is stored. A test asks the provider with
 * what is typed, before anything is stored. Belongs to the window's thread.
 */
final class ConnectionForm {

    private static final double WIDTH = 640;
    private static final double LABELS = 88;

    private final ObjectProperty<VcsKind> kind = new SimpleObjectProperty<>(this, "kind", VcsKind.GITHUB);
    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final StringProperty baseUrl = new SimpleStringProperty(this, "baseUrl", "");
    private final StringProperty token = new SimpleStringProperty(this, "token", "");
    private final ConnectionList list;
    private final @Nullable VcsConnection edited;
    private final Workbench workbench;
    private final Latest testing;
    private final TestLine test;
    private final DraftForm<VcsConnectionDraft, VcsConnection> form;
    private @Nullable VcsConnectionTest tested;

    /** @param edited null for a new one */
    ConnectionForm(
            ConnectionList list,
            SettingsService settings,
            @Nullable VcsConnection edited,
            FormFrame.Ends<VcsConnection> ends,
            Workbench workbench,
            ActionControls controls) {
        this.list = list;
        this.edited = edited;
        this.workbench = workbench;
        this.testing = new Latest(workbench.background());
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(Set.of("kind", "name", "baseUrl", "token"), this::draft, this::show, this::left),
                edited == null
                        ? DraftForm.Storage.of(list.connections()::create, RepositoryCalls::create)
                        : new DraftForm.Storage<>(
                                (caller, draft, expected) ->
                                        list.connections().update(caller, edited.id(), draft, expected),
                                caller -> list.connections().get(caller, edited.id()),
                                draft -> RepositoryCalls.update(edited.id(), draft)),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        HBox kinds = Segments.row("kinds", List.of(VcsKind.values()), kind, VcsKind::label);
        // A connection keeps its kind.
        kinds.setDisable(edited != null);
        grid.place("Provider", kinds, grid.problem(kinds, "kind"));
        TextField first = grid.text("Name", name, "acme");
        TextField address = FieldGrid.field(new TextField(), "baseUrl", baseUrl, "");
        address.promptTextProperty().bind(kind.map(ConnectionForm::usual));
        Label forges = Nodes.wrapped("", "dim", "small");
        forges.textProperty().bind(kind.map(ConnectionForm::elsewhere));
        grid.row("Address", address, address, "baseUrl")
                .getChildren()
                .addAll(AllowHost.of(form.model(), "baseUrl", settings, workbench), forges);
        PasswordField secret = FieldGrid.field(
                new PasswordField(), "token", token, edited == null ? "" : "Stored. Type to replace it");
        Label whence = Nodes.wrapped("", "dim", "small");
        whence.textProperty().bind(kind.map(ConnectionForm::whence));
        grid.row("Token", secret, secret, "token").getChildren().add(whence);
        form.model().forgetProblemsOf(kind, name, baseUrl, token);
        Stream.<ObservableValue<?>>of(kind, baseUrl, token)
                .forEach(each -> each.addListener((_, _, _) -> forgetTest()));
        this.test = new TestLine(
                Action.of("connection.test", "Test", "fth-activity", this::test).withCurl(this::testCall),
                Action.of("connection.test-cancel", "Cancel test", "fth-x", this::forgetTest),
                controls);
        String title = edited == null ? "Add a connection" : "Edit " + edited.name();
        form.framed(
                new FormFrame<>(form.model(), "connection", title, WIDTH, grid),
                first,
                new FormFrame.Foot(List.of(), List.of(test), List.of(test.button())),
                edited == null ? "Add" : "Save",
                new FormFrame.Ends<>(
                        saved -> {
                            if (tested != null) {
                                list.remember(saved, tested);
                            }
                            ends.saved().accept(saved);
                        },
                        ends.cancelled()),
                controls);
        if (edited != null) {
            show(edited);
        }
    }

    private VcsConnectionDraft draft() {
        return new VcsConnectionDraft(kind.get(), name.get().strip(), given(baseUrl), given(token));
    }

    private static @Nullable String given(StringProperty typed) {
        String text = typed.get().strip();
        return text.isEmpty() ? null : text;
    }

    private void show(VcsConnection connection) {
        form.model().show(connection.revision());
        kind.set(connection.kind());
        name.set(connection.name());
        baseUrl.set(connection.baseUrl());
    }

    /** Whether the stored token is what a test tries. */
    private boolean isStored(VcsConnectionDraft draft) {
        return edited != null && draft.token() == null && edited.baseUrl().equals(draft.baseUrl());
    }

    private void test() {
        VcsConnectionDraft draft = draft();
        String id = edited == null ? "" : edited.id();
        Function<Caller, VcsConnectionTest> asks = isStored(draft)
                ? caller -> list.connections().test(caller, id)
                : caller -> list.connections().test(caller, draft);
        test.showRunning("Asking " + draft.kind().label() + "…");
        testing.run(
                () -> asks.apply(workbench.callers().get()),
                found -> {
                    tested = found;
                    if (found.ok()) {
                        test.showSuccess(ConnectionLine.words(found));
                    } else {
                        test.showFailure(ConnectionLine.words(found));
                    }
                },
                failure -> {
                    test.showNothing();
                    form.model().refused(failure);
                });
    }

    private @Nullable CurlCommand testCall() {
        VcsConnectionDraft draft = draft();
        return edited != null && isStored(draft) ? RepositoryCalls.test(edited.id()) : RepositoryCalls.test(draft);
    }

    private void forgetTest() {
        testing.cancel();
        tested = null;
        test.showNothing();
    }

    private void left() {
        testing.cancel();
        token.set("");
    }

    private static String usual(VcsKind kind) {
        return switch (kind) {
            case GITHUB -> "https://github.com";
            case GITLAB -> "https://gitlab.com";
            case GITEA -> "https://git.example.com";
        };
    }

    private static String elsewhere(VcsKind kind) {
        return switch (kind) {
            case GITHUB -> "Empty for github.com. Of GitHub Enterprise the address that people open.";
            case GITLAB -> "Empty for gitlab.com. Of a GitLab of your own the address that people open.";
            case GITEA -> "The address that people open. Forgejo and Codeberg work too.";
        };
    }

    /** Where the token is made, and with which rights. */
    private static String whence(VcsKind kind) {
        return switch (kind) {
            case GITHUB ->
                "Settings, Developer settings, Personal access tokens. Fine-grained: Contents read, Webhooks read and"
                        + " write. Classic: repo and admin:repo_hook.";
            case GITLAB -> "Preferences, Access tokens, with the scope api. A group's or project's token works too.";
            case GITEA -> "Settings, Applications, Generate new token, with user read and repository read and write.";
        };
    }

    Form form() {
        return form;
    }
}
