package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.tabs.DatabaseTab;
import dev.wheelhouse.ui.databases.tabs.TabFactory;
import dev.wheelhouse.ui.databases.tabs.TabNavigator;
import dev.wheelhouse.ui.databases.tabs.TabState;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes SQL tabs, and removes what they kept once nothing brings them back. */
public final class SqlTabs implements TabFactory {

    /** A draft that no tab knows, as after the window's state was deleted, may still be looked for. */
    private static final Duration ORPHANS_KEPT = Duration.ofDays(30);

    private final SqlServices services;
    private final Workbench bench;
    private final ActionControls controls;

    public SqlTabs(SqlServices services, Workbench bench, ActionControls controls) {
        this.services = services;
        this.bench = bench;
        this.controls = controls;
    }

    @Override
    public DatabaseTab open(DatabaseConnection connection, TabState state, TabNavigator navigator) {
        return new SqlTab(services, bench, controls, connection, state, navigator);
    }

    @Override
    public void forget(TabState state) {
        state.field(SqlTab.FILE)
                .ifPresent(draft -> bench.background()
                        .run(
                                () -> {
                                    services.drafts().delete(draft);
                                    return true;
                                },
                                _ -> {},
                                bench::say));
    }

    @Override
    public void restored(List<TabState> known) {
        Set<String> drafts = known.stream()
                .flatMap(state -> state.field(SqlTab.FILE).stream())
                .collect(Collectors.toSet());
        Instant before = services.clock().instant().minus(ORPHANS_KEPT);
        bench.background().run(() -> services.drafts().prune(drafts, before), _ -> {}, bench::say);
    }
}
