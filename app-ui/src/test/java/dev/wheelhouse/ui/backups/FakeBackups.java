package dev.wheelhouse.ui.backups;

import dev.wheelhouse.core.backups.AdoptionDraft;
import dev.wheelhouse.core.backups.BackupCheck;
import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupGateway;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.BackupPolicy;
import dev.wheelhouse.core.backups.BackupProgress;
import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupRunGateway;
import dev.wheelhouse.core.backups.BackupSource;
import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.backups.Destination;
import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.core.backups.RehearsalPolicy;
import dev.wheelhouse.core.backups.RestoreGateway;
import dev.wheelhouse.core.backups.RestorePreview;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.core.backups.RestoreResult;
import dev.wheelhouse.core.backups.RunKind;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.RunTrigger;
import dev.wheelhouse.core.backups.Verification;
import dev.wheelhouse.core.backups.plan.RestoreWindow;
import dev.wheelhouse.core.backups.plan.RetentionRule;
import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.cron.DueTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Backups that a test makes up. Thread-safe. */
final class FakeBackups implements BackupGateway, BackupRunGateway, RestoreGateway {

    static final String KEY = "wheelhouse-backup-key-1: 7Q4D-XK2M-P9TB-0A6W-5HGN-CE83-RJ1V-ZY4S-KD7F-2M9Q-TB0X-A6W5";

    final List<String> calls = new ArrayList<>();
    final List<BackupDraft> drafts = new ArrayList<>();
    final List<AdoptionDraft> adoptions = new ArrayList<>();
    final FakeRehearsals rehearsals;
    final List<BackupPatch> patches = new ArrayList<>();
    final List<RestoreRequest> restores = new ArrayList<>();
    List<BackupCheck> checks = List.of();
    RestoreWindow window = RestoreWindow.NONE;
    RestorePreview preview = new RestorePreview(
            true, null, "run_000002", "/srv/postgresql/restored-20261121-140320", "postgres", 3L << 30, 340L << 20);
    private final Map<String, BackupOverview> backups = new LinkedHashMap<>();
    private final Map<String, List<BackupRun>> runs = new LinkedHashMap<>();
    private final Clock clock;

    /** Thrown by each reading of the window; null for none. */
    volatile @Nullable AppException unreadable;

    /** Thrown by each reading of a log; null for none. */
    volatile @Nullable AppException unreadableLog;

    /** Thrown by the next call that changes something; null for none. */
    @Nullable
    AppException refusal;

    FakeBackups(Clock clock) {
        this.clock = clock;
        this.rehearsals = new FakeRehearsals(clock, this::begun);
    }

    /** @param connections ids of four: one streams, one's bucket is away, one makes its first base, one is paused */
    void addSome(List<String> connections) {
        Instant now = clock.instant();
        put("bkp_shop", connections.get(0), DestinationProvider.R2, "shop-backups", true)
                .progress(BackupState.STREAMING, null, now.minusSeconds(12), 0, 48L << 20);
        put("bkp_reports", connections.get(1), DestinationProvider.AWS, "acme-reports", true)
                .progress(
                        BackupState.DESTINATION_AWAY,
                        "The bucket acme-reports refuses the key: 403 InvalidAccessKeyId. Give the key anew.",
                        now.minusSeconds(5_200),
                        3L << 30,
                        3L << 30);
        put("bkp_notes", connections.get(2), DestinationProvider.FILE, "/srv/backups", true)
                .progress(BackupState.STREAMING, null, now.minusSeconds(4), 0, 16L << 20);
        put("bkp_old", connections.get(3), DestinationProvider.B2, "archive", false)
                .progress(BackupState.PAUSED, null, now.minusSeconds(900_000), 0, null);
        for (int day = 0; day < 9; day++) {
            RunStatus status = day == 4 ? RunStatus.FAILED : RunStatus.SUCCEEDED;
            add(run(
                    "bkp_shop",
                    status,
                    day == 8 ? RunTrigger.FIRST : RunTrigger.SCHEDULE,
                    Duration.ofDays(day),
                    day == 6));
        }
        add(run("bkp_reports", RunStatus.FAILED, RunTrigger.SCHEDULE, Duration.ZERO, false));
        add(run("bkp_notes", RunStatus.RUNNING, RunTrigger.FIRST, Duration.ZERO, false));
        add(run("bkp_old", RunStatus.SUCCEEDED, RunTrigger.SCHEDULE, Duration.ofDays(11), false));
        window = new RestoreWindow(
                now.minus(Duration.ofDays(8)).plusSeconds(7_117),
                now.minusSeconds(12),
                List.of(new RestoreWindow.Gap(
                        now.minus(Duration.ofDays(5)),
                        now.minus(Duration.ofDays(5)).plusSeconds(18_000),
                        "The slot was not there: backups were paused, or somebody dropped it.")));
    }

    /** One configuration that a test fills on. */
    final class Made {

        private final String id;

        Made(String id) {
            this.id = id;
        }

        void progress(
                BackupState state,
                @Nullable String detail,
                @Nullable Instant lastWalAt,
                long lag,
                @Nullable Long retained) {
            synchronized (FakeBackups.this) {
                BackupOverview old = Objects.requireNonNull(backups.get(id));
                backups.put(
                        id,
                        new BackupOverview(
                                old.config(),
                                new BackupProgress(
                                        id,
                                        state,
                                        detail,
                                        retained != null,
                                        1,
                                        "0/5000000",
                                        lastWalAt,
                                        lag,
                                        retained,
                                        64L << 30,
                                        120L << 30,
                                        false,
                                        clock.instant()),
                                old.lastRun(),
                                null,
                                old.nextRunAt()));
            }
        }
    }

    synchronized Made put(
            String id, String connectionId, DestinationProvider provider, String bucket, boolean enabled) {
        return put(id, BackupType.PITR, connectionId, provider, bucket, enabled);
    }

    synchronized Made put(
            String id,
            BackupType type,
            String connectionId,
            DestinationProvider provider,
            String bucket,
            boolean enabled) {
        BackupConfig config = new BackupConfig(
                id,
                "org_test",
                type,
                new BackupSource("srv_own", connectionId, null, "7301", 16 << 20, null),
                new Destination(provider, bucket, null, null, provider == DestinationProvider.FILE ? "" : "production"),
                new BackupPolicy(
                        CronExpression.parse("0 2 * * *"),
                        ZoneId.of("Europe/Zurich"),
                        null,
                        2,
                        14,
                        enabled,
                        RehearsalPolicy.NONE),
                null,
                clock.instant(),
                1,
                new Actor("mem_test", null, null));
        put(config);
        return new Made(id);
    }

    private void put(BackupConfig config) {
        BackupOverview old = backups.get(config.id());
        boolean enabled = config.policy().enabled();
        backups.put(
                config.id(),
                new BackupOverview(
                        config,
                        old == null
                                ? new BackupProgress(
                                        config.id(),
                                        BackupState.WAITING,
                                        null,
                                        false,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        false,
                                        clock.instant())
                                : old.progress(),
                        old == null ? null : old.lastRun(),
                        null,
                        enabled
                                ? new DueTimes(
                                                config.policy().schedule(),
                                                config.policy().timeZone())
                                        .nextAfter(clock.instant())
                                : null));
    }

    BackupRun run(String configId, RunStatus status, RunTrigger trigger, Duration ago, boolean keep) {
        Instant began = clock.instant().minus(ago).minusSeconds(status.isFinal() ? 43_400 : 95);
        boolean succeeded = status == RunStatus.SUCCEEDED;
        return new BackupRun(
                "run_%06d".formatted(runs.getOrDefault(configId, List.of()).size() + 1),
                "org_test",
                configId,
                RunKind.BASE,
                status,
                trigger,
                "job_base",
                began,
                began,
                status.isFinal() ? began.plusSeconds(succeeded ? 117 : 4) : null,
                succeeded ? (Long) ((1_200L << 20) - ago.toDays() * (9L << 20)) : null,
                Verification.NONE,
                status == RunStatus.FAILED ? "The bucket does not answer: connection reset." : null,
                keep,
                1,
                "0/4000000",
                false);
    }

    synchronized void add(BackupRun run) {
        runs.computeIfAbsent(run.configId(), _ -> new ArrayList<>()).add(run);
        BackupOverview old = Objects.requireNonNull(backups.get(run.configId()));
        BackupRun newest = Objects.requireNonNull(runs.get(run.configId())).getFirst();
        backups.put(run.configId(), new BackupOverview(old.config(), old.progress(), newest, null, old.nextRunAt()));
    }

    /** @param count older runs that failed */
    synchronized void addOlder(String configId, int count) {
        for (int i = 0; i < count; i++) {
            add(run(configId, RunStatus.FAILED, RunTrigger.SCHEDULE, Duration.ofDays(20 + i), false));
        }
    }

    synchronized Made made(String id) {
        return new Made(id);
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    private void called(String call) {
        calls.add(call);
        AppException thrown = refusal;
        if (thrown != null) {
            refusal = null;
            throw thrown;
        }
    }

    @Override
    public synchronized List<BackupOverview> all(Caller caller) {
        return List.copyOf(backups.values());
    }

    @Override
    public synchronized BackupOverview get(Caller caller, String id) {
        return Optional.ofNullable(backups.get(id)).orElseThrow(() -> AppException.notFound("backup", id));
    }

    @Override
    public synchronized BackupConfig create(Caller caller, BackupDraft draft) {
        called("create");
        drafts.add(draft);
        put(
                "bkp_new",
                draft.type(),
                String.valueOf(draft.databaseId()),
                DestinationProvider.FILE,
                draft.dest().bucket(),
                true);
        return get(caller, "bkp_new").config();
    }

    @Override
    public synchronized BackupConfig adopt(Caller caller, AdoptionDraft draft) {
        called("adopt");
        adoptions.add(draft);
        put("bkp_new", "db_none", DestinationProvider.FILE, draft.dest().bucket(), false);
        return get(caller, "bkp_new").config();
    }

    @Override
    public synchronized List<BackupCheck> test(Caller caller, BackupDraft draft) {
        called("test");
        drafts.add(draft);
        return checks;
    }

    @Override
    public synchronized BackupConfig update(
            Caller caller, String id, BackupPatch patch, @Nullable Long expectedRevision) {
        called("update " + id + (patch.enabled() == null ? "" : patch.enabled() ? " on" : " off"));
        patches.add(patch);
        BackupConfig old = get(caller, id).config();
        if (expectedRevision != null && expectedRevision != old.revision()) {
            throw new AppException(PlatformError.PRECONDITION_FAILED, "It was changed since.");
        }
        BackupPolicy policy = old.policy();
        BackupConfig now = new BackupConfig(
                id,
                old.organizationId(),
                old.source(),
                old.destination(),
                new BackupPolicy(
                        policy.schedule(),
                        policy.timeZone(),
                        policy.walSchedule(),
                        Objects.requireNonNullElse(patch.keepNewest(), policy.keepNewest()),
                        Objects.requireNonNullElse(patch.retentionDays(), policy.retentionDays()),
                        Objects.requireNonNullElse(patch.enabled(), policy.enabled()),
                        RehearsalPolicy.NONE),
                null,
                old.createdAt(),
                old.revision() + 1,
                old.actor());
        put(now);
        return now;
    }

    /** As somebody else may send it. */
    BackupPatch patch(int retentionDays) {
        return new BackupPatch(null, null, null, null, retentionDays, null, null, null, null, null, null);
    }

    @Override
    public synchronized void delete(Caller caller, String id, boolean deletesObjects, @Nullable Long expectedRevision) {
        called("delete " + id + (deletesObjects ? " with objects" : ""));
        backups.remove(id);
    }

    @Override
    public synchronized String recoveryText(Caller caller, String id) {
        called("key of " + id);
        return KEY;
    }

    @Override
    public synchronized void startBase(Caller caller, String configId) {
        called("base of " + configId);
    }

    @Override
    public synchronized Page<BackupRun> list(Caller caller, String configId, PageRequest page) {
        List<BackupRun> all = runs.getOrDefault(configId, List.of());
        int from = page.cursor() == null ? 0 : Integer.parseInt(page.cursor());
        int to = Math.min(all.size(), from + page.limit());
        return new Page<>(List.copyOf(all.subList(from, to)), to < all.size() ? Integer.toString(to) : null);
    }

    @Override
    public synchronized List<BackupRun> expired(
            Caller caller, String configId, RetentionRule rule, @Nullable String released) {
        return rule.expired(
                runs.getOrDefault(configId, List.of()).stream()
                        .filter(each -> each.status() == RunStatus.SUCCEEDED)
                        .toList(),
                each -> Objects.requireNonNull(each.finishedAt()),
                each -> each.keep() && !each.id().equals(released),
                clock.instant());
    }

    private synchronized Job begun(String kind, String configId) {
        calls.add(kind + " " + configId);
        return job(kind, configId);
    }

    private Job job(String kind, String configId) {
        return new Job(
                "job_base",
                "org_test",
                kind,
                configId,
                Scope.BACKUPS_READ,
                Scope.BACKUPS_WRITE,
                JobStatus.RUNNING,
                37L,
                100L,
                "Storing the cluster's files",
                null,
                Map.of(),
                clock.instant(),
                clock.instant(),
                null,
                null,
                null);
    }

    @Override
    public synchronized Job verify(Caller caller, String configId, String runId) {
        calls.add("verify " + runId);
        return job("verify_backup", configId);
    }

    @Override
    public synchronized Optional<Job> running(Caller caller, String configId) {
        return runs.getOrDefault(configId, List.of()).stream()
                .filter(run -> run.status() == RunStatus.RUNNING)
                .findFirst()
                .map(run -> job("base_backup", configId));
    }

    @Override
    public synchronized BackupRun setKeep(Caller caller, String configId, String runId, boolean keep) {
        called((keep ? "keep " : "do not keep ") + runId);
        return Objects.requireNonNull(runs.get(configId)).getFirst();
    }

    @Override
    public synchronized void delete(Caller caller, String configId, String runId) {
        called("delete " + configId + " " + runId);
        Objects.requireNonNull(runs.get(configId)).removeIf(each -> each.id().equals(runId));
    }

    @Override
    public synchronized JobLogText logEnd(Caller caller, String configId, String runId, int most) {
        AppException thrown = unreadableLog;
        if (thrown != null) {
            throw thrown;
        }
        String text = """
            Making the base backup %s in shop-backups/production.
            The cluster's files are stored: 1,204 files of 3,072 MiB in 1,200 MiB.
            The base is complete; the earliest second that it leads to is 2026-11-21T02:01:57Z.
            """.formatted(runId);
        return new JobLogText(text, text.length(), true);
    }

    @Override
    public synchronized RestoreWindow window(Caller caller, String configId) {
        AppException thrown = unreadable;
        if (thrown != null) {
            throw thrown;
        }
        return runs.getOrDefault(configId, List.of()).stream().anyMatch(each -> each.status() == RunStatus.SUCCEEDED)
                ? window
                : RestoreWindow.NONE;
    }

    @Override
    public synchronized RestorePreview plan(
            Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
        return preview;
    }

    @Override
    public synchronized CompletableFuture<RestoreResult> restore(
            Caller caller, String configId, @Nullable String runId, RestoreRequest request) {
        called("restore " + configId + " from " + runId);
        restores.add(request);
        return preview.ok()
                ? new CompletableFuture<>()
                : CompletableFuture.completedFuture(new RestoreResult(false, preview.error(), null, null, null, null));
    }
}
