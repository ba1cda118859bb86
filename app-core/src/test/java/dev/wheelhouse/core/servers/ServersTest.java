package dev.wheelhouse.core.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.host.ssh.TestSshServer;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServersTest {

    private static final PageRequest PAGE = new PageRequest(50, null);

    @TempDir
    private Path directory;

    private static Servers open(OpenState state, String homeId) {
        EventLog events = new EventLog(state.store(), state.ids(), state.clock(), homeId);
        return Servers.open(new ServersConfig(
                state.home(),
                homeId,
                "Großer-PC",
                state.store(),
                new Vault(state.home(), homeId, "here", state.store(), state.clock()),
                events,
                state.ids(),
                state.clock(),
                state.workers(),
                SshTimeouts.DEFAULT,
                null));
    }

    private static ServerDraft draft(String name, int port) {
        return new ServerDraft(
                name,
                ServerKind.SSH,
                "127.0.0.1",
                port,
                "ada",
                new ServerDraft.Auth(
                        ServerAuthType.AGENT, SecretChange.keep(), SecretChange.keep(), SecretChange.keep()));
    }

    private static ServerDraft password(String name, int port, String password) {
        ServerDraft.Auth auth = new ServerDraft.Auth(
                ServerAuthType.PASSWORD, SecretChange.keep(), SecretChange.keep(), SecretChange.replace(password));
        return new ServerDraft(name, ServerKind.SSH, "127.0.0.1", port, TestSshServer.USER, auth);
    }

    private static List<String> eventsOf(OpenState state, Caller caller, String serverId) {
        return new EventService(state.store())
                .list(caller, new EventFilter(List.of(), serverId, null, null), PAGE).items().stream()
                        .map(Event::kind)
                        .toList();
    }

    @ParameterizedTest
    @EnumSource
    void everyConsoleRegistersItsOwnMachineOnce(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory)) {
            Caller caller = state.organizations().newOrganization();
            for (String home : List.of("srv_one", "srv_two", "srv_one")) {
                try (Servers servers = open(state, home)) {
                    servers.start(caller.organizationId());
                    servers.start(caller.organizationId());
                    assertThat(servers.service().get(caller, home).kind()).isEqualTo(ServerKind.LOCAL);
                }
            }
            try (Servers servers = open(state, "srv_one")) {
                assertThat(servers.service().list(caller, PAGE).items())
                        .extracting(Server::name)
                        .containsExactlyInAnyOrder("gro-er-pc", "gro-er-pc-2");
            }
        }
    }

    @Test
    void leavesAnotherConsolesMachineToThatConsole() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory);
                Servers other = open(state, "srv_other");
                Servers servers = open(state, "srv_own")) {
            Caller caller = state.organizations().newOrganization();
            other.start(caller.organizationId());
            servers.start(caller.organizationId());
            Server foreign = servers.service().get(caller, "srv_other");

            AppException refused = catchThrowableOfType(
                    AppException.class, () -> servers.hosts().of(foreign));

            assertThat(refused.errorCode()).isEqualTo(PlatformError.STATE_INVALID);
            assertThat(refused).hasMessageContaining("another console");
            assertThat(servers.service().reachable()).extracting(Server::id).containsExactly("srv_own");
            for (int i = 0; i < 4; i++) {
                assertThat(servers.service().test(caller, "srv_other").ok()).isFalse();
            }
            assertThat(servers.service().status(foreign)).isEqualTo(ServerStatus.UNKNOWN);
            assertThat(eventsOf(state, caller, "srv_other")).containsExactly("server.created");
            assertThat(servers.hosts()
                            .of(servers.service().get(caller, "srv_own"))
                            .isLocal())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsOfLossAndReturnAfterSeveralReportsInARow(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory);
                Servers servers = open(state, "srv_own")) {
            Caller caller = state.organizations().newOrganization();
            Server server = servers.service().create(caller, draft("web-1", 1));
            ServerReports reports = servers.reports();
            assertThat(servers.service().status(server)).isEqualTo(ServerStatus.UNKNOWN);

            reports.succeeded(server);
            assertThat(servers.service().status(server)).isEqualTo(ServerStatus.ONLINE);
            reports.failed(server, "refused");
            reports.failed(server, "refused");
            reports.succeeded(server);
            reports.failed(server, "refused");
            reports.failed(server, "refused");
            assertThat(servers.service().status(server)).isEqualTo(ServerStatus.ONLINE);
            reports.booted(server, Instant.EPOCH);
            assertThat(servers.service().bootedAt(server)).contains(Instant.EPOCH);
            reports.failed(server, "refused");
            reports.failed(server, "refused");
            assertThat(servers.service().status(server)).isEqualTo(ServerStatus.OFFLINE);
            assertThat(servers.service().bootedAt(server)).isEmpty();
            assertThat(servers.service().trouble(server)).contains("refused");
            reports.succeeded(server);
            assertThat(servers.service().trouble(server)).isEmpty();
            reports.failed(server, "refused");
            reports.succeeded(server);
            assertThat(servers.service().status(server)).isEqualTo(ServerStatus.OFFLINE);
            reports.succeeded(server);
            assertThat(servers.service().status(server)).isEqualTo(ServerStatus.ONLINE);

            assertThat(eventsOf(state, caller, server.id()))
                    .containsExactly("server.recovered", "server.unreachable", "server.created");
        }
    }

    @Test
    void handsOutOneHostAndAnotherAfterAChange() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory);
                Servers servers = open(state, "srv_own")) {
            Caller caller = state.organizations().newOrganization();
            Server before = servers.service().create(caller, draft("web-1", 1));
            Host first = servers.hosts().of(before);
            assertThat(servers.hosts().of(before)).isSameAs(first);

            Server after = servers.service().update(caller, before.id(), draft("web-2", 1), null);

            Host second = servers.hosts().of(after);
            assertThat(second).isNotSameAs(first);
            // Whoever still has the old record gets the newer host.
            assertThat(servers.hosts().of(before)).isSameAs(second);
            assertThat(catchThrowableOfType(AppException.class, () -> first.run(HostCommand.of("true"))))
                    .hasMessageContaining("was closed because the server was changed");
            servers.service().delete(caller, after.id(), null);
            assertThat(catchThrowableOfType(AppException.class, () -> second.run(HostCommand.of("true"))))
                    .hasMessageContaining("was closed because the server was changed");
        }
    }

    @Test
    void refusesToDeleteWhatAnyFeatureUses() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory);
                Servers servers = open(state, "srv_own")) {
            Caller caller = state.organizations().newOrganization();
            Server server = servers.service().create(caller, draft("web-1", 1));
            servers.service().registerUse((_, id) -> id.equals(server.id()) ? List.of("the app shop") : List.of());
            servers.service().registerUse((_, _) -> List.of("the schedule nightly"));

            AppException refused = catchThrowableOfType(
                    AppException.class, () -> servers.service().delete(caller, server.id(), null));

            assertThat(refused.errorCode()).isEqualTo(PlatformError.IN_USE);
            assertThat(refused).hasMessageContaining("is used by the app shop, the schedule nightly.");
            assertThat(servers.service().get(caller, server.id())).isEqualTo(server);
        }
    }

    @Test
    void refusesALoginThatStopsWhatUsesAServer() {
        try (OpenState state = OpenState.create(StateKind.SQLITE, directory);
                TestSshServer machine = new TestSshServer();
                Servers servers = open(state, "srv_own")) {
            Caller caller = state.organizations().newOrganization();
            Server server = servers.service().create(caller, password("web-1", machine.port(), TestSshServer.PASSWORD));
            String shown =
                    String.valueOf(servers.service().test(caller, server.id()).hostKeyFingerprint());
            servers.service().trustHostKey(caller, server.id(), shown);
            List<String> users = new ArrayList<>();
            servers.service().registerUse((_, _) -> users);
            ServerDraft wrong = password("web-1", machine.port(), "another");

            servers.service().update(caller, server.id(), wrong, null);
            servers.service()
                    .update(caller, server.id(), password("web-1", machine.port(), TestSshServer.PASSWORD), null);
            users.add("the schedule nightly");
            servers.service().update(caller, server.id(), wrong, null);
            servers.service()
                    .update(caller, server.id(), password("web-1", machine.port(), TestSshServer.PASSWORD), null);
            servers.reports().succeeded(server);

            AppException refused = catchThrowableOfType(
                    AppException.class, () -> servers.service().update(caller, server.id(), wrong, null));
            assertThat(refused.errorCode()).isEqualTo(PlatformError.IN_USE);
            assertThat(refused)
                    .hasMessage("This log-in would stop what uses the server: the schedule nightly. The server web-1"
                            + " refuses the user ada with this password. Check both. Nothing was changed.");
            assertThat(servers.service().test(caller, server.id()).ok()).isTrue();
            ServerDraft renamed = password("web-2", machine.port(), TestSshServer.PASSWORD);
            assertThat(servers.service()
                            .update(caller, server.id(), renamed, null)
                            .name())
                    .isEqualTo("web-2");
        }
    }

    @ParameterizedTest
    @EnumSource(StateKind.class)
    void anEventThatCannotBeWrittenIsOwedAndNotForgotten(StateKind kind) {
        try (OpenState state = OpenState.create(kind, directory);
                Servers servers = open(state, "srv_own")) {
            Caller caller = state.organizations().newOrganization();
            Server server = servers.service().create(caller, draft("db", 22));
            ServerReports reports = servers.reports();
            state.store().change(tx -> tx.handle().execute("ALTER TABLE event RENAME TO event_away"));
            for (int i = 0; i < 4; i++) {
                try {
                    reports.failed(server, "refused");
                } catch (RuntimeException e) {
                    assertThat(i).as("%s", e).isGreaterThanOrEqualTo(2);
                }
            }
            assertThat(servers.service().status(server)).isEqualTo(ServerStatus.OFFLINE);
            state.store().change(tx -> tx.handle().execute("ALTER TABLE event_away RENAME TO event"));
            reports.failed(server, "refused");
            reports.failed(server, "refused");
            assertThat(eventsOf(state, caller, server.id())).containsExactly("server.unreachable", "server.created");
        }
    }
}
