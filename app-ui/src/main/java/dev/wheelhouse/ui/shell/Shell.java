package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
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
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The frame at work: opens screens, knows every action that holds now, and brings keys and palette to them. */
public final class Shell {

    private final ShellViewModel model;
    private final JobsViewModel jobs;
    private final Workbench workbench;
    private final ActionControls controls;
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
        Action goTo = Action.of("shell.palette", "Go to…", "fth-search", this::openPalette)
                .withShortcut("Shortcut+K");
        Action help = Action.of("shell.shortcuts", "Keyboard shortcuts", "fth-help-circle", this::openShortcuts)
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
        view.goToButton()
                .setText("Go to…   " + KeyCombination.valueOf("Shortcut+K").getDisplayText());
        statusBar = new StatusBarView(facts, jobs, copyAddress, toggleJobs, controls);
        view.addBelow(statusBar.root());
        paletteModel.add(this::actionEntries);
        for (Area area : areas) {
            everywhere.addAll(area.actions());
            watches.addAll(area.watches());
            paletteModel.add(area::paletteEntries);
        }
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
            openSidePanel();
            focusSidePanel();
            return;
        }
        if (sidePanel != null && !resting) {
            sidePanel.onHide();
        }
        view.hideBeside();
        if (current != null) {
            current.focus();
        }
    }

    private void openSidePanel() {
        if (sidePanel == null) {
            sidePanel = Objects.requireNonNull(sidePanelMaker).get();
        }
        view.showBeside(sidePanel.root());
        if (!resting) {
            sidePanel.onShow();
        }
    }

    private void focusSidePanel() {
        giveKeyboard(Objects.requireNonNull(sidePanel)::focus);
    }

    /** At once: what is typed next is meant for it. */
    private void giveKeyboard(Runnable focus) {
        // What has no skin yet has nothing in the window that could take it.
        view.root().applyCss();
        view.root().layout();
        focus.run();
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
        new ShortcutKeys(this::actionsByNearness).listenTo(scene);
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
            openSidePanel();
            if (sidePanelAwaited) {
                sidePanelAwaited = false;
                focusSidePanel();
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
            giveKeyboard(screen::focus);
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
            screen.focus();
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

    /** Runs {@code close} once every screen agrees, and the person too where jobs would be cut off. */
    public void requestClose(Runnable close) {
        Runnable next = () -> askAboutJobs(close);
        for (Screen screen : made.values()) {
            Runnable after = next;
            next = () -> screen.requestClose(after);
        }
        next.run();
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
        if (current != null && current.isCovered()) {
            // What it leads to would leave the form behind, half filled in.
            current.focus();
            return;
        }
        PaletteView shown = palette();
        if (shown.isOpen()) {
            shown.close();
            return;
        }
        shown.open(backToFocus());
    }

    private void openShortcuts() {
        shortcuts().open(backToFocus());
    }

    // None of these is seen in the first frame, which should not wait for them.

    private PaletteView palette() {
        PaletteView known = palette;
        if (known == null) {
            known = new PaletteView(paletteModel);
            view.addAbove(known.root());
            palette = known;
        }
        return known;
    }

    private ShortcutsPane shortcuts() {
        ShortcutsPane known = shortcuts;
        if (known == null) {
            known = new ShortcutsPane(this::actionsByNearness);
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

    private Runnable backToFocus() {
        Scene scene = view.root().getScene();
        Node focused = scene == null ? null : scene.getFocusOwner();
        return () -> {
            if (focused != null) {
                focused.requestFocus();
            }
        };
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

    private static PaletteEntry entry(Action action, String context) {
        String keys = action.shortcut()
                .map(text -> KeyCombination.valueOf(text).getDisplayText())
                .orElse("");
        return new PaletteEntry(action.title(), context, action.icon(), keys, action::run);
    }

    ShellViewModel model() {
        return model;
    }

    public StackPane root() {
        return view.root();
    }
}
