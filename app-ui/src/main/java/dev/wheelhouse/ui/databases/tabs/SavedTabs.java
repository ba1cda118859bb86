package dev.wheelhouse.ui.databases.tabs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tabs as the window remembers them.
 *
 * @param selected index of the one in front; -1 for none
 * @param closed that can be opened again, the latest first
 */
record SavedTabs(
        @Nullable List<TabState> tabs,
        int selected,
        @Nullable List<TabState> closed) {}
