package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** What can be done with servers, wherever they are shown. Belongs to the window's thread. */
final class ServerCommands {

    private final ServerGateway servers;
    final ServerList list;
    private final Workbench workbench;

    ServerCommands(ServerGateway servers, ServerList list, Workbench workbench) {
        this.servers = servers;
        this.list = list;
        this.workbench = workbench;
    }

    /** @param forms shows the empty form */
    Action add(Consumer<FormMode<ShownServer>> forms) {
        return Action.of("servers.add", "Add a server", "fth-plus", () -> forms.accept(new FormMode.Add<>()))
                .withCurl(ServerCalls::list);
    }

    /** @param forms shows the form of the server as it is in the list by then */
    Action edit(ShownServer server, Consumer<FormMode<ShownServer>> forms) {
        return Action.of(
                        "servers.edit",
                        "Edit…",
                        "fth-edit-2",
                        () -> forms.accept(new FormMode.Edit<>(
                                list.find(server.id()).map(ServerLine::server).orElse(server))))
                .withCurl(() -> ServerCalls.get(server.id()));
    }

    /** Asks a stored server whether it answers, and says how it went. */
    Action test(ShownServer server) {
        return Action.of("servers.test", "Test", "fth-activity", () -> test(server, () -> servers.test(server.id())))
                .withCurl(() -> ServerCalls.test(server.id()));
    }

    private void test(ShownServer server, Callable<ServerTest> test) {
        run(test, result -> workbench.say(words(server, result)));
    }

    /** Does it beside the window's thread, and reads the list again, whatever comes of it. */
    private <T> void run(Callable<T> work, Consumer<T> done) {
        workbench
                .background()
                .run(
                        work,
                        result -> {
                            list.refresh();
                            done.accept(result);
                        },
                        failure -> {
                            list.refresh();
                            workbench.say(failure);
                        });
    }

    /** Asks a stored server without a word about it; what it found is in the list. */
    void probe(String serverId) {
        workbench.background().run(() -> servers.test(serverId), _ -> list.refresh(), _ -> list.refresh());
    }

    private static Notice words(ShownServer server, ServerTest result) {
        if (result.ok()) {
            return Notice.info(server.name() + " answered" + (result.os() == null ? "." : ": " + result.os() + "."));
        }
        return Notice.failure(
                server.name() + " did not answer.", Objects.requireNonNullElse(result.error(), "No reason was given."));
    }

    /** Trusts the key that a server shows. A key that took the place of another one is asked about first. */
    Action trust(ShownServer server) {
        boolean changed = server.state() == ServerState.KEY_CHANGED;
        String fingerprint = Objects.requireNonNullElse(server.untrustedKey(), "");
        Runnable trusts = () -> test(server, () -> {
            servers.trust(server.id(), fingerprint);
            return servers.test(server.id());
        });
        Question question = new Question(
                "Trust the new key of " + server.name() + "?",
                "A server's key changes when the machine was installed anew, or when somebody else answers in"
                        + " its place. Go on only if you know why it changed and have compared this fingerprint on"
                        + " the machine itself:\n\n" + fingerprint,
                "Trust the new key",
                true);
        Action action = Action.of(
                        "servers.trust",
                        changed ? "Trust the new key…" : "Trust this key",
                        "fth-key",
                        changed ? () -> workbench.ask(question, trusts) : trusts)
                .withCurl(() -> ServerCalls.trust(server.id(), fingerprint));
        if (changed) {
            action.acting();
        } else {
            action.acting(new Question(
                    "Trust the key of " + server.name() + "?",
                    "Compare this fingerprint with the one on the machine itself:\n\n" + fingerprint,
                    "Trust this key",
                    false));
        }
        action.enabledProperty().set(!fingerprint.isEmpty());
        return action;
    }

    /** Asks by name, then forgets the server; nothing is done on the server itself. */
    Action delete(ShownServer server) {
        Question question = new Question(
                "Remove " + server.name() + "?",
                server.isLocal()
                        ? "The server “" + server.name() + "”, the machine of another console, is forgotten. On the"
                                + " machine itself nothing changes."
                        : "The server “" + server.name() + "” (" + server.address()
                                + "), its stored key or password and everything that was measured of it are forgotten."
                                + " On the server itself nothing changes.",
                "Remove",
                true);
        return Action.of(
                        "servers.delete",
                        "Remove…",
                        "fth-trash-2",
                        () -> workbench.ask(question, () -> delete(server.id(), server.name())))
                .withCurl(() -> ServerCalls.delete(server.id()));
    }

    private void delete(String id, String name) {
        Callable<String> work = () -> {
            servers.delete(id);
            return name;
        };
        run(work, gone -> workbench.say(Notice.info(gone + " was removed.")));
    }
}
