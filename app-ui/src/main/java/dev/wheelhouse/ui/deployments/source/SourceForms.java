package dev.wheelhouse.ui.deployments.source;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.DeploymentService;
import dev.wheelhouse.core.deployments.PushWebhooks;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.deployments.SourceService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionService;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.AppsEntrance;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.PagedList;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the forms of sources, from wherever apps and repositories are shown. Belongs to the window's thread. */
public final class SourceForms {

    private final SourceService sources;
    private final DeploymentService deployments;
    private final PushWebhooks webhooks;
    private final VcsConnectionService connections;
    private final SettingsService settings;
    private final AppGateway apps;
    private final ServerList servers;
    private final AppsEntrance entrance;
    private final Supplier<? extends ListScreen<?>> appsScreen;
    private final Workbench workbench;
    private final ActionControls controls;

    /** A repository at a provider. */
    public record Repository(String connectionId, String owner, String name) {

        /** As a source without anything else. */
        public SourceDraft toDraft() {
            return SourceDraft.ofRepository(connectionId, owner, name, null, null, null);
        }
    }

    /** What is known when a form opens. */
    record Known(List<VcsConnection> connections, @Nullable String publicAddress) {}

    /**
     * @param entrance shows the app that was made
     * @param appsScreen brings the screen to the front that a source's form is shown above
     */
    public SourceForms(
            Core core,
            ServerList servers,
            AppsEntrance entrance,
            Supplier<? extends ListScreen<?>> appsScreen,
            Workbench workbench,
            ActionControls controls) {
        this.sources = core.deployments().sources();
        this.deployments = core.deployments().service();
        this.webhooks = core.deployments().webhooks();
        this.connections = core.vcs().connections();
        this.settings = core.settings();
        this.apps = core.apps().service();
        this.servers = servers;
        this.entrance = entrance;
        this.appsScreen = appsScreen;
        this.workbench = workbench;
        this.controls = controls;
    }

    private Known known(Caller caller) {
        return new Known(
                PagedList.readAll(page -> connections.list(caller, page)),
                settings.get(caller).organization().publicAddress());
    }

    /** Opens the form of where an app's releases come from, whether it has a source or not. */
    public void open(String appId) {
        record Asked(Known known, App app, Optional<AppSource> source) {}
        workbench.run(
                caller -> new Asked(known(caller), apps.get(caller, appId), sources.beforeChange(caller, appId)),
                asked -> {
                    ListScreen<?> screen = appsScreen.get();
                    screen.open(() -> new SourceForm(
                                    this,
                                    asked.known(),
                                    asked.app(),
                                    asked.source().orElse(null),
                                    new SourceForm.Ends(
                                            saved -> {
                                                screen.saved(
                                                        asked.app().name() + " is deployed from "
                                                                + saved.source().name() + ".",
                                                        null);
                                                warn(saved.trouble());
                                            },
                                            () -> screen.saved(asked.app().name() + " has no source any more.", null),
                                            screen::closeForm),
                                    controls)
                            .form());
                },
                workbench::say);
    }

    /**
     * Opens the form that makes an app of a repository.
     *
     * @param repository null for one at an address
     * @param above brings the screen to the front that the form is shown above
     */
    public void deploy(@Nullable Repository repository, Supplier<? extends ListScreen<?>> above) {
        workbench.run(
                this::known,
                known -> {
                    ListScreen<?> screen = above.get();
                    screen.open(() -> new DeployForm(
                                    this,
                                    known,
                                    repository,
                                    new FormFrame.Ends<>(
                                            made -> {
                                                screen.saved(
                                                        made.app().name()
                                                                + (made.deploys()
                                                                        ? " is being deployed."
                                                                        : " was added."),
                                                        null);
                                                warn(made.trouble());
                                                entrance.reveal(made.app().id());
                                            },
                                            screen::closeForm),
                                    controls)
                            .form());
                },
                workbench::say);
    }

    private void warn(String trouble) {
        if (!trouble.isEmpty()) {
            workbench.say(Notice.warning(trouble));
        }
    }

    /**
     * Has the provider tell of pushes, where it reaches the console; blocks.
     *
     * @return why it does not; empty where it does, or is not asked to
     */
    String listen(Caller caller, AppSource source, Known known) {
        String connection = source.connectionId();
        String owner = source.settings().owner();
        String name = source.settings().name();
        if (connection == null
                || owner == null
                || name == null
                || known.publicAddress() == null
                || !source.settings().autoDeploy()) {
            return "";
        }
        try {
            webhooks.make(caller, connection, source.id(), owner, name, known.publicAddress());
            return "";
        } catch (AppException e) {
            return "No webhook was made, so the branch is looked at every "
                    + source.settings().pollSeconds() + " s. " + e.getMessage();
        }
    }

    SourceService sources() {
        return sources;
    }

    DeploymentService deployments() {
        return deployments;
    }

    SettingsService settings() {
        return settings;
    }

    ServerList servers() {
        return servers;
    }

    Workbench workbench() {
        return workbench;
    }
}
