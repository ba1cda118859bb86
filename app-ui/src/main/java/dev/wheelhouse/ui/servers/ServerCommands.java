package dev.wheelhouse.ui.servers;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.servers.gateway.KeyTrust;
import dev.wheelhouse.ui.servers.gateway.ServerGateway;
import dev.wheelhouse.ui.servers.gateway.ShownServer;
import dev.wheelhouse.ui.servers.gateway.TestOutcome;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Question;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Objects;

/** What can be done with servers, wherever they are shown. Belongs to the window's thread. */
public final class ServerCommands {

    private final ServerGateway servers;
    private final ServerList list;
    private final Workbench workbench;

    public ServerCommands(ServerGateway servers, ServerList list, Workbench workbench) {
        this.servers = servers;
        this.list = list;
        this.workbench = workbench;
    }

    /** @param forms shows the empty form */
    public Action add(ServerForms forms) {
        return Action.of("servers.add", "Add a server", "fth-plus", () -> forms.open(new FormMode.Add<>()))
                .withCurl(ServerCalls::list);
    }

    public Action edit(ShownServer server, ServerForms forms) {
        return Action.of(
                        "servers.edit",
                        "Edit…",
                        "fth-edit-2",
                        () -> forms.open(new FormMode.Edit<>(
                                list.find(server.id()).map(ServerLine::server).orElse(server))))
                .withCurl(() -> ServerCalls.get(server.id()));
    }

    /** Asks a stored server whether it answers, and says how it went. */
    public Action test(ShownServer server) {
        return Action.of("servers.test", "Test", "fth-activity", () -> runTest(server))
                .withCurl(() -> ServerCalls.test(server.id()));
    }

    private void runTest(ShownServer server) {
        workbench
                .background()
                .run(
                        () -> servers.test(server.id()),
                        outcome -> {
                            workbench.say(words(server, outcome));
                            list.refresh();
                        },
                        workbench::say);
    }

    /** Asks a stored server without a word about it; what it found is in the list. */
    void probe(String serverId) {
        workbench.background().run(() -> servers.test(serverId), _ -> list.refresh(), _ -> list.refresh());
    }

    private static Notice words(ShownServer server, TestOutcome outcome) {
        if (outcome.ok()) {
            return Notice.info(server.name() + " answered" + (outcome.os() == null ? "." : ": " + outcome.os() + "."));
        }
        return Notice.failure(
                server.name() + " did not answer.",
                Objects.requireNonNullElse(outcome.error(), "No reason was given."));
    }

    /** Trusts the key that a server shows. A key that took the place of another one is asked about first. */
    public Action trust(ShownServer server) {
        boolean changed = server.trust() == KeyTrust.CHANGED;
        String fingerprint = Objects.requireNonNullElse(server.fingerprint(), "");
        Action action = Action.of(
                        "servers.trust",
                        changed ? "Trust the new key…" : "Trust this key",
                        "fth-key",
                        () -> trust(server, fingerprint, changed))
                .withCurl(() -> ServerCalls.trust(server.id(), fingerprint));
        action.enabledProperty().set(!fingerprint.isEmpty());
        return action;
    }

    private void trust(ShownServer server, String fingerprint, boolean changed) {
        if (!changed) {
            trust(server, fingerprint);
            return;
        }
        workbench.ask(
                new Question(
                        "Trust the new key of " + server.name() + "?",
                        "A server's key changes when the machine was installed anew, or when somebody else answers in"
                                + " its place. Go on only if you know why it changed and have compared this fingerprint on"
                                + " the machine itself:\n\n" + fingerprint,
                        "Trust the new key",
                        true),
                () -> trust(server, fingerprint));
    }

    private void trust(ShownServer server, String fingerprint) {
        workbench
                .background()
                .run(
                        () -> {
                            servers.trust(server.id(), fingerprint);
                            return servers.test(server.id());
                        },
                        outcome -> {
                            workbench.say(words(server, outcome));
                            list.refresh();
                        },
                        workbench::say);
    }

    /** Asks by name, then forgets the server; nothing is done on the server itself. */
    public Action delete(ShownServer server) {
        return Action.of("servers.delete", "Remove…", "fth-trash-2", () -> askAndDelete(server))
                .withCurl(() -> ServerCalls.delete(server.id()));
    }

    private void askAndDelete(ShownServer server) {
        Question question = new Question(
                "Remove " + server.name() + "?",
                "The server “" + server.name() + "” (" + server.settings().address()
                        + "), its stored key or password and everything that was measured of it are forgotten. On the"
                        + " server itself nothing changes.",
                "Remove",
                true);
        workbench.ask(question, () -> delete(server.id(), server.name()));
    }

    private void delete(String id, String name) {
        workbench
                .background()
                .run(
                        () -> {
                            servers.delete(id);
                            return true;
                        },
                        _ -> {
                            list.refresh();
                            workbench.say(Notice.info(name + " was removed."));
                        },
                        failure -> {
                            list.refresh();
                            workbench.say(failure);
                        });
    }

    public ServerList list() {
        return list;
    }
}
