package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.state.WindowState;
import dev.wheelhouse.ui.theme.ThemeChoice;
import java.util.HashSet;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
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

    /** The remembered part; absent fields are as on the first start. */
    record Remembered(
            @Nullable String screen,
            @Nullable Boolean sidebarCollapsed,
            @Nullable ThemeChoice theme,
            @Nullable Set<SidebarGroup> foldedGroups) {}

    private final WindowState state;
    private final StringProperty screen;
    private final BooleanProperty sidebarCollapsed;
    private final ObjectProperty<ThemeChoice> theme;
    private final ObservableSet<SidebarGroup> foldedGroups;
    private final ObjectProperty<@Nullable WarningBand> band = new SimpleObjectProperty<>();

    public ShellViewModel(WindowState state, String firstScreen) {
        this.state = state;
        Remembered remembered = state.read(KEY, Remembered.class).orElse(new Remembered(null, null, null, null));
        screen = new SimpleStringProperty(remembered.screen() == null ? firstScreen : remembered.screen());
        sidebarCollapsed = new SimpleBooleanProperty(Boolean.TRUE.equals(remembered.sidebarCollapsed()));
        theme = new SimpleObjectProperty<>(remembered.theme() == null ? ThemeChoice.SYSTEM : remembered.theme());
        foldedGroups = FXCollections.observableSet(
                remembered.foldedGroups() == null ? new HashSet<>() : new HashSet<>(remembered.foldedGroups()));
        screen.addListener(_ -> remember());
        sidebarCollapsed.addListener(_ -> remember());
        theme.addListener(_ -> remember());
        foldedGroups.addListener((SetChangeListener<SidebarGroup>) _ -> remember());
    }

    private void remember() {
        state.write(KEY, new Remembered(screen.get(), sidebarCollapsed.get(), theme.get(), Set.copyOf(foldedGroups)));
    }

    /** The id of the screen in front. */
    public StringProperty screenProperty() {
        return screen;
    }

    public BooleanProperty sidebarCollapsedProperty() {
        return sidebarCollapsed;
    }

    /** The groups of the sidebar whose screens are hidden. */
    ObservableSet<SidebarGroup> foldedGroups() {
        return foldedGroups;
    }

    public ObjectProperty<ThemeChoice> themeProperty() {
        return theme;
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
        theme.set(theme.get().next());
    }
}
