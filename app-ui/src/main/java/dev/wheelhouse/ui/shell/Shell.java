package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Keys;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.shell.jobs.JobsPanelView;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import dev.wheelhouse.ui.shell.palette.PaletteView;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.theme.Theme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The frame at work: opens screens, knows every action that holds now, and brings keys and palette to them. */
public final class Shell {

    private final ShellViewModel model;
    private final JobsViewModel jobs;
    private final Workbench workbench;
    private final Layers layers;
    private final ActionControls controls;
    private final Action goTo;
    private final Action help;
    private final Map<String, ScreenEntry> entries = new LinkedHashMap<>();
    private final Map<String, Action> openActions = new LinkedHashMap<>();
    private final Map<String, Screen> made = new LinkedHashMap<>();
    private final List<Action> own = new ArrayList<>();
    private final List<Action> everywhere = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private final ShellView view;
    private final StatusBarView statusBar;
    private final PaletteViewModel paletteModel;
    private @Nullable Screen current;
    private @Nullable PaletteView palette;
    private @Nullable ShortcutsPane shortcuts;
    private @Nullable JobsPanelView jobsPanel;
    private @Nullable Supplier<SidePanel> sidePanelMaker;
    private @Nullable SidePanel sidePanel;
    /** Whether somebody opened it before services answered. */
    private boolean sidePanelAwaited;

    private boolean begun;
    private boolean resting;

    /**
     * @param areas their screens stand in the sidebar by group, in this order; the first opens when none is remembered
     */
    public Shell(
            ShellViewModel model,
            JobsViewModel jobs,
            PaletteViewModel palette,
            ConsoleFacts facts,
            Workbench workbench,
            ActionControls controls,
            List<Area> areas) {
        this.model = model;
        this.jobs = jobs;
        this.paletteModel = palette;
        this.workbench = workbench;
        this.layers = workbench.layers();
        this.controls = controls;
        List<ScreenEntry> screens = areas.stream()
                .flatMap(area -> area.screens().stream())
                .sorted(Comparator.comparing(ScreenEntry::group))
                .toList();
        for (ScreenEntry entry : screens) {
            entries.put(entry.id(), entry);
            openActions.put(
                    entry.id(),
                    Action.of("open." + entry.id(), entry.title(), entry.icon(), () -> open(entry.id()))
                            .withShortcut(entry.shortcut()));
        }
        Action sidebar = Action.of("shell.sidebar", "Collapse sidebar", "fth-sidebar", model::toggleSidebar)
                .withShortcut("Shortcut+B");
        Action theme = Action.of("shell.theme", "Change theme", "fth-sun", this::changeTheme)
                .withShortcut("Shortcut+Shift+L");
        goTo = Action.of("shell.palette", "Go to…", "fth-search", this::openPalette)
                .withShortcut("Shortcut+K");
        help = Action.of("shell.shortcuts", "Keyboard shortcuts", "fth-help-circle", this::openShortcuts)
                .withShortcut("F1");
        Action toggleJobs = Action.of("shell.jobs", "Jobs", "fth-activity", this::toggleJobs)
                .withShortcut("Shortcut+J");
        Action copyAddress = Action.of(
                        "shell.address",
                        "Copy API address",
                        "fth-copy",
                        () -> workbench.copy(facts.address(), "The API address"))
                .withShortcut("Shortcut+Shift+H");
        own.addAll(List.of(goTo, toggleJobs, sidebar, theme, help, copyAddress));
        view = new ShellView(
                model,
                new Sidebar(screens, openActions::get, List.of(theme, sidebar, help), controls, model.foldedGroups()));
        controls.fill(view.goToButton(), goTo);
        view.goToButton().setText("Go to…   " + Keys.words("Shortcut+K"));
        statusBar = new StatusBarView(facts, jobs, copyAddress, toggleJobs, controls);
        view.addBelow(statusBar.root());
        paletteModel.add(this::actionEntries);
        for (Area area : areas) {
            everywhere.addAll(area.actions());
            watches.addAll(area.watches());
            paletteModel.add(area::paletteEntries);
            paletteModel.prepareBy(area::preparePalette);
        }
        layers.setGround(this::ground, this::actionsByNearness, workbench::runByKey);
    }

    private void changeTheme() {
        model.nextTheme();
        workbench.say(Notice.info("Theme: " + Theme.words(model.themeProperty().get())));
    }

    /** Adds what people can do from every screen. */
    public void addActions(List<Action> actions) {
        everywhere.addAll(actions);
    }

    /**
     * Gives every screen something at its right.
     *
     * @param keys open and close it, as {@code KeyCombination.valueOf} reads them
     * @param make builds it when it is first opened
     */
    public void setSidePanel(String title, String icon, String keys, Supplier<SidePanel> make) {
        sidePanelMaker = make;
        Action toggle = Action.of("shell.side-panel", title, icon, this::toggleSidePanel)
                .withShortcut(keys);
        own.add(toggle);
        view.addToHeading(controls.iconButton(toggle));
    }

    /** Opens what stands beside the screens, where it is closed. */
    public void showSidePanel() {
        if (!model.sidePanelShownProperty().get()) {
            toggleSidePanel();
        }
    }

    private void toggleSidePanel() {
        boolean opens = !model.sidePanelShownProperty().get();
        model.sidePanelShownProperty().set(opens);
        sidePanelAwaited = opens && !begun;
        if (!begun) {
            return;
        }
        if (opens) {
            layers.enter(openSidePanel());
            return;
        }
        if (sidePanel != null && !resting) {
            sidePanel.onHide();
        }
        view.hideBeside();
        layers.enter(Objects.requireNonNull(current));
    }

    private SidePanel openSidePanel() {
        SidePanel panel = sidePanel;
        if (panel == null) {
            panel = Objects.requireNonNull(sidePanelMaker).get();
            sidePanel = panel;
        }
        view.showBeside(panel.root());
        if (!resting) {
            panel.onShow();
        }
        return panel;
    }

    private boolean isSidePanelOpen() {
        return begun && sidePanel != null && model.sidePanelShownProperty().get();
    }

    /** Adds a line above the screens. */
    public void addOnTop(Parent line) {
        view.addOnTop(line);
    }

    /** Adds what looks on while the window is open. */
    public void addWatch(Watch watch) {
        watches.add(watch);
    }

    /** Brings keys to actions. */
    public void listenTo(Scene scene) {
        layers.listenTo(scene);
    }

    private List<Layer> ground() {
        List<Layer> ground = new ArrayList<>();
        if (current != null) {
            ground.add(current);
        }
        if (sidePanel != null && isSidePanelOpen()) {
            ground.add(sidePanel);
        }
        return ground;
    }

    /** Puts the screen of last time in front, empty until {@link #onShow}. */
    public void openLast() {
        String remembered = model.screenProperty().get();
        open(
                entries.containsKey(remembered)
                        ? remembered
                        : entries.keySet().iterator().next());
    }

    /** Begins, once services answer: watches jobs and lets the screen in front read what it shows. */
    public void onShow() {
        if (current == null) {
            // Closed before it began.
            return;
        }
        begun = true;
        jobs.onShow();
        watches.forEach(Watch::onShow);
        begin(current);
        if (sidePanelMaker != null && model.sidePanelShownProperty().get()) {
            SidePanel panel = openSidePanel();
            if (sidePanelAwaited) {
                sidePanelAwaited = false;
                layers.enter(panel);
            }
        }
        // Ready for its key, which should find it at once.
        workbench.background().onWindow(this::palette);
    }

    /** While the window is minimised nobody sees the screen in front, and it reads nothing. */
    void rest(boolean rests) {
        if (resting == rests) {
            return;
        }
        if (sidePanel != null && isSidePanelOpen()) {
            if (rests) {
                sidePanel.onHide();
            } else {
                sidePanel.onShow();
            }
        }
        resting = rests;
        if (begun && current != null) {
            if (rests) {
                current.onHide();
            } else {
                current.onShow();
            }
        }
    }

    private void begin(Screen screen) {
        if (resting) {
            return;
        }
        screen.onShow();
        if (!sidePanelAwaited) {
            layers.enter(screen);
        }
    }

    public void onHide() {
        jobs.onHide();
        if (begun) {
            watches.forEach(Watch::onHide);
        }
        if (sidePanel != null && isSidePanelOpen() && !resting) {
            sidePanel.onHide();
        }
        if (current != null) {
            hide(current);
            current = null;
        }
        made.values().forEach(Screen::onClose);
    }

    private void hide(Screen screen) {
        if (begun && !resting) {
            screen.onHide();
        }
    }

    /** Puts a screen in front; makes it when it is opened for the first time. */
    public void open(String id) {
        ScreenEntry entry = entries.get(id);
        if (entry == null) {
            throw new IllegalArgumentException("No screen " + id);
        }
        Screen screen = made.computeIfAbsent(id, _ -> entry.make().get());
        if (current != null && id.equals(model.screenProperty().get())) {
            layers.enter(screen);
            return;
        }
        if (current != null) {
            hide(current);
        }
        current = screen;
        statusBar.showAddress();
        model.screenProperty().set(id);
        view.showScreen(id, entry.title(), screen.root());
        if (begun) {
            begin(screen);
        }
    }

    /** Opens, one after another, what is otherwise made when somebody first opens it; for a trial start. */
    public List<Runnable> tour() {
        List<Runnable> stops = new ArrayList<>();
        entries.keySet().forEach(id -> stops.add(() -> open(id)));
        if (sidePanelMaker != null) {
            stops.addAll(List.of(this::toggleSidePanel, this::toggleSidePanel));
        }
        stops.addAll(
                List.of(this::toggleJobs, this::toggleJobs, this::openPalette, this::openPalette, this::openShortcuts));
        return stops;
    }

    /** Runs {@code close} once the person gives up what was typed, every screen agrees, and jobs may be cut off. */
    public void requestClose(Runnable close) {
        Runnable next = () -> askAboutJobs(close);
        for (Screen screen : made.values()) {
            Runnable after = next;
            next = () -> screen.requestClose(after);
        }
        Layer.askBeforeLoss(workbench, layers.unsaved(), next);
    }

    private void askAboutJobs(Runnable close) {
        if (!jobs.runningProperty().get()) {
            close.run();
            return;
        }
        workbench.ask(
                new Question(
                        "Jobs are running",
                        jobs.summaryProperty().get() + ". Closing cancels them; what they did in an open transaction is"
                                + " undone.",
                        "Close and cancel them",
                        true),
                close);
    }

    private void toggleJobs() {
        JobsPanelView panel = jobsPanel();
        panel.show(!panel.isShown());
    }

    private void openPalette() {
        PaletteView shown = palette();
        if (shown.isOpen()) {
            shown.close();
        } else {
            shown.open();
        }
    }

    private void openShortcuts() {
        ShortcutsPane shown = shortcuts();
        if (shown.isVisible()) {
            shown.close();
        } else {
            shown.open(layers.actions());
        }
    }

    // None of these is seen in the first frame, which should not wait for them.

    private PaletteView palette() {
        PaletteView known = palette;
        if (known == null) {
            known = new PaletteView(paletteModel, layers, view.root(), goTo);
            view.addAbove(known.root());
            palette = known;
        }
        return known;
    }

    private ShortcutsPane shortcuts() {
        ShortcutsPane known = shortcuts;
        if (known == null) {
            known = new ShortcutsPane(layers, view.root(), help);
            view.addAbove(known);
            shortcuts = known;
        }
        return known;
    }

    private JobsPanelView jobsPanel() {
        JobsPanelView known = jobsPanel;
        if (known == null) {
            known = new JobsPanelView(jobs);
            view.addBelow(known.root());
            jobsPanel = known;
        }
        return known;
    }

    /** Every action that holds now, the screen's own first; of two with one id the nearer one. */
    private List<Action> actionsByNearness() {
        Map<String, Action> all = new LinkedHashMap<>();
        if (current != null) {
            current.actions().forEach(action -> all.putIfAbsent(action.id(), action));
        }
        if (sidePanel != null && isSidePanelOpen()) {
            sidePanel.actions().forEach(action -> all.putIfAbsent(action.id(), action));
        }
        everywhere.forEach(action -> all.putIfAbsent(action.id(), action));
        own.forEach(action -> all.putIfAbsent(action.id(), action));
        openActions.values().forEach(action -> all.putIfAbsent(action.id(), action));
        return List.copyOf(all.values());
    }

    private List<PaletteEntry> actionEntries() {
        List<PaletteEntry> found = new ArrayList<>();
        openActions.values().forEach(action -> found.add(entry(action, "Screen")));
        actionsByNearness().stream()
                .filter(action -> action.isEnabled() && !openActions.containsValue(action))
                .forEach(action -> found.add(entry(action, "Action")));
        return found;
    }

    private PaletteEntry entry(Action action, String context) {
        return PaletteEntry.of(action, action.title(), context, () -> workbench.runByKey(action));
    }

    ShellViewModel model() {
        return model;
    }

    public StackPane root() {
        return view.root();
    }
}
