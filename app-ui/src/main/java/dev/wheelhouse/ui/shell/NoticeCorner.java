package dev.wheelhouse.ui.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.fxmisc.richtext.CodeArea;

/**
 * Lies over the whole window and takes the mouse only where its notices are: at the bottom, at the right, or as near to
 * there as they cover no input and no button.
 */
final class NoticeCorner extends Region {

    private static final double WIDTH = 420;
    private static final double EDGE = 16;
    /** The status bar and a gap. */
    private static final double BELOW = 44;

    /** What covering one pixel costs, in tenths of a pixel that the notices are away from their corner. */
    private static final int INPUT = 10;

    private static final int BUTTON = 4;

    private final VBox stack = new VBox(8);
    private final Runnable afterLayout = this::place;

    private record Obstacle(Bounds bounds, int weight) {

        double cost(Rectangle2D place) {
            double width = Math.min(place.getMaxX(), bounds.getMaxX()) - Math.max(place.getMinX(), bounds.getMinX());
            double height = Math.min(place.getMaxY(), bounds.getMaxY()) - Math.max(place.getMinY(), bounds.getMinY());
            return width <= 0 || height <= 0 ? 0 : weight * width * height;
        }
    }

    NoticeCorner() {
        setPickOnBounds(false);
        stack.setPickOnBounds(false);
        // It is placed after all else was laid out.
        stack.setManaged(false);
        getChildren().add(stack);
    }

    void add(Node card) {
        if (stack.getChildren().isEmpty()) {
            getScene().addPostLayoutPulseListener(afterLayout);
        }
        stack.getChildren().add(card);
    }

    void remove(Node card) {
        stack.getChildren().remove(card);
        if (stack.getChildren().isEmpty()) {
            getScene().removePostLayoutPulseListener(afterLayout);
        }
    }

    private void place() {
        double width = Math.min(WIDTH, getWidth() - 2 * EDGE);
        double height = stack.prefHeight(width);
        List<Obstacle> obstacles = new ArrayList<>();
        find(getParent(), obstacles);
        double corner = getHeight() - BELOW - height;
        Rectangle2D place = Stream.of(getWidth() - EDGE - width, EDGE)
                .flatMap(x -> Stream.concat(
                                Stream.of(corner),
                                obstacles.stream().map(each -> each.bounds().getMinY() - EDGE / 2 - height))
                        .filter(y -> y <= corner && y >= EDGE)
                        .map(y -> new Rectangle2D(x, y, width, height)))
                .min(Comparator.comparingDouble(each -> obstacles.stream()
                                .mapToDouble(obstacle -> obstacle.cost(each))
                                .sum()
                        + 10 * (corner - each.getMinY() + getWidth() - each.getMaxX())))
                .orElse(new Rectangle2D(EDGE, EDGE, width, height));
        stack.resizeRelocate(place.getMinX(), place.getMinY(), width, height);
        stack.layout();
    }

    private void find(Node node, List<Obstacle> found) {
        if (!node.isVisible() || node.equals(this)) {
            return;
        }
        int weight = switch (node) {
            case TextInputControl _, CodeArea _ -> INPUT;
            case ButtonBase _ -> BUTTON;
            default -> 0;
        };
        if (weight > 0) {
            found.add(new Obstacle(sceneToLocal(node.localToScene(node.getLayoutBounds())), weight));
        } else if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(each -> find(each, found));
        }
    }
}
