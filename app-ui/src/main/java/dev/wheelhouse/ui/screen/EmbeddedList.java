package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/**
 * A list as a part of another screen, below a heading; read again while the screen shows it.
 *
 * @param <L> what is known of one thing at one moment
 */
public final class EmbeddedList<L> implements ScreenPart {

    private static final double GAP = 8;

    private final LiveList<?, L> list;
    private final Consumer<List<L>> shows;
    private final VBox root;
    private final ListChangeListener<LiveRow<L>> onRows = _ -> show();
    private Background.Handle watch = Background.Handle.NONE;

    /**
     * @param button beside the heading
     * @param shows shows the lines of the list in the content
     */
    public EmbeddedList(LiveList<?, L> list, Label heading, Button button, Node content, Consumer<List<L>> shows) {
        this.list = list;
        this.shows = shows;
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        HBox head = new HBox(GAP, heading, gap, button);
        head.setAlignment(Pos.CENTER_LEFT);
        this.root = new VBox(GAP, head, content);
        root.managedProperty().bind(root.visibleProperty());
        root.visibleProperty().bind(content.visibleProperty());
    }

    @Override
    public Node root() {
        return root;
    }

    @Override
    public Optional<Refreshable> reading() {
        return Optional.of(list);
    }

    @Override
    public void onShow() {
        list.rows().addListener(onRows);
        watch = list.watch();
        show();
    }

    @Override
    public void onHide() {
        watch.cancel();
        list.rows().removeListener(onRows);
    }

    private void show() {
        shows.accept(list.rows().stream().map(LiveRow::line).toList());
    }
}
