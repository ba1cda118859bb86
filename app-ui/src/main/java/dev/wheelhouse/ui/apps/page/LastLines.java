package dev.wheelhouse.ui.apps.page;

import java.util.List;
import java.util.regex.Pattern;
import javafx.scene.control.TextArea;
import javafx.scene.layout.Region;

/** The last lines of a log as they were, to read and to copy. */
public final class LastLines {

    /** Escape sequences of terminals (ECMA-48 section 5.4): colours and the like, which say nothing here. */
    private static final Pattern ESCAPES = Pattern.compile("\\x1b\\[[0-9;?]*[ -/]*[@-~]");

    private static final int MOST_ROWS = 10;

    private LastLines() {}

    public static TextArea of(List<String> lines) {
        TextArea area = new TextArea(ESCAPES.matcher(String.join("\n", lines)).replaceAll(""));
        area.setEditable(false);
        area.setPrefRowCount(Math.clamp(lines.size(), 1, MOST_ROWS));
        area.setMinHeight(Region.USE_PREF_SIZE);
        area.getStyleClass().addAll("mono", "last-lines");
        area.setAccessibleText("Last lines of the log");
        // The end is what matters; it is seen once the area has its size.
        area.positionCaret(area.getLength());
        area.setScrollTop(Double.MAX_VALUE);
        return area;
    }
}
