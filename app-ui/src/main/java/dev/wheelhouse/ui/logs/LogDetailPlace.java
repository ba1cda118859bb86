package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.controls.log.ShownLine;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import org.jspecify.annotations.Nullable;

/** The lines, and beside them the selected one whole where that is wanted. */
final class LogDetailPlace {

    private static final double SHARE = 0.64;

    private final LogPaneViewModel model;
    /** Bound, which is weak: the options outlive every pane. */
    private final BooleanProperty wanted = new SimpleBooleanProperty(this, "wanted");

    private final Workbench workbench;
    private final LogView view;
    private final SplitPane split = new SplitPane();
    private @Nullable LogDetail details;
    private @Nullable ShownLine detailed;

    LogDetailPlace(LogPaneViewModel model, ViewOptions options, Workbench workbench, LogView view) {
        this.model = model;
        this.workbench = workbench;
        this.view = view;
        split.setOrientation(Orientation.HORIZONTAL);
        wanted.bindBidirectional(options.detailProperty());
        wanted.addListener(_ -> arrange());
        view.selectedLineProperty().addListener(_ -> show());
        arrange();
    }

    Node root() {
        return split;
    }

    private void arrange() {
        if (!wanted.get()) {
            split.getItems().setAll(view);
            return;
        }
        LogDetail shown = details();
        split.getItems().setAll(view, shown);
        split.setDividerPositions(SHARE);
        SplitPane.setResizableWithParent(shown, false);
        detailed = null;
        show();
    }

    /** Made when it is wanted first: most people read most logs without. */
    private LogDetail details() {
        LogDetail known = details;
        if (known == null) {
            known = new LogDetail(model.zone(), text -> workbench.copy(text, "The line"), () -> wanted.set(false));
            details = known;
        }
        return known;
    }

    private void show() {
        ShownLine line = view.selectedLineProperty().get();
        if (!wanted.get() || line == null || line.equals(detailed)) {
            return;
        }
        detailed = line;
        LogDetail shown = details();
        boolean named =
                model.sources().size() > 1 && line.source() < model.sources().size();
        String source = named ? model.sources().get(line.source()) : "";
        shown.show(List.of(line), source);
        if (line.cut()) {
            model.taking().whole(line, text -> shown.showWhole(line, text));
        } else if (line.follows() > 0) {
            view.selectedRow()
                    .ifPresent(row -> view.lines().read(row, row + line.follows() + 1, read -> {
                        if (line.equals(detailed)) {
                            shown.show(read, source);
                        }
                    }));
        }
    }

    /** Shows a line that is shown cut. */
    void openWhole() {
        detailed = null;
        if (wanted.get()) {
            show();
        } else {
            wanted.set(true);
        }
    }
}
