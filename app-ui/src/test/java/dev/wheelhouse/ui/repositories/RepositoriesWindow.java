package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.settings.OrganizationSettings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.AppsWiring;
import dev.wheelhouse.ui.deployments.source.SourceForms;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.settings.SettingsWiring;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The screens of repositories and apps over a real core, with stand-ins of providers on loopback. */
@SuppressWarnings("NullAway.Init")
public abstract class RepositoriesWindow extends FxTest {

    private static final ZoneId HERE = ZoneId.of("Europe/Zurich");

    @TempDir
    protected Path home;

    protected final VcsStandIn provider = VcsStandIn.of(VcsKind.GITHUB);
    protected TestCore core;
    protected FakeWorkbench workbench;
    protected AppsWiring apps;
    protected SourceForms forms;
    protected Scene scene;
    private RepositoriesWiring wiring;
    private Shell shell;

    @BeforeEach
    void open() {
        core = TestCore.start(home.resolve("home"));
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            ServersWiring servers = ServersWiring.of(core.core(), workbench, controls, Clock.systemUTC());
            apps = new AppsWiring(core.core().apps().service(), servers, null, workbench, controls, Clock.systemUTC());
            forms = new SourceForms(core.core(), servers.list(), apps, apps::inFront, workbench, controls);
            wiring = new RepositoriesWiring(core.core(), forms, apps, workbench, controls, Clock.systemUTC(), HERE);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "repositories"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(apps, wiring, new SettingsWiring(core.core().settings(), workbench, controls, HERE)));
            workbench.opener = shell::open;
            return show(shell.root(), 1280, 720);
        });
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        core.close();
        provider.close();
    }

    /** Shows the repositories, as the screen that was open last. */
    protected void begin() {
        onFx(() -> {
            shell.listenTo(scene);
            shell.openLast();
            shell.onShow();
            return true;
        });
    }

    protected void openPage(VcsConnection connection) {
        waitFor("the list", () -> isShown(".connection-table"));
        onFx(() -> {
            wiring.reveal(connection.id());
            return true;
        });
        waitFor("the page", () -> isShown(".repository-page"));
    }

    protected void openSource(App app) {
        waitFor("no other form", () -> !isShown(".source-form"));
        onFx(() -> {
            forms.open(app.id());
            return true;
        });
        waitFor("the form", () -> isShown(".source-form"));
    }

    protected Caller caller() {
        return core.callers().get();
    }

    protected void allowLoopback() {
        core.core().settings().allowPrivateHost(caller(), "127.0.0.1");
    }

    protected void usePublicAddress(String address) {
        SettingsDraft now = SettingsDraft.of(core.core().settings().get(caller()));
        OrganizationSettings were = now.organization();
        OrganizationSettings are = new OrganizationSettings(
                were.smtp(),
                were.assistant(),
                address,
                were.privateHosts(),
                were.retention(),
                were.thresholds(),
                were.dns());
        core.core().settings().change(caller(), now.with(are), null);
    }

    protected VcsConnection connection(String name) {
        allowLoopback();
        return core.core()
                .vcs()
                .connections()
                .create(
                        caller(),
                        new VcsConnectionDraft(
                                provider.kind(), name, provider.base().toString(), VcsStandIn.TOKEN));
    }

    protected App app(String name) {
        return core.core()
                .apps()
                .service()
                .create(
                        caller(),
                        new AppDraft(
                                name,
                                core.core()
                                        .servers()
                                        .service()
                                        .list(caller(), new PageRequest(1, null))
                                        .items()
                                        .getFirst()
                                        .id(),
                                RuntimeKind.PROCESS,
                                RestartPolicy.NEVER,
                                List.of("sh", "run.sh"),
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

    /** Sets where an app comes from, and that pushes do nothing. */
    protected AppSource source(App app, @Nullable VcsConnection connection, String owner, String name) {
        SourceDraft of = SourceDraft.ofRepository(
                connection == null ? null : connection.id(),
                connection == null ? null : owner,
                connection == null ? null : name,
                connection == null ? owner + name : null,
                null,
                null);
        SourceDraft quiet = new SourceDraft(
                of.connectionId(),
                of.owner(),
                of.name(),
                of.cloneUrl(),
                null,
                null,
                null,
                false,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        return core.core().deployments().sources().put(caller(), app.id(), quiet, null);
    }

    protected boolean told(String part) {
        return workbench.notices.stream().map(Notice::text).anyMatch(each -> each.contains(part));
    }
}
