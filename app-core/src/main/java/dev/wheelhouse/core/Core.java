package dev.wheelhouse.core;

import dev.wheelhouse.core.access.Access;
import dev.wheelhouse.core.access.AccessSources;
import dev.wheelhouse.core.access.MailedInvites;
import dev.wheelhouse.core.apps.AppPace;
import dev.wheelhouse.core.apps.Apps;
import dev.wheelhouse.core.apps.AppsConfig;
import dev.wheelhouse.core.apps.container.ContainerRuntime;
import dev.wheelhouse.core.apps.process.ProcessRuntime;
import dev.wheelhouse.core.apps.systemd.SystemdRuntime;
import dev.wheelhouse.core.backups.BackupPace;
import dev.wheelhouse.core.backups.Backups;
import dev.wheelhouse.core.backups.BackupsConfig;
import dev.wheelhouse.core.conversations.Conversations;
import dev.wheelhouse.core.conversations.ConversationsConfig;
import dev.wheelhouse.core.conversations.model.ModelLimits;
import dev.wheelhouse.core.conversations.operations.Operations;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.connections.ConnectionStorage;
import dev.wheelhouse.core.deployments.DeploymentPace;
import dev.wheelhouse.core.deployments.Deployments;
import dev.wheelhouse.core.deployments.DeploymentsConfig;
import dev.wheelhouse.core.deployments.GitRepositories;
import dev.wheelhouse.core.logs.Logs;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailConfig;
import dev.wheelhouse.core.mail.PublicSuffixes;
import dev.wheelhouse.core.mail.check.smtp.SocketSmtpHost;
import dev.wheelhouse.core.mail.dkim.DkimKeyPair;
import dev.wheelhouse.core.mail.dns.DnsViews;
import dev.wheelhouse.core.mail.publish.provider.CloudflareProvider;
import dev.wheelhouse.core.mail.publish.provider.DnsTimeouts;
import dev.wheelhouse.core.mail.publish.provider.ZoneProviders;
import dev.wheelhouse.core.metrics.Metrics;
import dev.wheelhouse.core.metrics.MetricsConfig;
import dev.wheelhouse.core.metrics.collect.Pace;
import dev.wheelhouse.core.notifications.Notifications;
import dev.wheelhouse.core.notifications.NotificationsConfig;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.DeliveryPace;
import dev.wheelhouse.core.platform.event.AuditService;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventRetention;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeIdentity;
import dev.wheelhouse.core.platform.home.HomeLock;
import dev.wheelhouse.core.platform.host.LeftProcess;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.platform.idempotency.IdempotencyKeys;
import dev.wheelhouse.core.platform.job.JobCare;
import dev.wheelhouse.core.platform.job.JobFiles;
import dev.wheelhouse.core.platform.job.JobLogs;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.LeftCommands;
import dev.wheelhouse.core.platform.job.ProcessMark;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.mail.MailLimits;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.platform.settings.LiveSettings;
import dev.wheelhouse.core.platform.settings.SettingsFile;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.platform.store.NativeCalls;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.platform.store.StoreAbsence;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.schedules.SchedulePace;
import dev.wheelhouse.core.schedules.Schedules;
import dev.wheelhouse.core.schedules.SchedulesConfig;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.vcs.Vcs;
import dev.wheelhouse.core.vcs.VcsConfig;
import dev.wheelhouse.core.webhooks.Webhooks;
import dev.wheelhouse.core.webhooks.WebhooksConfig;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The composition root: opens the home and the store, builds the features in order, closes all of it in reverse. */
public final class Core implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Core.class.getName());

    private final Deque<AutoCloseable> opened;
    private final Home home;
    private final SettingsService settings;
    private final Workers workers;
    private final StateStore store;
    private final IdGenerator ids;
    private final JobService jobs;
    private final JobFiles jobFiles;
    private final JobCare jobCare;
    private final LeftCommands leftCommands;
    private final Consoles consoles;
    private final Leases leases;
    private final Timers timers;
    private final Access access;
    private final Servers servers;
    private final Databases databases;
    private final EventService eventService;
    private final AuditService audit;
    private final EventFollowers eventFollowers;
    private final EventRetention eventRetention;
    private final IdempotencyKeys idempotencyKeys;
    private final Metrics metrics;
    private final Schedules schedules;
    private final Backups backups;
    private final Mail mail;
    private final Notifications notifications;
    private final Webhooks webhooks;
    private final Vcs vcs;
    private final Deployments deployments;
    private final Conversations conversations;
    private final Logs logs;
    private final Apps apps;
    private final EventLog events;
    private final Vault vault;
    private final VaultService vaultService;
    private final StartSecrets secrets;
    private final Clock clock;

    private Core(
            CoreConfig config,
            BiFunction<StateStoreConfig, NativeCalls, StateStore> stateStore,
            Deque<AutoCloseable> opened) {
        this.opened = opened;
        home = Home.open(config.homeDirectory());
        keep(HomeLock.acquire(home));
        workers = keep(new Workers());
        store = keep(stateStore.apply(storeConfig(config, home), workers.stateCalls()));
        keep(workers::finishBackground);
        ids = new IdGenerator(config.clock(), config.random());
        String homeId = HomeIdentity.ensure(home, ids);
        vault = new Vault(home, homeId, ThisMachine.name(), store, config.clock());
        events = new EventLog(store, ids, config.clock(), homeId);
        settings = new SettingsService(store, vault, events, new SettingsFile(home, config.clock()));
        LiveSettings live = settings.live();
        eventService = new EventService(store);
        audit = new AuditService(store, home, homeId, vault::sign, config.clock());
        eventFollowers = new EventFollowers(store, events);
        eventRetention = new EventRetention(
                store,
                config.clock(),
                each -> Duration.ofDays(live.of(each).retention().eventDays()));
        consoles = new Consoles(store, config.clock(), homeId);
        // Once all work has ended; others take over from then on.
        keep(consoles::leave);
        leases = new Leases(store, consoles);
        timers = new Timers(store, config.clock(), homeId);
        idempotencyKeys = new IdempotencyKeys(store, config.clock(), homeId, ids.next("run"), consoles::isAlive);
        leftCommands = new LeftCommands(store, homeId, this::find);
        jobs = new JobService(
                store, workers, ids, config.clock(), homeId, new JobLogs(home.file("job-logs")), leftCommands);
        jobCare = new JobCare(store, jobs, consoles);
        secrets = config.secrets();
        vaultService = new VaultService(
                new VaultService.Parts(vault, home, store, events, jobs, ids, config.random(), config.clock()));
        jobFiles = new JobFiles(jobs, store, home, homeId, config.clock(), JobFiles.MOST_BYTES);
        Mailer mailer = new Mailer(
                each -> live.of(each).smtp(),
                settings::smtpPassword,
                workers,
                OutgoingRequests::systemTls,
                MailLimits.STANDARD);
        access = new Access(
                home,
                homeId,
                store,
                events,
                workers,
                new MailedInvites(settings, mailer),
                vaultService,
                new AccessSources(ids, config.random(), config.clock()));
        servers = keep(Servers.open(new ServersConfig(
                home,
                homeId,
                ThisMachine.name(),
                store,
                vault,
                events,
                ids,
                config.clock(),
                workers,
                config.sshTimeouts(),
                ThisMachine.agentSocket())));
        ConnectionStorage storage = new ConnectionStorage(home, homeId, store, vault, events, ids, config.clock());
        databases = keep(new Databases(
                storage,
                workers,
                jobs,
                jobFiles,
                servers,
                () -> Duration.ofDays(live.organization().retention().historyDays()),
                live.home().shares()));
        OutgoingRequests outgoing =
                new OutgoingRequests(() -> live.organization().privateHosts(), workers);
        metrics = keep(Metrics.open(new MetricsConfig(
                home, live, outgoing, store, vault, events, servers, workers, config.clock(), Pace.STANDARD)));
        logs = keep(new Logs(home, servers, workers, config.clock(), ZoneId.systemDefault()));
        apps = keep(Apps.open(new AppsConfig(
                store,
                vault,
                events,
                ids,
                config.clock(),
                workers,
                jobs,
                servers,
                metrics.subjects(),
                List.of(
                        new ProcessRuntime(workers, new LineTimes(ZoneId.systemDefault(), config.clock())),
                        new SystemdRuntime(workers),
                        new ContainerRuntime(workers)),
                AppPace.STANDARD)));
        // After the features: jobs work through them and are cancelled before they close.
        keep(jobs);
        schedules = keep(Schedules.open(new SchedulesConfig(
                homeId,
                store,
                events,
                jobs,
                timers,
                access::actingCaller,
                servers.service(),
                servers.hosts()::of,
                servers.hosts()::waitsForVault,
                workers,
                ids,
                config.clock(),
                SchedulePace.STANDARD,
                () -> Duration.ofDays(live.organization().retention().jobDays()))));
        backups = keep(Backups.open(new BackupsConfig(
                home,
                homeId,
                store,
                vault,
                events,
                jobs,
                leases,
                timers,
                servers.service(),
                servers.hosts()::of,
                databases.connections(),
                databases.clusters(),
                databases.copies(),
                outgoing,
                config.random(),
                workers,
                ids,
                config.clock(),
                BackupPace.STANDARD)));
        mail = keep(new Mail(new MailConfig(
                store,
                vault,
                events,
                timers,
                leases,
                servers.service(),
                outgoing,
                new SocketSmtpHost(),
                new ZoneProviders(outgoing, CloudflareProvider.BASE, config.clock(), DnsTimeouts.STANDARD),
                each -> live.of(each).dns(),
                new DnsViews(workers, config.random(), DnsViews.STANDARD_PACE),
                workers,
                ids,
                config.random(),
                new PublicSuffixes(),
                DkimKeyPair::generate,
                config.clock())));
        Function<String, Duration> deliveriesKept =
                each -> Duration.ofDays(live.of(each).retention().deliveryDays());
        notifications = keep(new Notifications(new NotificationsConfig(
                store,
                vault,
                events,
                eventFollowers,
                leases,
                outgoing,
                mailer,
                NotificationsConfig.TELEGRAM,
                workers,
                ids,
                config.random(),
                config.clock(),
                DeliveryPace.STANDARD,
                deliveriesKept)));
        metrics.service().markAlso(backups.service()::idsOn);
        webhooks = keep(Webhooks.open(new WebhooksConfig(
                store,
                vault,
                events,
                eventFollowers,
                leases,
                outgoing,
                WebhooksConfig.LIMITS,
                workers,
                ids,
                config.random(),
                config.clock(),
                DeliveryPace.STANDARD,
                deliveriesKept)));
        vcs = keep(new Vcs(new VcsConfig(
                store,
                vault,
                events,
                outgoing,
                workers,
                ids,
                config.random(),
                config.clock(),
                each -> Optional.ofNullable(live.of(each).publicAddress()))));
        deployments = keep(Deployments.open(new DeploymentsConfig(
                home,
                homeId,
                store,
                events,
                jobs,
                timers,
                access::actingCaller,
                servers.service(),
                apps.releases(),
                vcs,
                new GitRepositories(vcs.connections(), outgoing, home, config.clock()),
                outgoing,
                workers,
                ids,
                config.random(),
                config.clock(),
                DeploymentPace.STANDARD)));
        Operations operations = new Operations(
                servers,
                metrics,
                databases,
                apps,
                deployments,
                schedules,
                backups,
                mail,
                eventService,
                jobs,
                config.clock());
        conversations = new Conversations(new ConversationsConfig(
                store,
                events,
                jobs,
                operations.toolbox(),
                databases.connections(),
                settings,
                outgoing,
                ModelLimits.STANDARD,
                (key, plan) -> access.apiKeys().isIndependent(key, plan.keyId(), plan.createdAt()),
                ids,
                config.clock()));
        access.apiKeys().registerWork(schedules::stopWorkOf);
        access.apiKeys().registerWork(webhooks::stopWorkOf);
        access.apiKeys().registerWork(deployments::stopWorkOf);
        access.apiKeys().registerWork(notifications::stopWorkOf);
        settings.registerMailUse(notifications::mailUses);
        access.apiKeys().registerLastingWork(backups::stopWorkOf);
        clock = config.clock();
    }

    /**
     * Starts everything. When it throws, nothing stays open.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException when the home is taken or the state cannot be opened
     */
    public static Core start(CoreConfig config) {
        return started(begin(config));
    }

    /** {@link #start(CoreConfig)} over a state store of the caller's. */
    static Core start(CoreConfig config, BiFunction<StateStoreConfig, NativeCalls, StateStore> stateStore) {
        return started(begin(config, stateStore));
    }

    private static Core started(Core core) {
        try {
            core.finishStart();
            return core;
        } catch (RuntimeException | Error e) {
            core.close();
            throw e;
        }
    }

    /**
     * Takes the home and makes every service, quickly and without the state: whoever calls one before
     * {@link #finishStart} is done waits for it. When it throws, nothing stays open.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException when the home is taken
     */
    public static Core begin(CoreConfig config) {
        return begin(config, StateStore::new);
    }

    private static Core begin(CoreConfig config, BiFunction<StateStoreConfig, NativeCalls, StateStore> stateStore) {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            return new Core(config, stateStore, opened);
        } catch (RuntimeException | Error e) {
            closeAll(opened);
            throw e;
        }
    }

    /**
     * Opens the state and settles what the last run left; called once.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException when the state cannot be opened; close the core then
     */
    public void finishStart() {
        finishStart(StoreAbsence.NOT_WAITED_FOR);
    }

    /**
     * {@link #finishStart()} that can wait for a shared state whose server is away.
     *
     * @param absence whether that is waited for
     */
    public void finishStart(StoreAbsence absence) {
        Runnable first = () -> {
            openVault();
            access.start();
            settings.start(access.ownerOrganizationId());
            servers.start(access.ownerOrganizationId());
            settleWhatWasLeft();
        };
        store.open(first, absence);
        metrics.start();
        access.follow(workers).forEach(this::keep);
        workTogether();
        schedules.start();
        backups.start();
        mail.start();
        webhooks.start();
        vcs.start();
        notifications.start();
        apps.start();
        deployments.start();
        keepHouse();
        // Nobody else gets into the home itself, so what lies in it can wait until everything answers.
        workers.start(home::tighten);
    }

    /**
     * Waits until {@link #finishStart} has opened the state.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException when it cannot be opened
     */
    public void awaitStart() {
        store.awaitOpen();
    }

    /** Why the console's own state cannot be read or changed, a sentence for anybody; null while it can. */
    public @Nullable String stateTrouble() {
        return store.trouble();
    }

    private static StateStoreConfig storeConfig(CoreConfig config, Home home) {
        if (config.storeUrl() != null) {
            return new StateStoreConfig.SharedPostgres(config.storeUrl());
        }
        return ownState(home);
    }

    /** The state of a home that shares none. */
    static StateStoreConfig.SqliteFile ownState(Home home) {
        return new StateStoreConfig.SqliteFile(home.file("state.db"), home.file("copies"));
    }

    private Optional<LeftCommands.LeftCommand> find(String organizationId, String serverId, ProcessMark process) {
        return servers.service()
                .find(organizationId, serverId)
                .map(server -> new LeftProcess(servers.hosts().of(server), process));
    }

    private void openVault() {
        if (secrets.joinCode() != null) {
            vaultService.join(secrets.joinCode(), access.newcomers());
        }
        vault.verifyMembership();
        if (secrets.passphrase() != null) {
            vaultService.openAtStart(secrets.passphrase());
        }
    }

    private void settleWhatWasLeft() {
        int unknown = events.settleAbandonedIntents();
        if (unknown > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    unknown + " changes were under way when the console last ended; their"
                            + " outcome is unknown. The events name them.");
        }
        // The first sign of life is there before anything that others could take for a dead console's.
        consoles.beat();
        schedules.settleWhatWasLeft();
        jobCare.settleOwn();
    }

    /** What consoles that share the state owe each other. */
    private void workTogether() {
        keep(workers.every("Showing that this console is at work", Consoles.HEARTBEAT, () -> {
            consoles.beat();
            leases.releaseOwed();
            jobCare.settle();
        }));
        keep(workers.every(
                "Stopping jobs that another console was asked to stop", Duration.ofSeconds(1), jobCare::stopRequested));
        keep(workers.every("Handling what is due", Timers.LOOK, timers::look));
        keep(workers.every(
                "Looking for commands of consoles that died",
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                leftCommands::look));
    }

    private void keepHouse() {
        Runnable copy = () -> store.keepDailyCopy(LocalDate.now(clock));
        keep(workers.every(
                "Removing files of jobs that are kept no longer",
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                jobFiles::sweep));
        keep(workers.every("Signing the newest events", Duration.ofMinutes(10), Duration.ofHours(1), audit::sign));
        keep(workers.every(
                "Removing old events",
                Duration.ofMinutes(3),
                Duration.ofHours(1),
                () -> leases.during("removing old events", _ -> eventRetention.sweep())));
        keep(workers.every(
                "Removing idempotency keys of yesterday",
                Duration.ofMinutes(2),
                Duration.ofHours(1),
                idempotencyKeys::sweep));
        keep(workers.every(
                "Looking after the vault", Duration.ofSeconds(5), Duration.ofSeconds(30), vaultService::lookAfter));
        // Soon, for a console that never runs a whole hour; not at once, so that the start stays quick.
        keep(workers.every("Copying the state", Duration.ofMinutes(1), Duration.ofHours(1), copy));
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        opened.push(closeable);
        return closeable;
    }

    public Home home() {
        return home;
    }

    public SettingsService settings() {
        return settings;
    }

    public Workers workers() {
        return workers;
    }

    public IdGenerator ids() {
        return ids;
    }

    public VaultService vault() {
        return vaultService;
    }

    public JobFiles jobFiles() {
        return jobFiles;
    }

    public JobService jobs() {
        return jobs;
    }

    public Access access() {
        return access;
    }

    public Servers servers() {
        return servers;
    }

    public Databases databases() {
        return databases;
    }

    public EventService events() {
        return eventService;
    }

    public AuditService audit() {
        return audit;
    }

    public EventFollowers eventFollowers() {
        return eventFollowers;
    }

    public IdempotencyKeys idempotencyKeys() {
        return idempotencyKeys;
    }

    public Metrics metrics() {
        return metrics;
    }

    public Schedules schedules() {
        return schedules;
    }

    public Backups backups() {
        return backups;
    }

    public Mail mail() {
        return mail;
    }

    public Notifications notifications() {
        return notifications;
    }

    public Vcs vcs() {
        return vcs;
    }

    public Deployments deployments() {
        return deployments;
    }

    public Conversations conversations() {
        return conversations;
    }

    public Webhooks webhooks() {
        return webhooks;
    }

    public Apps apps() {
        return apps;
    }

    public Logs logs() {
        return logs;
    }

    /** Whether other consoles can work with the same state. */
    public boolean isStateShared() {
        return store.isShared();
    }

    /** What holds the state: {@code sqlite} or {@code postgresql}. */
    public String stateKind() {
        return store.kind();
    }

    /** Ends within ten seconds. A second call, from whichever thread, waits for the first and does nothing more. */
    @Override
    public synchronized void close() {
        closeAll(opened);
    }

    private static void closeAll(Deque<AutoCloseable> opened) {
        while (!opened.isEmpty()) {
            AutoCloseable next = opened.pop();
            try {
                next.close();
            } catch (Exception e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Closing " + next.getClass().getSimpleName() + " failed",
                        e);
            }
        }
    }
}
