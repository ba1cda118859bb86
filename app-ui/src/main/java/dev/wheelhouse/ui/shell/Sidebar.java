package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javafx.collections.ObservableSet;
import javafx.collections.SetChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The screens in groups that fold; icons alone when it is collapsed, and then of every group. */
final class Sidebar extends VBox {

    private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");
    private static final double WIDTH = 184;
    private static final double COLLAPSED_WIDTH = 52;

    private final Map<String, Button> screens = new HashMap<>();
    private final Map<String, SidebarGroup> groupOf = new HashMap<>();
    private final Map<SidebarGroup, Group> groups = new EnumMap<>(SidebarGroup.class);
    private final List<Button> buttons = new ArrayList<>();
    private final ObservableSet<SidebarGroup> folded;
    private final Label name = new Label("Wheelhouse");
    private final ScrollPane scroll = new ScrollPane();
    private boolean collapsed;

    /** The screens of a group below its heading. */
    private final class Group extends VBox {

        private final Button heading = new Button();
        private final FontIcon arrow = new FontIcon("fth-chevron-down");
        private final VBox entries = new VBox();

        Group(SidebarGroup group) {
            getStyleClass().add("sidebar-group");
            entries.getStyleClass().add("sidebar-entries");
            heading.setText(group.title());
            heading.setGraphic(arrow);
            heading.getStyleClass().addAll("sidebar-heading", "flat");
            heading.setMaxWidth(Double.MAX_VALUE);
            heading.setAlignment(Pos.CENTER_LEFT);
            heading.setOnAction(_ -> {
                if (!folded.remove(group)) {
                    folded.add(group);
                }
            });
            if (!group.title().isEmpty()) {
                getChildren().add(heading);
            }
            getChildren().add(entries);
        }

        void show(boolean isFolded) {
            heading.setVisible(!collapsed);
            heading.setManaged(!collapsed);
            heading.setAccessibleText(heading.getText() + (isFolded ? ", folded" : ", unfolded"));
            arrow.setIconLiteral(isFolded ? "fth-chevron-right" : "fth-chevron-down");
            entries.setVisible(collapsed || !isFolded);
            entries.setManaged(entries.isVisible());
        }
    }

    /**
     * @param opens gives the action that opens a screen, by its id
     * @param below actions at the bottom
     * @param folded the groups whose screens are hidden; changes as people fold and unfold
     */
    Sidebar(
            Collection<ScreenEntry> entries,
            Function<String, Action> opens,
            List<Action> below,
            ActionControls controls,
            ObservableSet<SidebarGroup> folded) {
        this.folded = folded;
        getStyleClass().add("sidebar");
        name.getStyleClass().add("h3");
        FontIcon mark = new FontIcon("fth-anchor");
        mark.getStyleClass().add("accent-icon");
        HBox head = new HBox(8, mark, name);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("sidebar-head");
        for (ScreenEntry entry : entries) {
            Button button = entry(controls.button(opens.apply(entry.id())));
            button.focusedProperty().subscribe(focused -> {
                if (focused) {
                    reveal(button);
                }
            });
            screens.put(entry.id(), button);
            groupOf.put(entry.id(), entry.group());
            groups.computeIfAbsent(entry.group(), Group::new)
                    .entries
                    .getChildren()
                    .add(button);
        }
        VBox all = new VBox();
        all.getStyleClass().add("sidebar-groups");
        all.getChildren().setAll(groups.values());
        scroll.setContent(all);
        scroll.setFitToWidth(true);
        scroll.setFocusTraversable(false);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        getChildren().addAll(head, scroll);
        below.forEach(action -> getChildren().add(entry(controls.button(action))));
        folded.addListener((SetChangeListener<SidebarGroup>) _ -> showGroups());
        showGroups();
    }

    private Button entry(Button button) {
        button.getStyleClass().addAll("sidebar-entry", "flat");
        button.setMaxWidth(Double.MAX_VALUE);
        button.setAlignment(Pos.CENTER_LEFT);
        buttons.add(button);
        return button;
    }

    private void showGroups() {
        groups.forEach((group, shown) -> shown.show(folded.contains(group)));
    }

    /** Unfolds the group of the screen that came to the front. */
    void markCurrent(String screen) {
        screens.forEach((id, button) -> button.pseudoClassStateChanged(CURRENT, id.equals(screen)));
        Button current = screens.get(screen);
        if (current != null) {
            folded.remove(groupOf.get(screen));
            reveal(current);
        }
    }

    private void reveal(Button button) {
        scroll.layout();
        double top = scroll.getContent()
                .sceneToLocal(button.localToScene(button.getLayoutBounds()))
                .getMinY();
        double hidden = scroll.getContent().getLayoutBounds().getHeight()
                - scroll.getViewportBounds().getHeight();
        double shownFrom = scroll.getVvalue() * hidden;
        double shownTo = shownFrom + scroll.getViewportBounds().getHeight() - button.getHeight();
        if (hidden > 0 && (top < shownFrom || top > shownTo)) {
            scroll.setVvalue(Math.clamp((top < shownFrom ? top : top - shownTo + shownFrom) / hidden, 0, 1));
        }
    }

    void setCollapsed(boolean collapsed) {
        this.collapsed = collapsed;
        double width = collapsed ? COLLAPSED_WIDTH : WIDTH;
        setMinWidth(width);
        setPrefWidth(width);
        setMaxWidth(width);
        name.setVisible(!collapsed);
        name.setManaged(!collapsed);
        for (Button button : buttons) {
            button.setContentDisplay(collapsed ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT);
            button.setAlignment(collapsed ? Pos.CENTER : Pos.CENTER_LEFT);
        }
        showGroups();
    }
}
