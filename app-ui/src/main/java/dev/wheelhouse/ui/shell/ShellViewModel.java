package dev.wheelhouse.ui.shell;

import dev.wheelhouse.core.platform.settings.ThemeChoice;
import dev.wheelhouse.ui.state.WindowState;
import dev.wheelhouse.ui.theme.Theme;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;
import javafx.collections.SetChangeListener;
import org.jspecify.annotations.Nullable;

/** What the window shows around its screens, and remembers of it. */
public final class ShellViewModel {

    private static final String KEY = "shell";
    private static final double SIDE_PANEL_WIDTH = 380;

    /**
     * The remembered part; absent fields are as on the first start.
     *
     * @param theme what an earlier version kept here; now it is a setting
     */
    record Remembered(
            @Nullable String screen,
            @Nullable Boolean sidebarCollapsed,
            @Nullable ThemeChoice theme,
            @Nullable Set<SidebarGroup> foldedGroups,
            @Nullable Boolean sidePanelShown,
            @Nullable Double sidePanelWidth) {}

    private final WindowState state;
    private final StringProperty screen;
    private final BooleanProperty sidebarCollapsed;
    private final ObjectProperty<ThemeChoice> theme = new SimpleObjectProperty<>(ThemeChoice.SYSTEM);
    private final @Nullable ThemeChoice rememberedTheme;
    private final ObservableSet<SidebarGroup> foldedGroups;
    private final BooleanProperty sidePanelShown;
    private final DoubleProperty sidePanelWidth;
    private final ObjectProperty<@Nullable WarningBand> band = new SimpleObjectProperty<>();

    public ShellViewModel(WindowState state, String firstScreen) {
        this.state = state;
        Remembered remembered =
                state.read(KEY, Remembered.class).orElse(new Remembered(null, null, null, null, null, null));
        screen = new SimpleStringProperty(remembered.screen() == null ? firstScreen : remembered.screen());
        sidebarCollapsed = new SimpleBooleanProperty(Boolean.TRUE.equals(remembered.sidebarCollapsed()));
        rememberedTheme = remembered.theme();
        foldedGroups = FXCollections.observableSet(
                remembered.foldedGroups() == null ? new HashSet<>() : new HashSet<>(remembered.foldedGroups()));
        sidePanelShown = new SimpleBooleanProperty(Boolean.TRUE.equals(remembered.sidePanelShown()));
        sidePanelWidth = new SimpleDoubleProperty(
                remembered.sidePanelWidth() == null ? SIDE_PANEL_WIDTH : remembered.sidePanelWidth());
        screen.addListener(_ -> remember());
        sidePanelShown.addListener(_ -> remember());
        sidePanelWidth.addListener(_ -> remember());
        sidebarCollapsed.addListener(_ -> remember());
        foldedGroups.addListener((SetChangeListener<SidebarGroup>) _ -> remember());
    }

    private void remember() {
        state.write(
                KEY,
                new Remembered(
                        screen.get(),
                        sidebarCollapsed.get(),
                        null,
                        Set.copyOf(foldedGroups),
                        sidePanelShown.get(),
                        sidePanelWidth.get()));
    }

    /** The id of the screen in front. */
    public StringProperty screenProperty() {
        return screen;
    }

    public BooleanProperty sidebarCollapsedProperty() {
        return sidebarCollapsed;
    }

    /** Whether the panel beside the screens is open. */
    public BooleanProperty sidePanelShownProperty() {
        return sidePanelShown;
    }

    /** In pixels. */
    DoubleProperty sidePanelWidthProperty() {
        return sidePanelWidth;
    }

    /** The groups of the sidebar whose screens are hidden. */
    ObservableSet<SidebarGroup> foldedGroups() {
        return foldedGroups;
    }

    /** The theme in use; the setting {@code appearance.theme} where the window has a core. */
    public ObjectProperty<ThemeChoice> themeProperty() {
        return theme;
    }

    /** The theme that an earlier version remembered, once; empty for none. */
    public Optional<ThemeChoice> takeRememberedTheme() {
        if (rememberedTheme == null) {
            return Optional.empty();
        }
        remember();
        return Optional.of(rememberedTheme);
    }

    /** The warning round the window; null for none. */
    public ObjectProperty<@Nullable WarningBand> bandProperty() {
        return band;
    }

    public void toggleSidebar() {
        sidebarCollapsed.set(!sidebarCollapsed.get());
    }

    /** The next of system, light and dark. */
    public void nextTheme() {
        theme.set(Theme.next(theme.get()));
    }
}
