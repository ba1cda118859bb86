package dev.wheelhouse.ui.shell;

import java.util.function.Supplier;

/**
 * A screen in the sidebar.
 *
 * @param id stable, such as {@code databases}
 * @param icon an Ikonli literal of the Feather pack
 * @param shortcut as {@code KeyCombination.valueOf} reads it
 * @param make builds it when it is first opened
 */
public record ScreenEntry(
        String id, SidebarGroup group, String title, String icon, String shortcut, Supplier<Screen> make) {}
