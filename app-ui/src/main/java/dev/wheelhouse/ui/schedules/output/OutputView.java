package dev.wheelhouse.ui.schedules.output;

import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.ZoneId;
import java.util.List;
import javafx.scene.layout.StackPane;

/** What a command writes, in the log viewer: its end stays visible until somebody scrolls up. Belongs to the window's thread. */
public final class OutputView extends StackPane {

    private final OutputLines lines = new OutputLines();
    private final LogView view;
    private String shown = "";

    public OutputView(Workbench workbench, ZoneId zone) {
        this.view = new LogView(lines, zone);
        view.setAccessibleText("Output");
        view.wrapProperty().set(true);
        view.setOnCopy(copy -> copy.lines().read(copy.from(), copy.to(), read -> {
            String what = read.size() == 1 ? "The line" : "%,d lines".formatted(read.size());
            workbench.copy(copy.text(read), what);
        }));
        getStyleClass().add("output-view");
        getChildren().setAll(view);
    }

    /**
     * @param raw what was written so far, or its end, meant for a terminal
     * @param isWhole whether it begins with the first line
     */
    public void show(String raw, boolean isWhole) {
        if (!raw.equals(shown)) {
            shown = raw;
            lines.show(TerminalText.coloured(raw).lines().toList(), isWhole);
        }
    }

    /** Shows something else from now on, from its end. */
    public void begin() {
        shown = "";
        lines.show(List.of(), true);
        view.followEnd();
    }

    /** Brings the first line with exactly that text into view; whether there is one. */
    public boolean reveal(String line) {
        long row = lines.rowOf(line);
        if (row >= 0) {
            view.reveal(row);
        }
        return row >= 0;
    }

    /** What is shown, as plain text. */
    public String text() {
        return TerminalText.plain(shown);
    }
}
