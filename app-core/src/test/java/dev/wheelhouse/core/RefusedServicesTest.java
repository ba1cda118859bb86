package dev.wheelhouse.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.CreatedApiKey;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Awaiting;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.settings.Appearance;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.ThemeChoice;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.testing.RefusedCommits;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people change through the services, of whose commits one fails. Nothing here leaves the machine. */
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
@SuppressWarnings("NullAway.Init")
class RefusedServicesTest {

    private static final PageRequest PAGE = new PageRequest(200, null);

    @TempDir
    private Path folder;

    /** Stands still, so that nothing is read again only because time has passed. */
    private final SettableClock clock = new SettableClock();

    private RefusedCommits commits;
    private Core core;
    private int made;

    @BeforeEach
    void start() {
        CoreConfig config = new CoreConfig(StateKind.migrated(folder.resolve("home")), null, clock, new SecureRandom());
        core = Core.start(config, (store, nativeCalls) -> {
            commits = new RefusedCommits(store);
            return new StateStore(store, nativeCalls, commits);
        });
    }

    @AfterEach
    void stop() {
        core.close();
    }

    private void restart() {
        stop();
        start();
    }

    private Caller me() {
        return core.access().windowCaller("req_test");
    }

    private String name() {
        return "n" + made++;
    }

    /**
     * A change of something that is there, and what the console says of it.
     *
     * @param change may be made again once it was refused
     * @param seen by whoever reads it
     */
    private record Change(Runnable change, Function<Core, Object> seen) {}

    private interface Making {
        Change make();
    }

    /** By what is changed; each makes what it changes anew. */
    private Map<String, Making> changes() {
        Map<String, Making> all = new LinkedHashMap<>();
        all.put("create a connection", () -> {
            String name = name();
            return new Change(
                    () -> connect(name),
                    core -> core.databases().connections().list(me(), PAGE).items());
        });
        all.put("change a connection", () -> {
            DatabaseConnection connection = connect(name());
            return new Change(
                    () -> core.databases()
                            .connections()
                            .update(me(), connection.id(), file(name()), SecretChange.keep(), null),
                    core -> core.databases().connections().get(me(), connection.id()));
        });
        all.put("delete a connection", () -> {
            DatabaseConnection connection = connect(name());
            return new Change(
                    () -> core.databases().connections().delete(me(), connection.id(), null),
                    core -> core.databases().connections().list(me(), PAGE).items());
        });
        all.put("create a server", () -> {
            String name = name();
            return new Change(
                    () -> core.servers().service().create(me(), server(name)),
                    core -> core.servers().service().list(me(), PAGE).items());
        });
        all.put("change a server", () -> {
            String id = core.servers().service().create(me(), server(name())).id();
            return new Change(
                    () -> core.servers().service().update(me(), id, server(name()), null),
                    core -> core.servers().service().get(me(), id));
        });
        all.put("delete a server", () -> {
            String id = core.servers().service().create(me(), server(name())).id();
            return new Change(
                    () -> core.servers().service().delete(me(), id, null),
                    core -> core.servers().service().list(me(), PAGE).items());
        });
        all.put("create an app", () -> {
            String name = name();
            return new Change(
                    () -> app(name),
                    core -> core.apps().service().list(me(), PAGE).items());
        });
        all.put("forget an app", () -> {
            String id = app(name()).id();
            return new Change(
                    () -> core.apps().service().forget(me(), id, null),
                    core -> core.apps().service().list(me(), PAGE).items());
        });
        all.put("set a source", () -> {
            String id = app(name()).id();
            SourceDraft draft = SourceDraft.ofRepository(null, null, null, "/srv/git/shop.git", null, null);
            return new Change(
                    () -> core.deployments().sources().put(me(), id, draft, null),
                    core -> core.deployments().sources().find(me(), id));
        });
        all.put("create a schedule", () -> {
            String name = name();
            return new Change(
                    () -> core.schedules().service().create(me(), schedule(name)),
                    core -> core.schedules().service().list(me(), PAGE).items());
        });
        all.put("change a schedule", () -> {
            String id =
                    core.schedules().service().create(me(), schedule(name())).id();
            return new Change(
                    () -> core.schedules().service().update(me(), id, schedule(name()), null),
                    core -> core.schedules().service().get(me(), id));
        });
        all.put("disable a schedule", () -> {
            String id =
                    core.schedules().service().create(me(), schedule(name())).id();
            return new Change(
                    () -> core.schedules().service().setEnabled(me(), id, false),
                    core -> core.schedules().service().get(me(), id));
        });
        all.put("delete a schedule", () -> {
            String id =
                    core.schedules().service().create(me(), schedule(name())).id();
            return new Change(
                    () -> core.schedules().service().delete(me(), id, null),
                    core -> core.schedules().service().list(me(), PAGE).items());
        });
        all.put("pause all schedules", () -> {
            core.schedules().service().resumeAll(me());
            return new Change(
                    () -> core.schedules().service().pauseAll(me()),
                    core -> core.schedules().service().pausedSince(me()));
        });
        all.put("resume all schedules", () -> {
            core.schedules().service().pauseAll(me());
            return new Change(
                    () -> core.schedules().service().resumeAll(me()),
                    core -> core.schedules().service().pausedSince(me()));
        });
        all.put(
                "create a webhook",
                () -> new Change(
                        () -> core.webhooks().service().create(me(), webhook(true)),
                        core -> core.webhooks().service().list(me(), PAGE).items()));
        all.put("disable a webhook", () -> {
            String id = core.webhooks()
                    .service()
                    .create(me(), webhook(true))
                    .webhook()
                    .id();
            return new Change(
                    () -> core.webhooks().service().update(me(), id, webhook(false), null),
                    core -> core.webhooks().service().get(me(), id));
        });
        all.put("delete a webhook", () -> {
            String id = core.webhooks()
                    .service()
                    .create(me(), webhook(true))
                    .webhook()
                    .id();
            return new Change(
                    () -> core.webhooks().service().delete(me(), id, null),
                    core -> core.webhooks().service().list(me(), PAGE).items());
        });
        all.put("create a channel", () -> {
            String name = name();
            return new Change(
                    () -> core.notifications().service().create(me(), channel(name)),
                    core -> core.notifications().service().list(me(), PAGE).items());
        });
        all.put("disable a channel", () -> {
            String id =
                    core.notifications().service().create(me(), channel(name())).id();
            return new Change(
                    () -> core.notifications().service().setEnabled(me(), id, false),
                    core -> core.notifications().service().get(me(), id));
        });
        all.put("delete a channel", () -> {
            String id =
                    core.notifications().service().create(me(), channel(name())).id();
            return new Change(
                    () -> core.notifications().service().delete(me(), id, null),
                    core -> core.notifications().service().list(me(), PAGE).items());
        });
        all.put("create a key", () -> {
            String name = name();
            return new Change(
                    () -> key(name),
                    core -> keys(core).stream().map(ApiKey::name).toList());
        });
        all.put("limit a key", () -> {
            CreatedApiKey key = key(name());
            return new Change(
                    () -> core.access()
                            .apiKeys()
                            .setRequestsPerMinute(me(), key.key().id(), 77),
                    core -> authenticated(core, key).requestsPerMinute());
        });
        all.put("delete a key", () -> {
            CreatedApiKey key = key(name());
            return new Change(
                    () -> core.access().apiKeys().delete(me(), key.key().id(), false, false),
                    core -> catchThrowable(() -> authenticated(core, key)) == null);
        });
        all.put("invite a member", () -> {
            String address = name() + "@example.com";
            return new Change(
                    () -> core.access().invites().create(me(), address, Role.VIEWER),
                    core -> core.access().invites().list(me(), PAGE).items());
        });
        all.put("accept an invite", () -> {
            String token = core.access()
                    .invites()
                    .create(me(), name() + "@example.com", Role.VIEWER)
                    .token();
            return new Change(
                    () -> core.access().inviteAcceptance().accept(token, "req_test", null),
                    core -> core.access().members().list(me(), PAGE).items());
        });
        all.put("delete an invite", () -> {
            String id = core.access()
                    .invites()
                    .create(me(), name() + "@example.com", Role.VIEWER)
                    .invite()
                    .id();
            return new Change(
                    () -> core.access().invites().delete(me(), id),
                    core -> core.access().invites().list(me(), PAGE).items());
        });
        all.put("rename oneself", () -> {
            String name = name();
            return new Change(
                    () -> core.access().members().rename(me(), name),
                    core -> core.access().members().me(me()));
        });
        all.put("rename the organization", () -> {
            String name = name();
            return new Change(
                    () -> core.access()
                            .organizations()
                            .rename(
                                    me(),
                                    core.access().organizations().get(me()).name(),
                                    name),
                    core -> core.access().organizations().get(me()));
        });
        all.put(
                "change the settings",
                () -> new Change(
                        () -> {
                            SettingsDraft now = SettingsDraft.of(core.settings().forChange(me()));
                            ThemeChoice other =
                                    now.appearance().theme() == ThemeChoice.DARK ? ThemeChoice.LIGHT : ThemeChoice.DARK;
                            core.settings().change(me(), now.with(new Appearance(other)), null);
                        },
                        core -> List.of(
                                core.settings().get(me()).home(),
                                core.settings().live().home())));
        all.put("allow a private host", () -> {
            String host = name() + ".internal";
            return new Change(
                    () -> core.settings().allowPrivateHost(me(), host),
                    core -> List.of(
                            core.settings().get(me()).organization(),
                            core.settings().live().of(me().organizationId())));
        });
        all.put("create a repository connection", () -> {
            String name = name();
            return new Change(
                    () -> core.vcs().connections().create(me(), repositories(name)),
                    core -> core.vcs().connections().list(me(), PAGE).items());
        });
        all.put("delete a repository connection", () -> {
            String id =
                    core.vcs().connections().create(me(), repositories(name())).id();
            return new Change(
                    () -> core.vcs().connections().delete(me(), id, null),
                    core -> core.vcs().connections().list(me(), PAGE).items());
        });
        all.put("create a mail server", () -> {
            String name = name();
            return new Change(
                    () -> core.mail().instances().create(me(), mailServer(name)),
                    core -> core.mail().instances().list(me(), PAGE).items());
        });
        all.put("create a mail domain", () -> {
            String instance =
                    core.mail().instances().create(me(), mailServer(name())).id();
            String fqdn = name() + ".example";
            return new Change(() -> core.mail().domains().create(me(), domain(instance, fqdn)), this::domains);
        });
        all.put("delete a mail domain", () -> {
            String instance =
                    core.mail().instances().create(me(), mailServer(name())).id();
            String id = core.mail()
                    .domains()
                    .create(me(), domain(instance, name() + ".example"))
                    .id();
            return new Change(() -> core.mail().domains().delete(me(), id, null), this::domains);
        });
        all.put(
                "create a conversation",
                () -> new Change(
                        () -> core.conversations().service().create(me(), null),
                        core -> core.conversations().service().list(me(), PAGE).items()));
        all.put("delete a conversation", () -> {
            String id = core.conversations().service().create(me(), null).id();
            return new Change(
                    () -> core.conversations().service().delete(me(), id, null),
                    core -> core.conversations().service().list(me(), PAGE).items());
        });
        all.put("rotate the vault's key", () -> {
            core.databases().connections().create(me(), withPassword(name()), "secret");
            return new Change(
                    () -> core.vault().rotate(me()),
                    core -> core.vault().status(me()).keyVersion());
        });
        return all;
    }

    private List<ApiKey> keys(Core core) {
        return core.access().apiKeys().list(me(), PAGE).items();
    }

    private static Caller authenticated(Core core, CreatedApiKey key) {
        return core.access().authenticator().authenticate(key.token().text(), Origin.HTTP, "req_test", "127.0.0.1");
    }

    private CreatedApiKey key(String name) {
        return core.access().apiKeys().create(me(), new NewApiKey(name, List.of("databases:read"), 0, 100));
    }

    private List<String> domains(Core core) {
        return core.mail().domains().list(me(), PAGE).items().stream()
                .map(each -> each.fqdn())
                .toList();
    }

    private DatabaseConnection connect(String name) {
        return core.databases().connections().create(me(), file(name), null);
    }

    private ConnectionDraft file(String name) {
        return new ConnectionDraft(
                name,
                Engine.SQLITE,
                null,
                null,
                null,
                null,
                folder.resolve("shop.db").toString(),
                true,
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                null,
                null);
    }

    private static ConnectionDraft withPassword(String name) {
        return new ConnectionDraft(
                name,
                Engine.POSTGRESQL,
                "127.0.0.1",
                1,
                "shop",
                "ada",
                null,
                null,
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                null,
                null);
    }

    private static ServerDraft server(String name) {
        return new ServerDraft(
                name,
                ServerKind.SSH,
                "127.0.0.1",
                1,
                "ada",
                new ServerDraft.Auth(
                        ServerAuthType.PASSWORD,
                        SecretChange.keep(),
                        SecretChange.keep(),
                        new SecretChange.Replace("secret")));
    }

    private App app(String name) {
        return core.apps()
                .service()
                .create(
                        me(),
                        new AppDraft(
                                name,
                                core.servers().service().ownId(),
                                RuntimeKind.PROCESS,
                                RestartPolicy.NEVER,
                                List.of("true"),
                                null,
                                Map.of(),
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null));
    }

    private ScheduleDraft schedule(String name) {
        return new ScheduleDraft(
                name, core.servers().service().ownId(), "true", "0 0 1 1 *", null, null, null, null, null);
    }

    private static WebhookDraft webhook(boolean enabled) {
        return new WebhookDraft("https://1.1.1.1/hook", List.of("backup.missed"), enabled);
    }

    private static ChannelDraft channel(String name) {
        return new ChannelDraft(
                ChannelKind.WEBHOOK, name, List.of("backup.missed"), true, "https://1.1.1.1/hook", null, null, null);
    }

    private static VcsConnectionDraft repositories(String name) {
        return new VcsConnectionDraft(VcsKind.GITEA, name, "https://1.1.1.1", "token-of-twenty-letters");
    }

    private static MailInstanceDraft mailServer(String name) {
        return new MailInstanceDraft(name, "mail.example.com", List.of("192.0.2.10"), List.of(), null, null);
    }

    private static MailDomainDraft domain(String instance, String fqdn) {
        return new MailDomainDraft(instance, fqdn, DnsMode.MANUAL, null, null, null);
    }

    /** A commit that is refused changes nothing, here or there, and the change can be made then. */
    @Test
    void whatWasRefusedDidNotHappenAndCanBeDoneAgain() throws Exception {
        assertAll(Trouble.REFUSED, (change, before) -> {
            assertThat(seen(change)).isEqualTo(before);
            change.change().run();
            assertThat(seen(change)).isNotEqualTo(before);
        });
    }

    /** Whoever hears that the state was away sees what became of it. */
    @Test
    void whatWasDoneIsSeenAlthoughItsAnswerWasLost() throws Exception {
        assertAll(Trouble.ANSWER_LOST, (_, _) -> {});
    }

    /** A console that shares its state with nobody reads it once, when it starts. */
    @Test
    void theWindowHasTheRoleThatTheStateSays() throws Exception {
        String token = core.access()
                .invites()
                .create(me(), "ada@example.com", Role.OWNER)
                .token();
        Caller ada = authenticated(
                core,
                core.access().inviteAcceptance().accept(token, "req_test", null).key());
        String own = me().memberId();
        assertThatAppFails(Trouble.REFUSED, () -> demote(ada, own));
        assertThat(me().scopes()).isEqualTo(Role.OWNER.scopes());
        assertThatAppFails(Trouble.ANSWER_LOST, () -> demote(ada, own));
        Awaiting.until(this::isStateThere);
        assertThat(me().scopes()).isEqualTo(Role.VIEWER.scopes());
    }

    private void demote(Caller caller, String memberId) {
        var _ = core.access().members().changeRole(caller, memberId, Role.OWNER, Role.VIEWER);
    }

    /** What somebody said goes with the job that answers it. */
    @ParameterizedTest
    @EnumSource(names = {"REFUSED", "ANSWER_LOST"})
    void aConversationGoesOnAfterAnAnswerThatCouldNotBegin(Trouble trouble) throws Exception {
        String id = core.conversations().service().create(me(), null).id();
        assertThatAppFails(trouble, () -> core.conversations().service().send(me(), id, "/help"));
        Awaiting.until(this::isStateThere);
        assertThat(core.jobs().running(me())).isEmpty();
        if (trouble == Trouble.ANSWER_LOST) {
            restart();
        } else {
            assertThat(core.conversations().service().messages(me(), id)).isEmpty();
        }
        int before = core.conversations().service().messages(me(), id).size();
        core.conversations().service().send(me(), id, "/help");
        Awaiting.until(() -> core.jobs().running(me()).isEmpty());
        assertThat(core.conversations().service().messages(me(), id)).hasSize(before + 2);
    }

    private void assertThatAppFails(Trouble trouble, Runnable change) {
        commits.failMine(trouble, 1);
        assertThatThrownBy(change::run).isInstanceOf(AppException.class);
        assertThat(commits.end()).isTrue();
    }

    private interface Afterwards {
        void hold(Change change, Object before) throws Exception;
    }

    /** @param first what holds once the first commit has failed */
    private void assertAll(Trouble trouble, Afterwards first) throws Exception {
        Map<String, Change> done = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, Making> each : changes().entrySet()) {
            try {
                boolean met = true;
                for (int nth = 1; met; nth++) {
                    Change change = each.getValue().make();
                    Object before = seen(change);
                    met = isMet(change, trouble, nth);
                    if (nth == 1) {
                        assertThat(met).as("it commits").isTrue();
                        first.hold(change, before);
                    }
                    done.put(each.getKey() + ", commit " + nth, change);
                }
            } catch (AssertionError | RuntimeException e) {
                wrong.add(each.getKey() + ": " + e);
            }
        }
        assertThat(wrong).isEmpty();
        Map<String, Object> seen = seen(done);
        restart();
        assertThat(seen(done)).isEqualTo(seen);
    }

    private boolean isMet(Change change, Trouble trouble, int nth) {
        commits.failMine(trouble, nth);
        Throwable thrown = catchThrowable(change.change()::run);
        boolean met = commits.end();
        if (thrown != null) {
            assertThat(thrown).isInstanceOf(AppException.class);
        }
        if (nth == 1 || !met) {
            assertThat(thrown != null)
                    .as("fails where its first commit does, and only where one does: " + thrown)
                    .isEqualTo(met);
        }
        return met;
    }

    private Map<String, Object> seen(Map<String, Change> changes) throws Exception {
        Awaiting.until(() -> core.jobs().running(me()).isEmpty());
        Map<String, Object> seen = new LinkedHashMap<>();
        for (Map.Entry<String, Change> each : changes.entrySet()) {
            seen.put(each.getKey(), seen(each.getValue()));
        }
        return seen;
    }

    /** While the state is taken for away only one asks it at a time, and that may be another. */
    private Object seen(Change change) throws Exception {
        Awaiting.until(this::isStateThere);
        return String.valueOf(change.seen().apply(core));
    }

    private boolean isStateThere() {
        try {
            core.awaitStart();
            return true;
        } catch (AppException _) {
            return false;
        }
    }
}
