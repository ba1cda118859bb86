package dev.wheelhouse.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.CreatedApiKey;
import dev.wheelhouse.core.access.CreatedInvite;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.connections.ConnectionUrl;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.Page;
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
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.RefusedCommits;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
    void begin() throws IOException {
        // As an address says where a file is, not that it is to be made.
        Files.createFile(folder.resolve("shop.db"));
        start();
    }

    private void start() {
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
     * @param seen what a reader sees of it
     */
    private record Change(Runnable change, Supplier<?> seen) {}

    private interface Making {
        Change make();
    }

    /** The change of something with a name that nothing else has. */
    private Making named(Consumer<String> change, Supplier<?> seen) {
        return () -> {
            String name = name();
            return new Change(() -> change.accept(name), seen);
        };
    }

    /** The change of something that is made for it, by its id. */
    private static Making of(Supplier<String> make, Consumer<String> change, Function<String, ?> seen) {
        return () -> {
            String id = make.get();
            return new Change(() -> change.accept(id), () -> seen.apply(id));
        };
    }

    /** By what is changed; each makes what it changes anew. */
    private Map<String, Making> changes() {
        Map<String, Making> all = new LinkedHashMap<>();
        all.put(
                "create a connection",
                named(this::connect, () -> items(core.databases().connections()::list)));
        all.put(
                "change a connection",
                of(
                        () -> connect(name()),
                        id -> core.databases().connections().update(me(), id, file(name()), SecretChange.keep(), null),
                        this::used));
        all.put(
                "delete a connection",
                of(
                        () -> connect(name()),
                        id -> core.databases().connections().delete(me(), id, null),
                        id -> works(() -> used(id))));
        all.put("create a server", named(this::serve, () -> items(core.servers().service()::list)));
        all.put(
                "change a server",
                of(
                        () -> serve(name()),
                        id -> core.servers().service().update(me(), id, server(name()), null),
                        id -> core.servers().service().get(me(), id)));
        all.put(
                "delete a server",
                of(
                        () -> serve(name()),
                        id -> core.servers().service().delete(me(), id, null),
                        _ -> items(core.servers().service()::list)));
        all.put("create an app", named(this::app, () -> items(core.apps().service()::list)));
        all.put(
                "forget an app",
                of(
                        () -> app(name()),
                        id -> core.apps().service().forget(me(), id, null),
                        _ -> items(core.apps().service()::list)));
        all.put(
                "set a source",
                of(
                        () -> app(name()),
                        id -> core.deployments()
                                .sources()
                                .put(
                                        me(),
                                        id,
                                        SourceDraft.ofRepository(null, null, null, "/srv/git/shop.git", null, null),
                                        null),
                        // Its trouble comes of looking at it, some time later.
                        id -> core.deployments().sources().find(me(), id).map(AppSource::settings)));
        all.put(
                "create a schedule",
                named(this::schedule, () -> items(core.schedules().service()::list)));
        all.put(
                "change a schedule",
                of(
                        () -> schedule(name()),
                        id -> core.schedules().service().update(me(), id, daily(name()), null),
                        id -> core.schedules().service().get(me(), id)));
        all.put(
                "disable a schedule",
                of(
                        () -> schedule(name()),
                        id -> core.schedules().service().setEnabled(me(), id, false),
                        id -> core.schedules().service().get(me(), id)));
        all.put(
                "delete a schedule",
                of(
                        () -> schedule(name()),
                        id -> core.schedules().service().delete(me(), id, null),
                        _ -> items(core.schedules().service()::list)));
        all.put("pause all schedules", () -> {
            core.schedules().service().resumeAll(me());
            return new Change(() -> core.schedules().service().pauseAll(me()), this::pausedSince);
        });
        all.put("resume all schedules", () -> {
            core.schedules().service().pauseAll(me());
            return new Change(() -> core.schedules().service().resumeAll(me()), this::pausedSince);
        });
        all.put(
                "create a webhook",
                named(_ -> webhook(), () -> items(core.webhooks().service()::list)));
        all.put(
                "disable a webhook",
                of(
                        this::webhook,
                        id -> core.webhooks().service().update(me(), id, hook(false), null),
                        id -> core.webhooks().service().get(me(), id)));
        all.put(
                "delete a webhook",
                of(
                        this::webhook,
                        id -> core.webhooks().service().delete(me(), id, null),
                        _ -> items(core.webhooks().service()::list)));
        all.put(
                "create a channel",
                named(this::channel, () -> items(core.notifications().service()::list)));
        all.put(
                "disable a channel",
                of(
                        () -> channel(name()),
                        id -> core.notifications().service().setEnabled(me(), id, false),
                        id -> core.notifications().service().get(me(), id)));
        all.put(
                "delete a channel",
                of(
                        () -> channel(name()),
                        id -> core.notifications().service().delete(me(), id, null),
                        _ -> items(core.notifications().service()::list)));
        all.put(
                "create a key",
                named(
                        this::key,
                        () -> core.access().apiKeys().list(me(), PAGE).items().stream()
                                .map(ApiKey::name)
                                .toList()));
        all.put("limit a key", () -> {
            CreatedApiKey key = key(name());
            return new Change(
                    () -> core.access()
                            .apiKeys()
                            .setRequestsPerMinute(me(), key.key().id(), 77),
                    () -> authenticated(key).requestsPerMinute());
        });
        all.put("delete a key", () -> {
            CreatedApiKey key = key(name());
            return new Change(
                    () -> core.access().apiKeys().delete(me(), key.key().id(), false, false),
                    () -> works(() -> authenticated(key)));
        });
        all.put("invite a member", named(this::invite, () -> items(core.access().invites()::list)));
        all.put(
                "accept an invite",
                of(
                        () -> invite(name()).token(),
                        token -> core.access().inviteAcceptance().accept(token, "req_test", null),
                        _ -> items(core.access().members()::list)));
        all.put(
                "delete an invite",
                of(
                        () -> invite(name()).invite().id(),
                        id -> core.access().invites().delete(me(), id),
                        _ -> items(core.access().invites()::list)));
        all.put(
                "rename oneself",
                named(
                        name -> core.access().members().rename(me(), name),
                        () -> core.access().members().me(me())));
        all.put(
                "rename the organization",
                named(
                        name -> core.access()
                                .organizations()
                                .rename(
                                        me(),
                                        core.access().organizations().get(me()).name(),
                                        name),
                        () -> core.access().organizations().get(me())));
        all.put(
                "change the settings",
                named(
                        _ -> changeTheme(),
                        () -> List.of(
                                core.settings().get(me()).home(),
                                core.settings().live().home())));
        all.put(
                "allow a private host",
                named(
                        name -> core.settings().allowPrivateHost(me(), name + ".internal"),
                        () -> List.of(
                                core.settings().get(me()).organization(),
                                core.settings().live().of(me().organizationId()))));
        all.put(
                "create a repository connection",
                named(this::repositories, () -> items(core.vcs().connections()::list)));
        all.put(
                "delete a repository connection",
                of(
                        () -> repositories(name()),
                        id -> core.vcs().connections().delete(me(), id, null),
                        _ -> items(core.vcs().connections()::list)));
        all.put(
                "create a mail server",
                named(this::mailServer, () -> items(core.mail().instances()::list)));
        all.put("create a mail domain", of(() -> mailServer(name()), this::domain, _ -> domains()));
        all.put(
                "delete a mail domain",
                of(
                        () -> domain(mailServer(name())),
                        id -> core.mail().domains().delete(me(), id, null),
                        _ -> domains()));
        all.put(
                "create a conversation",
                named(
                        _ -> core.conversations().service().create(me(), null),
                        () -> items(core.conversations().service()::list)));
        all.put(
                "delete a conversation",
                of(
                        () -> core.conversations().service().create(me(), null).id(),
                        id -> core.conversations().service().delete(me(), id, null),
                        _ -> items(core.conversations().service()::list)));
        all.put("rotate the vault's key", () -> {
            ConnectionDraft draft =
                    ConnectionUrl.parse("postgres://ada@127.0.0.1:1/shop").draft(name(), Environment.DEVELOPMENT);
            core.databases().connections().create(me(), draft, "secret");
            return new Change(
                    () -> core.vault().rotate(me()),
                    () -> core.vault().status(me()).keyVersion());
        });
        return all;
    }

    private <T> List<T> items(BiFunction<Caller, PageRequest, Page<T>> list) {
        return list.apply(me(), PAGE).items();
    }

    private static boolean works(ThrowingCallable call) {
        return catchThrowable(call) == null;
    }

    private String connect(String name) {
        return core.databases().connections().create(me(), file(name), null).id();
    }

    private ConnectionDraft file(String name) {
        return ConnectionUrl.parse("sqlite:" + folder.resolve("shop.db")).draft(name, Environment.DEVELOPMENT);
    }

    /** As statements find it, which is remembered for a second. */
    private DatabaseConnection used(String id) {
        return core.databases().connections().forUse(me(), id, Scope.DATABASES_READ);
    }

    private String serve(String name) {
        return core.servers().service().create(me(), server(name)).id();
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

    private String app(String name) {
        AppDraft draft = new AppDraft(
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
                null);
        return core.apps().service().create(me(), draft).id();
    }

    private String schedule(String name) {
        return core.schedules().service().create(me(), daily(name)).id();
    }

    private ScheduleDraft daily(String name) {
        return new ScheduleDraft(
                name, core.servers().service().ownId(), "true", "0 0 1 1 *", null, null, null, null, null);
    }

    private Optional<Instant> pausedSince() {
        return core.schedules().service().pausedSince(me());
    }

    private String webhook() {
        return core.webhooks().service().create(me(), hook(true)).webhook().id();
    }

    private static WebhookDraft hook(boolean enabled) {
        return new WebhookDraft("https://1.1.1.1/hook", List.of("backup.missed"), enabled);
    }

    private String channel(String name) {
        ChannelDraft draft = new ChannelDraft(
                ChannelKind.WEBHOOK, name, List.of("backup.missed"), true, "https://1.1.1.1/hook", null, null, null);
        return core.notifications().service().create(me(), draft).id();
    }

    private CreatedApiKey key(String name) {
        return core.access().apiKeys().create(me(), new NewApiKey(name, List.of("databases:read"), 0, 100));
    }

    private Caller authenticated(CreatedApiKey key) {
        return core.access().authenticator().authenticate(key.token().text(), Origin.HTTP, "req_test", "127.0.0.1");
    }

    private CreatedInvite invite(String name) {
        return core.access().invites().create(me(), name + "@example.com", Role.VIEWER);
    }

    private void changeTheme() {
        SettingsDraft now = SettingsDraft.of(core.settings().forChange(me()));
        ThemeChoice other = now.appearance().theme() == ThemeChoice.DARK ? ThemeChoice.LIGHT : ThemeChoice.DARK;
        core.settings().change(me(), now.with(new Appearance(other)), null);
    }

    private String repositories(String name) {
        VcsConnectionDraft draft =
                new VcsConnectionDraft(VcsKind.GITEA, name, "https://1.1.1.1", "token-of-twenty-letters");
        return core.vcs().connections().create(me(), draft).id();
    }

    private String mailServer(String name) {
        MailInstanceDraft draft = new MailInstanceDraft(
                name, "mail.example.com", List.of("192.0.2.10"), List.of(), null, DkimKeyType.ED25519);
        return core.mail().instances().create(me(), draft).id();
    }

    private String domain(String instance) {
        MailDomainDraft draft = new MailDomainDraft(instance, name() + ".example", DnsMode.MANUAL, null, null, null);
        return core.mail().domains().create(me(), draft).id();
    }

    private List<String> domains() {
        return items(core.mail().domains()::list).stream()
                .map(each -> each.fqdn())
                .toList();
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

    /** A caller who was told that the state is away sees what became of the change. */
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
        Map<String, Object> before = seen(done);
        restart();
        Map<String, Object> after = seen(done);
        before.forEach(
                (change, seen) -> assertThat(after.get(change)).as(change).isEqualTo(seen));
    }

    private boolean isMet(Change change, Trouble trouble, int nth) throws Exception {
        commits.failMine(trouble, nth);
        Throwable thrown = catchThrowable(change.change()::run);
        boolean met = commits.end();
        Awaiting.until(this::isStateThere);
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

    private static Object seen(Change change) {
        return String.valueOf(change.seen().get());
    }

    /** While the state is taken for away only one asks it at a time, and that may be another. */
    private boolean isStateThere() {
        try {
            var _ = core.access().organizations().get(me());
            return true;
        } catch (AppException _) {
            return false;
        }
    }
}
