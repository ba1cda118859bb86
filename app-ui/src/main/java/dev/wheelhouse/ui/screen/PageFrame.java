package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.LiveReading;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import javafx.beans.value.ChangeListener;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/**
 * What the page of one row is made of: its head, what somebody should look after, what could not be read again, and the
 * content. Belongs to the window's thread.
 *
 * @param <L> what is known of the row at one moment
 */
public final class PageFrame<L> {

    private final LiveRow<L> row;
    private final LiveReading<?> content;
    private final StaleLine stale;
    private final StatePane state;
    private final Label facts = PageHead.facts();
    private final Label trouble = Nodes.wrapped("");
    private final PageHead head;
    private final PageBanner banner;
    private final VBox root = new VBox();
    private final ChangeListener<L> onChange;
    private Background.Handle watch = Background.Handle.NONE;

    /**
     * What is read for it.
     *
     * @param list that the row is of
     * @param content read again while the page is shown
     * @param zone in which times are shown
     */
    public record Reads(LiveReading<?> list, LiveReading<?> content, Clock clock, ZoneId zone) {}

    /**
     * @param style of this page
     * @param back the way to the list
     * @param below between the head and the content
     * @param changed runs when the row is shown, and when another is known of it
     */
    public PageFrame(
            String style,
            LiveRow<L> row,
            Reads reads,
            Action back,
            Node below,
            Runnable changed,
            Workbench workbench,
            ActionControls controls) {
        this.row = row;
        this.content = reads.content();
        this.onChange = (_, _, _) -> changed.run();
        this.stale = new StaleLine(reads.clock(), reads.zone(), List.of(content, reads.list()));
        this.state = new StatePane(workbench.background());
        this.head = new PageHead(back, "fth-list", facts, controls);
        this.banner = new PageBanner(controls, trouble);
        trouble.managedProperty().bind(trouble.textProperty().isNotEmpty());
        VBox top = new VBox(12, head, banner, below);
        top.getStyleClass().add("server-head");
        VBox.setVgrow(state, Priority.ALWAYS);
        root.getStyleClass().add(style);
        root.getChildren().setAll(top, stale, state);
    }

    public void onShow() {
        row.lineProperty().addListener(onChange);
        watch = content.watch();
        stale.onShow();
        onChange.changed(row.lineProperty(), row.line(), row.line());
    }

    public void onHide() {
        stale.onHide();
        watch.cancel();
        row.lineProperty().removeListener(onChange);
    }

    /** Says what somebody should look after. */
    public void warn(String icon, String title, String more, boolean isDanger) {
        banner.show(icon, title, isDanger, List.of());
        trouble.setText(more);
    }

    /** Nothing is to be looked after. */
    public void calm() {
        banner.setVisible(false);
    }

    public void setFacts(String words) {
        facts.setText(words);
    }

    public PageHead head() {
        return head;
    }

    /** Where the content is. */
    public StatePane state() {
        return state;
    }

    public Parent root() {
        return root;
    }
}
