package dev.wheelhouse.ui.controls.log;

import java.util.List;

/** What is marked in the lines that are seen. Asked on the window's thread for each line once, so it must be quick. */
@FunctionalInterface
public interface LineSearch {

    /** Marks nothing. */
    LineSearch NONE = _ -> List.of();

    /** @param text of a line without escape sequences */
    List<TextRange> find(String text);
}
