package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.platform.timer.DueHandler;
import dev.wheelhouse.core.platform.timer.DueTime;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.vcs.VcsHooks;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the branches of sources, so that a push deploys also where no provider can tell of it, and what was pushed while
 * no console was there is deployed when one comes back: the newest commit only. The first look of a source only notes where
 * its branch is. On one console, by due times. Thread-safe.
 */
final class BranchWatch implements DueHandler {

    static final String KIND = "deployment_branch";

    /** Between two looks where the provider tells of pushes: it may have lost one. */
    private static final Duration RARELY = Duration.ofHours(1);

    private static final double JITTER = 0.1;
    private static final System.Logger LOG = System.getLogger(BranchWatch.class.getName());

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final DeploymentService service;
    private final VcsHooks hooks;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    BranchWatch(DeploymentsConfig config, DeploymentStores stores, DeploymentService service, VcsHooks hooks) {
        this.config = config;
        this.stores = stores;
        this.service = service;
        this.hooks = hooks;
        config.timers().handle(KIND, this);
    }

    /** Looks at a source soon, and from then on; never at one that deploys by hand. Within the change of the source. */
    void watch(Transaction tx, AppSource source) {
        if (source.settings().autoDeploy()) {
            config.timers().set(tx, due(tx, source, config.clock().instant()));
        } else {
            forget(tx, source.id());
        }
    }

    /** Whether a branch is being looked at by this console. */
    boolean isLooking() {
        return !underWay.isEmpty();
    }

    void forget(Transaction tx, String appId) {
        config.timers().remove(tx, KIND, appId);
    }

    /** Looks once at all, since something may have been pushed while no console was there. */
    void lookAtAll() {
        config.store().change(tx -> stores.sources().everywhere(tx).forEach(each -> watch(tx, each)));
    }

    /** After the clock was set back, due times may lie far ahead. */
    void bringBack() {
        config.timers().bringBack(KIND, Duration.ofDays(2));
    }

    private DueTime due(Transaction tx, AppSource source, Instant at) {
        String onlyHome = config.apps()
                .find(tx, source.organizationId(), source.id())
                .flatMap(app -> config.servers().find(tx, source.organizationId(), app.serverId()))
                .map(Server::onlyHome)
                .orElse(null);
        return new DueTime(KIND, source.id(), onlyHome, at);
    }

    @Override
    public @Nullable DueTime handle(Transaction tx, DueTime due) {
        AppSource source = stores.sources().find(tx, due.subjectId()).orElse(null);
        if (source == null || !source.settings().autoDeploy()) {
            return null;
        }
        tx.afterCommit(() -> begin(source));
        Duration usual = Duration.ofSeconds(source.settings().pollSeconds());
        Duration pause = isTold(tx, source) && usual.compareTo(RARELY) < 0 ? RARELY : usual;
        double share = 1 + JITTER * (2 * config.random().nextDouble() - 1);
        return due(tx, source, config.clock().instant().plusMillis((long) (pause.toMillis() * share)));
    }

    /** Whether the provider tells of pushes, at an address where it reaches a console. */
    private boolean isTold(Transaction tx, AppSource source) {
        return hooks.of(tx, source.organizationId(), source.id()).stream()
                .anyMatch(each -> each.active() && hooks.isPublic(each));
    }

    private void begin(AppSource source) {
        if (underWay.add(source.id())) {
            config.workers().start(() -> lookOnce(source));
        }
    }

    private void lookOnce(AppSource source) {
        try {
            note(source, look(source));
        } catch (AppException e) {
            LOG.log(System.Logger.Level.INFO, "A look at " + source.name() + " could not be noted", e);
        } finally {
            underWay.remove(source.id());
        }
    }

    private void note(AppSource source, @Nullable String trouble) {
        boolean isNews = config.store().write(tx -> stores.sources().setTrouble(tx, source, trouble));
        if (isNews && trouble != null) {
            LOG.log(System.Logger.Level.WARNING, "{0} could not be looked at: {1}", source.name(), trouble);
        }
    }

    /** What went wrong; null for nothing. */
    private @Nullable String look(AppSource source) {
        BranchTip before =
                config.store().read(tx -> stores.tips().find(tx, source.id())).orElse(null);
        SourceRepository.Tip now;
        boolean deploys;
        try {
            now = config.repositories().tip(source).orElse(null);
            deploys = now != null
                    && before != null
                    && !before.isAt(now.branch(), now.commitId())
                    && before.branch().equals(now.branch())
                    && config.repositories().isWanted(source, before.commitId(), now.commitId());
        } catch (AppException e) {
            return String.valueOf(e.getMessage());
        }
        if (now == null) {
            String branch = source.settings().branch();
            return branch == null
                    ? "The repository has no branch yet."
                    : "The repository has no branch " + branch + ". Name another one, or push it.";
        }
        if (before == null || !before.isAt(now.branch(), now.commitId())) {
            move(source, before, now, deploys);
        }
        return null;
    }

    private void move(AppSource source, @Nullable BranchTip before, SourceRepository.Tip now, boolean deploys) {
        config.store().change(tx -> {
            // Changed or deleted meanwhile: the next look is made with what is there then.
            boolean isCurrent = stores.sources()
                    .find(tx, source.id())
                    .filter(each -> each.revision() == source.revision())
                    .isPresent();
            if (isCurrent
                    && stores.tips()
                            .move(
                                    tx,
                                    source.id(),
                                    before,
                                    now.branch(),
                                    now.commitId(),
                                    config.clock().instant())
                    && deploys) {
                service.pushed(tx, source, DeploymentTrigger.POLL, now.branch(), now.commitId());
            }
        });
    }
}
