package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.AppRemoval;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.caller.Actor;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.event.Revisions;
import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.VcsHooks;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the releases of apps come from. Thread-safe. */
public final class SourceService {

    private final DeploymentsConfig config;
    private final DeploymentStores stores;
    private final BranchWatch watch;
    private final VcsHooks hooks;
    private final DeployDirectories directories;
    private final Revisions<AppSource> revisions;

    SourceService(DeploymentsConfig config, DeploymentStores stores, BranchWatch watch, VcsHooks hooks) {
        this.watch = watch;
        this.hooks = hooks;
        this.config = config;
        this.stores = stores;
        this.directories = new DeployDirectories(config, stores);
        this.revisions =
                new Revisions<>("source", config.store(), stores.sources(), config.events(), SourceService::told);
        config.apps().register(new Removal());
    }

    /** @throws AppException {@code insufficient_scope}, {@code not_found}, also for an app that has none */
    public AppSource get(Caller caller, String appId) {
        return find(caller, appId).orElseThrow(() -> AppException.notFound("source", appId));
    }

    /**
     * The source of an app; empty for one that has none. Scope deployments:read.
     *
     * @throws AppException {@code insufficient_scope}; {@code not_found} for an app that is not there
     */
    public Optional<AppSource> find(Caller caller, String appId) {
        caller.require(Scope.DEPLOYMENTS_READ);
        return config.store().read(tx -> {
            app(tx, caller, appId);
            return stores.sources().find(tx, caller.organizationId(), appId);
        });
    }

    /**
     * The source as it is before a change; empty for an app that has none. Scopes as {@link #put}.
     *
     * @throws AppException {@code insufficient_scope}; {@code not_found} for an app that is not there
     */
    public Optional<AppSource> beforeChange(Caller caller, String appId) {
        requireWriting(caller);
        return config.store().read(tx -> {
            app(tx, caller, appId);
            return stores.sources().find(tx, caller.organizationId(), appId);
        });
    }

    /** The sources of all apps, by the id of the app. Scope deployments:read. */
    public List<AppSource> list(Caller caller) {
        caller.require(Scope.DEPLOYMENTS_READ);
        return config.store().read(tx -> stores.sources().all(tx, caller.organizationId()));
    }

    /**
     * Looks at the newest commit of a repository and guesses how it is built and run; nothing is stored but what was fetched.
     * Scopes as {@link #put}.
     *
     * @param draft of which the repository, the branch and the directory count
     * @param wanted how the app is to run; null for what fits best
     * @throws AppException {@code insufficient_scope}, {@code validation_failed}; what the repository refuses
     */
    public SourceSuggestion suggest(Caller caller, SourceDraft draft, @Nullable RuntimeKind wanted) {
        requireWriting(caller);
        // Of a container it would ask for the Dockerfile that is looked for.
        SourceSettings settings = SourceValidation.check(draft, RuntimeKind.PROCESS);
        String connectionId = draft.connectionId();
        if (connectionId != null) {
            caller.require(Scope.VCS_READ);
            config.store().read(tx -> {
                config.repositories().requireConnection(tx, caller.organizationId(), connectionId);
                return true;
            });
        }
        Actor actor = Actor.of(caller);
        AppSource asked = new AppSource(
                "",
                caller.organizationId(),
                connectionId,
                settings,
                actor.memberId(),
                actor.keyId(),
                actor.scopes(),
                null,
                config.clock().instant(),
                0);
        String commit = config.repositories().resolve(asked, null);
        return SourceGuess.of(config.repositories().texts(asked, commit, SourceGuess.FILES), wanted);
    }

    /**
     * Sets where an app's releases come from; pushes are deployed in the caller's name from then on. Asks neither the
     * provider nor the server. Scopes deployments:write and, as it runs commands on the server, servers:exec; vcs:read for
     * one of a connection.
     *
     * @param expectedRevision null to replace whatever is there
     * @throws AppException {@code insufficient_scope}, {@code not_found}, {@code validation_failed} with every field at
     *     fault, {@code precondition_failed}
     */
    public AppSource put(Caller caller, String appId, SourceDraft draft, @Nullable Long expectedRevision) {
        requireWriting(caller);
        return config.store().write(tx -> put(tx, caller, app(tx, caller, appId), draft, expectedRevision));
    }

    /**
     * Adds an app together with where its releases come from. Scopes of both.
     *
     * @throws AppException as the making of either; what is wrong with the source is named below {@code source}
     */
    public App createApp(Caller caller, AppDraft app, SourceDraft source) {
        requireWriting(caller);
        return config.apps().create(caller, app, (tx, made) -> {
            try {
                put(tx, caller, made, source, null);
            } catch (AppException e) {
                throw e.details() instanceof FieldProblems(List<FieldProblem> errors)
                        ? AppException.invalid(errors.stream()
                                .map(each ->
                                        new FieldProblem("source." + each.path(), each.message(), each.privateHost()))
                                .toList())
                        : e;
            }
        });
    }

    private AppSource put(Transaction tx, Caller caller, App app, SourceDraft draft, @Nullable Long expectedRevision) {
        SourceSettings settings = SourceValidation.check(draft, app.spec().kind());
        requireFits(app, settings);
        directories.require(tx, app, settings.deployDirectory());
        if (draft.connectionId() != null) {
            caller.require(Scope.VCS_READ);
            config.repositories().requireConnection(tx, caller.organizationId(), draft.connectionId());
        }
        Optional<AppSource> before = stores.sources().find(tx, caller.organizationId(), app.id());
        before.ifPresent(each -> revisions.require(each, expectedRevision));
        Actor actor = Actor.of(caller);
        AppSource after = new AppSource(
                app.id(),
                app.organizationId(),
                draft.connectionId(),
                settings,
                actor.memberId(),
                actor.keyId(),
                actor.scopes(),
                null,
                before.map(AppSource::createdAt).orElseGet(config.clock()::instant),
                before.map(AppSource::revision).orElse(0L) + 1);
        if (before.isEmpty()) {
            stores.sources().insert(tx, after);
            revisions.append(tx, caller, EventKind.APP_SOURCE_SET, after);
        } else {
            revisions.update(tx, after);
            revisions.append(tx, caller, EventKind.APP_SOURCE_SET, before.get(), after);
            if (!isSameRepository(before.get(), after)) {
                stores.tips().delete(tx, app.id());
                hooks.forget(tx, app.organizationId(), app.id());
            }
        }
        watch.watch(tx, after);
        return after;
    }

    private static boolean isSameRepository(AppSource one, AppSource other) {
        String repository = other.settings().repository();
        // Providers take a name in any case for one repository; to others an address is what it says.
        boolean same = one.connectionId() == null
                ? one.settings().repository().equals(repository)
                : one.settings().repository().equalsIgnoreCase(repository);
        return same && Objects.equals(one.connectionId(), other.connectionId());
    }

    private static void requireFits(App app, SourceSettings settings) {
        if (app.spec() instanceof AppSpec.Container container && container.adopted() != null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The containers of " + app.name()
                            + " were there before; the console makes none. Give the source to an app of its own.");
        }
        String place = settings.deployDirectory();
        if (place != null && app.spec() instanceof AppSpec.Process process && process.directory() != null) {
            String current = place + "/current";
            if (!process.directory().equals(current) && !process.directory().startsWith(current + "/")) {
                throw AppException.invalid(
                        "deployDirectory",
                        "The app runs in " + process.directory() + ". Empty its directory, or set it to " + current
                                + ".");
            }
        }
    }

    /**
     * Forgets where an app's releases come from; what lies on the server stays. Scopes as {@link #put}.
     *
     * @throws AppException {@code not_found}; {@code precondition_failed}; {@code in_use} while a deployment is under way
     */
    public void delete(Caller caller, String appId, @Nullable Long expectedRevision) {
        requireWriting(caller);
        config.store().change(tx -> {
            app(tx, caller, appId);
            AppSource source = stores.sources()
                    .find(tx, caller.organizationId(), appId)
                    .orElseThrow(() -> AppException.notFound("source", appId));
            revisions.require(source, expectedRevision);
            if (stores.deployments().isUnderWay(tx, appId)) {
                throw new AppException(
                        PlatformError.IN_USE, "A deployment is under way. Cancel it or wait for its end.");
            }
            forget(tx, source);
            stores.sources().delete(tx, appId);
            revisions.append(tx, caller, EventKind.APP_SOURCE_REMOVED, source);
        });
    }

    /** As {@link Deployments#stopWorkOf}; within the change that deletes the keys. */
    List<NewEvent> stopWorkOf(Transaction tx, String organizationId, Collection<String> keyIds) {
        return stores.sources().all(tx, organizationId).stream()
                .filter(each -> each.settings().autoDeploy() && keyIds.contains(String.valueOf(each.actorKeyId())))
                .map(each -> {
                    AppSource after = each.withoutAutoDeploy();
                    revisions.update(tx, after);
                    watch.watch(tx, after);
                    Map<String, Object> data = new LinkedHashMap<>(told(after));
                    data.put("why", Actor.KEY_DELETED);
                    return new NewEvent(EventKind.APP_SOURCE_SET, each.id(), data);
                })
                .toList();
    }

    /** What goes with a source. */
    private void forget(Transaction tx, AppSource source) {
        watch.forget(tx, source.id());
        hooks.forget(tx, source.organizationId(), source.id());
    }

    private static void requireWriting(Caller caller) {
        caller.require(Scope.DEPLOYMENTS_WRITE);
        caller.require(Scope.SERVERS_EXEC);
    }

    private App app(Transaction tx, Caller caller, String appId) {
        return config.apps()
                .find(tx, caller.organizationId(), appId)
                .orElseThrow(() -> AppException.notFound("app", appId));
    }

    private static Map<String, Object> told(AppSource source) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("repository", source.settings().repository());
        if (source.connectionId() != null) {
            told.put("connectionId", source.connectionId());
        }
        if (source.settings().branch() != null) {
            told.put("branch", source.settings().branch());
        }
        told.put("autoDeploy", source.settings().autoDeploy());
        return told;
    }

    /** The releases of an app go with it. */
    private final class Removal implements AppRemoval {

        @Override
        public void check(App app) {
            if (config.store().read(tx -> stores.deployments().isUnderWay(tx, app.id()))) {
                throw new AppException(
                        PlatformError.IN_USE,
                        "A deployment of " + app.name() + " is under way. Cancel it or wait for its end.");
            }
        }

        @Override
        public void forget(Transaction tx, App app) {
            stores.sources()
                    .find(tx, app.organizationId(), app.id())
                    .ifPresent(each -> SourceService.this.forget(tx, each));
        }

        @Override
        public void remove(App app) {
            if (app.spec() instanceof AppSpec.Container container) {
                if (container.adopted() != null) {
                    // The console makes no releases of those.
                    return;
                }
                config.apps().images(app).prune(config.apps().host(app), app, List.of());
                return;
            }
            config.store()
                    .read(tx -> stores.sources().find(tx, app.organizationId(), app.id()))
                    .ifPresent(source -> new ReleasePlace(
                                    config.apps().host(app),
                                    app.id(),
                                    source.settings().deployDirectory())
                            .remove());
        }
    }
}
