package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.screen.ListChanges;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The actions on connections, wherever they are shown. Belongs to the window's thread. */
final class ConnectionCommands {

    private final ConnectionList list;
    private final Consumer<@Nullable VcsConnection> form;
    private final Workbench workbench;
    private final ListChanges changes;

    /** @param form opens the one of a connection; null for a new one */
    ConnectionCommands(ConnectionList list, Consumer<@Nullable VcsConnection> form, Workbench workbench) {
        this.list = list;
        this.form = form;
        this.workbench = workbench;
        this.changes = new ListChanges(list, workbench);
    }

    Action add() {
        return Action.of("repositories.add", "Add a connection", "fth-plus", () -> form.accept(null))
                .withCurl(RepositoryCalls::list)
                .withShortcut("Shortcut+Shift+V");
    }

    /** Everything that can be done with one of them, the likeliest first. */
    List<Action> all(ConnectionLine line) {
        String id = line.id();
        return List.of(
                Action.of("repositories.test", "Test", "fth-activity", () -> test(line.connection()))
                        .withCurl(() -> RepositoryCalls.test(id))
                        .withShortcut("Shortcut+R"),
                // As it is by now: it may have changed since its button was made.
                Action.of(
                                "repositories.edit",
                                "Edit…",
                                "fth-edit-2",
                                () -> form.accept(list.find(id).orElse(line).connection()))
                        .withCurl(() -> RepositoryCalls.get(id))
                        .withShortcut("F2"),
                Action.of(
                                "repositories.delete",
                                "Delete…",
                                "fth-trash-2",
                                () -> delete(list.find(id).orElse(line)))
                        .withCurl(() -> RepositoryCalls.delete(id))
                        .withShortcut("Delete"));
    }

    private void test(VcsConnection connection) {
        changes.make(caller -> list.connections().test(caller, connection.id()), test -> {
            list.remember(connection, test);
            workbench.say(
                    test.ok()
                            ? Notice.info(connection.name() + ": " + ConnectionLine.words(test))
                            : Notice.failure(
                                    connection.name() + " did not pass the test.", ConnectionLine.words(test)));
        });
    }

    private void delete(ConnectionLine line) {
        if (!line.apps().isEmpty()) {
            workbench.say(Notice.failure(
                    line.name() + " is in use.",
                    "Deployed from it: " + line.appNames()
                            + ". Give these apps another source, or delete them first."));
            return;
        }
        Question question = new Question(
                "Delete " + line.name() + "?",
                "The connection to " + line.connection().baseUrl()
                        + " and its stored token are deleted. The token stays"
                        + " valid at the provider until you revoke it there.",
                "Delete",
                true);
        changes.ask(
                question, caller -> list.connections().delete(caller, line.id(), null), line.name() + " was deleted.");
    }

    ConnectionList list() {
        return list;
    }
}
