package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentGateway;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.deployments.DeploymentStep;
import dev.wheelhouse.core.deployments.DeploymentTrigger;
import dev.wheelhouse.core.deployments.SourceSettings;
import dev.wheelhouse.core.deployments.StepName;
import dev.wheelhouse.core.deployments.StepStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Deployments that a test makes up. Thread-safe. */
final class FakeDeployments implements DeploymentGateway {

    private final Clock clock;
    private final List<Deployment> deployments = new ArrayList<>();
    private final Map<String, List<DeploymentStep>> steps = new HashMap<>();
    private final Map<String, String> logs = new HashMap<>();
    private final Map<String, AppSource> sources = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private int made;

    /** Thrown by the next call that changes something; null for none. */
    @Nullable
    volatile AppException refusal;

    FakeDeployments(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Deployment get(Caller caller, String id) {
        return deployments.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> AppException.notFound("deployment", id));
    }

    /** Of three apps and in every state. */
    synchronized void addSome() {
        source("app_thumbnails");
        source("app_importer");
        add("app_thumbnails", DeploymentStatus.SUCCEEDED, Duration.ofDays(6), "Resize without a copy", null, 180L);
        add("app_thumbnails", DeploymentStatus.FAILED, Duration.ofHours(30), "Use all cores", REFUSED, null);
        add("app_mailer", DeploymentStatus.CANCELLED, Duration.ofHours(28), "Retry on 4xx", "Cancelled.", null);
        add("app_importer", DeploymentStatus.SUCCEEDED, Duration.ofHours(26), "Read catalogs in parts", null, 0L);
        add(
                "app_thumbnails",
                DeploymentStatus.SUCCEEDED,
                Duration.ofMinutes(40),
                "Keep the colour profile",
                null,
                212L);
        add("app_thumbnails", DeploymentStatus.RUNNING, Duration.ofSeconds(9), "Serve WebP", null, null);
        add("app_importer", DeploymentStatus.QUEUED, Duration.ofSeconds(2), null, null, null);
    }

    static final String REFUSED =
            "The health check did not succeed within 60 s: http://127.0.0.1:8090/health answered 503.";

    void source(String appId) {
        source(appId, null);
    }

    /** @param trouble why its branch could not be looked at; null for nothing */
    synchronized void source(String appId, @Nullable String trouble) {
        SourceSettings settings = new SourceSettings(
                "team",
                appId.substring(4),
                null,
                "main",
                null,
                List.of(),
                true,
                null,
                List.of(),
                List.of(),
                null,
                5,
                List.of(),
                null,
                List.of(),
                60);
        sources.put(
                appId, new AppSource(appId, "org", "vcs", settings, "mem", null, null, trouble, clock.instant(), 1));
    }

    synchronized Deployment add(
            String appId,
            DeploymentStatus status,
            Duration ago,
            @Nullable String subject,
            @Nullable String error,
            @Nullable Long gap) {
        Instant at = clock.instant().minus(ago);
        boolean began = status != DeploymentStatus.QUEUED;
        String id = "dep_%06d".formatted(++made);
        boolean failed = status == DeploymentStatus.FAILED;
        Deployment deployment = new Deployment(
                id,
                "org",
                appId,
                "srv_own",
                null,
                status,
                subject == null ? DeploymentTrigger.MANUAL : DeploymentTrigger.PUSH,
                "mem",
                null,
                null,
                "main",
                subject == null ? null : "%07x".formatted(0x3fa9c01 + 77_777 * made) + "0".repeat(33),
                subject,
                subject == null ? null : "Ada Lovelace",
                null,
                null,
                status == DeploymentStatus.SUCCEEDED,
                failed,
                failed ? Boolean.TRUE : null,
                false,
                gap,
                error,
                100,
                "home",
                began ? "job_" + made : null,
                at,
                began ? at : null,
                status.isFinal() ? at.plusSeconds(14) : null);
        put(deployment);
        steps.put(id, steps(deployment));
        logs.put(id, log(status));
        return deployment;
    }

    private synchronized void put(Deployment deployment) {
        deployments.removeIf(each -> each.id().equals(deployment.id()));
        deployments.addFirst(deployment);
    }

    private static List<DeploymentStep> steps(Deployment deployment) {
        List<StepName> names = List.of(
                StepName.PREPARE,
                StepName.CLONE,
                StepName.BUILD,
                StepName.RELEASE,
                StepName.HEALTH_CHECK,
                StepName.CLEANUP);
        long[] millis = {240, 1_830, 7_400, 310, 4_100, 120};
        int stops = switch (deployment.status()) {
            case QUEUED -> 0;
            case RUNNING, CANCELLED -> 2;
            case FAILED -> 4;
            case SUCCEEDED -> names.size();
        };
        List<DeploymentStep> steps = new ArrayList<>();
        Instant at = deployment.createdAt();
        for (int i = 0; i < names.size(); i++) {
            StepStatus status = i < stops
                    ? StepStatus.SUCCEEDED
                    : i > stops || deployment.status() == DeploymentStatus.QUEUED
                            ? deployment.status().isFinal() ? StepStatus.SKIPPED : StepStatus.PENDING
                            : StepStatus.valueOf(deployment.status().name());
            boolean began = status != StepStatus.PENDING && status != StepStatus.SKIPPED;
            Instant end = at.plusMillis(millis[i]);
            steps.add(new DeploymentStep(
                    deployment.id() + i,
                    deployment.id(),
                    i + 1,
                    names.get(i),
                    status,
                    began ? at : null,
                    began && status != StepStatus.RUNNING ? end : null,
                    began ? 100L * i : null));
            at = end;
        }
        return steps;
    }

    private static String log(DeploymentStatus status) {
        return status == DeploymentStatus.QUEUED ? "" : """
                    == prepare
                    Releases lie in /srv/thumbnails.
                    == clone
                    Fetched main, 412 files.
                    == build
                    > thumbnails@2.1.0 build
                    > tsc -p .
                    """;
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /** Has the app go back to a release. */
    synchronized void goBack(String id) {
        Deployment to = get(id);
        Instant at = clock.instant();
        put(new Deployment(
                "dep_%06d".formatted(++made),
                "org",
                to.appId(),
                "srv_own",
                null,
                DeploymentStatus.SUCCEEDED,
                DeploymentTrigger.ROLLBACK,
                "mem",
                null,
                null,
                to.ref(),
                to.commitId(),
                to.subject(),
                to.author(),
                id,
                null,
                false,
                true,
                null,
                false,
                20L,
                null,
                100,
                "home",
                "job",
                at,
                at,
                at));
    }

    synchronized Deployment get(String id) {
        return deployments.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    synchronized Optional<AppSource> source(Caller caller, String appId) {
        return Optional.ofNullable(sources.get(appId));
    }

    private void refuse(String call) {
        calls.add(call);
        AppException now = refusal;
        refusal = null;
        if (now != null) {
            throw now;
        }
    }

    @Override
    public synchronized Page<Deployment> list(Caller caller, @Nullable String appId, PageRequest page) {
        List<Deployment> all = deployments.stream()
                .filter(each -> appId == null || each.appId().equals(appId))
                .toList();
        return new Page<>(all, null);
    }

    @Override
    public synchronized List<DeploymentStep> steps(Caller caller, String id) {
        return steps.getOrDefault(id, List.of());
    }

    @Override
    public synchronized JobLogText logEnd(Caller caller, String id, int most) {
        return JobLogText.whole(logs.getOrDefault(id, "").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public synchronized Deployment deploy(Caller caller, String appId, @Nullable String ref) {
        refuse("deploy " + appId + " " + ref);
        return add(appId, DeploymentStatus.QUEUED, Duration.ZERO, null, null, null);
    }

    @Override
    public synchronized Deployment rollback(Caller caller, String id) {
        refuse("rollback " + id);
        return add(get(id).appId(), DeploymentStatus.QUEUED, Duration.ZERO, get(id).subject(), null, null);
    }

    @Override
    public synchronized Deployment cancel(Caller caller, String id) {
        refuse("cancel " + id);
        return get(id);
    }
}
