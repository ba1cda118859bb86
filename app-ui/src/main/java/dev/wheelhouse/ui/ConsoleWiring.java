package dev.wheelhouse.ui;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.databases.editor.SqlFiles;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.access.AccessWiring;
import dev.wheelhouse.ui.access.WindowBands;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.AppsWiring;
import dev.wheelhouse.ui.backups.BackupsWiring;
import dev.wheelhouse.ui.conversations.AssistantWiring;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.databases.editor.SqlServices;
import dev.wheelhouse.ui.databases.editor.SqlTabs;
import dev.wheelhouse.ui.databases.table.TableTab;
import dev.wheelhouse.ui.databases.tabs.TabFactory;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.deployments.DeploymentsWiring;
import dev.wheelhouse.ui.deployments.source.SourceForms;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.logs.gateway.CoreLogGateway;
import dev.wheelhouse.ui.mail.MailWiring;
import dev.wheelhouse.ui.notifications.NotificationsWiring;
import dev.wheelhouse.ui.overview.OverviewWiring;
import dev.wheelhouse.ui.repositories.RepositoriesWiring;
import dev.wheelhouse.ui.schedules.SchedulesWiring;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.settings.SettingsWiring;
import dev.wheelhouse.ui.settings.ThemeLink;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.ConsoleWindow;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.SingleInstance;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.state.WindowStateFile;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javafx.stage.Stage;

/** Makes the window of a core and everything in it. Called on the window's thread. */
public final class ConsoleWiring {

    /** How long a trial start stays at a screen, at a log, and until the sample is made and read. */
    private static final Duration A_LOOK = Duration.ofMillis(300);

    private static final Duration A_READING = Duration.ofSeconds(1);
    private static final Duration THE_SAMPLE = Duration.ofSeconds(4);

    private final Core core;
    private final ConsoleFacts facts;
    private final Clock clock;
    private final Background background;
    private final WindowStateFile state;

    public ConsoleWiring(Core core, ConsoleFacts facts, Clock clock, Background background) {
        this.core = core;
        this.facts = facts;
        this.clock = clock;
        this.background = background;
        this.state = new WindowStateFile(core.home(), background);
    }

    /**
     * Shows the window. What needs the state follows by itself once the core has opened it.
     *
     * @param files that it opens then
     * @param painted runs when its first frame has been drawn
     * @param restart runs before {@code closed} when the console is wanted again
     * @param closed runs when it was closed for good
     */
    public void open(Stage stage, List<Path> files, Runnable painted, Runnable restart, Runnable closed) {
        show(wire(stage), files, painted, restart, closed);
    }

    /** As {@link #open}; the window then goes through all of its screens and closes itself. */
    void openOnTrial(Stage stage, Runnable painted, Runnable closed) {
        Wired wired = wire(stage);
        wired.shell().addWatch(new TrialTour(background, stops(wired), stage::close));
        show(wired, List.of(), painted, () -> {}, closed);
    }

    private static List<TrialTour.Stop> stops(Wired wired) {
        List<TrialTour.Stop> stops = new ArrayList<>();
        wired.shell().tour().forEach(each -> stops.add(new TrialTour.Stop(each, A_LOOK)));
        stops.add(new TrialTour.Stop(() -> wired.logs().openFile(TrialLog.write()), A_READING));
        stops.add(new TrialTour.Stop(wired.databases()::openSample, THE_SAMPLE));
        return stops;
    }

    /** What was made for a window. */
    private record Wired(ConsoleWindow window, Shell shell, DatabasesWiring databases, LogsWiring logs) {}

    private Wired wire(Stage stage) {
        Supplier<Caller> callers = () -> core.access().windowCaller(core.ids().next("req"));
        ConsoleWindow window = new ConsoleWindow(stage, background, state, callers, facts);
        ActionControls controls = new ActionControls(window::copyCurl);
        ServersWiring servers = ServersWiring.of(core, window, controls, clock);
        DatabasesWiring databases = new DatabasesWiring(core, window, controls, tabFactories(window, controls));
        OverviewWiring overview = new OverviewWiring(core, databases, servers, facts, window, controls, clock);
        LogsWiring logs =
                new LogsWiring(new CoreLogGateway(core, callers), window, controls, clock, ZoneId.systemDefault());
        AppsWiring apps = new AppsWiring(core.apps().service(), servers, logs, window, controls, clock);
        servers.addToPages(apps::ofServer);
        overview.add(apps::troubles);
        SourceForms sources = new SourceForms(core, servers.list(), apps, apps::inFront, window, controls);
        DeploymentsWiring deployments = new DeploymentsWiring(
                DeploymentsWiring.of(core),
                apps.list(),
                apps,
                sources::open,
                window,
                controls,
                clock,
                ZoneId.systemDefault());
        apps.addToPages(deployments::ofApp);
        overview.add(deployments::last);
        NotificationsWiring notifications =
                new NotificationsWiring(core, window, controls, clock, ZoneId.systemDefault());
        overview.add(notifications::failing);
        SchedulesWiring schedules = SchedulesWiring.of(core, servers, window, controls, clock);
        servers.addToPages(schedules::ofServer);
        overview.add(schedules::next);
        BackupsWiring backups = BackupsWiring.of(core, databases.list(), servers, window, controls, clock);
        overview.add(backups::overview);
        MailWiring mail = new MailWiring(core, servers.list(), window, controls, clock, ZoneId.systemDefault());
        overview.add(mail::unverified);
        RepositoriesWiring repositories =
                new RepositoriesWiring(core, sources, apps, window, controls, clock, ZoneId.systemDefault());
        overview.add(notifications::latestEvents);
        AccessWiring access = new AccessWiring(core, window, controls, clock, ZoneId.systemDefault());
        SettingsWiring settings = new SettingsWiring(core.settings(), window, controls, ZoneId.systemDefault());
        ThemeLink.make(core.settings(), window.model(), window);
        List<Area> areas = List.of(
                overview,
                databases,
                backups,
                servers,
                apps,
                logs,
                deployments,
                schedules,
                mail,
                repositories,
                notifications,
                access,
                settings);
        Shell shell = new Shell(
                window.model(),
                new JobsViewModel(
                        core.jobs(),
                        window,
                        clock,
                        id -> areas.stream()
                                .flatMap(area -> area.nameOf(id).stream())
                                .findFirst()),
                new PaletteViewModel(background),
                facts,
                window,
                controls,
                areas);
        AssistantWiring assistant = new AssistantWiring(core, window, controls, clock, ZoneId.systemDefault());
        shell.setSidePanel("Assistant", "fth-message-square", "Alt+I", assistant::panel);
        shell.addWatch(assistant.planNotices(shell::showSidePanel));
        WindowBands bands = new WindowBands(core, window, controls);
        shell.addOnTop(bands.root());
        shell.addWatch(bands);
        shell.addActions(List.of(bands.lock(), window.followNotice(), window.restart()));
        return new Wired(window, shell, databases, logs);
    }

    private void show(Wired wired, List<Path> files, Runnable painted, Runnable restart, Runnable closed) {
        new MemoryWatch(background, wired.window()::offerRestart).install();
        Runnable end = () -> {
            state.flush();
            closed.run();
        };
        wired.window()
                .show(
                        wired.shell(),
                        new SingleInstance(core.home()),
                        new ConsoleWindow.Course(
                                core::awaitStart, painted, restart, end, files, wired.databases()::open));
    }

    private Map<String, TabFactory> tabFactories(ConsoleWindow window, ActionControls controls) {
        SqlServices sql =
                new SqlServices(core.databases(), SqlFiles.queries(core.home()), SqlFiles.drafts(core.home()), clock);
        return Map.of(
                TabState.SQL,
                new SqlTabs(sql, window, controls),
                TabState.TABLE,
                (connection, tab, navigator) ->
                        new TableTab(core.databases(), window, controls, navigator, connection, tab));
    }
}
