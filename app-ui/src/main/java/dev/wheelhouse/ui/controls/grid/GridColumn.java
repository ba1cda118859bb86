package dev.wheelhouse.ui.controls.grid;

import org.jspecify.annotations.Nullable;

/**
 * One column of a grid.
 *
 * @param name as shown in the header, also the key of JSON and the name in copied text
 * @param type shown under the name; empty for none
 * @param numeric whether its values stand to the right, in figures of one width
 * @param key whether it names the row, which its header marks
 * @param reference what its values point to, such as {@code public.customers}; null for nothing
 */
public record GridColumn(
        String name,
        String type,
        boolean numeric,
        boolean key,
        @Nullable String reference) {

    /** An ordinary column. */
    public static GridColumn of(String name, String type, boolean numeric) {
        return new GridColumn(name, type, numeric, false, null);
    }
}
