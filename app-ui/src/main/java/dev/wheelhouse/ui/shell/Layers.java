package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.fx.Focus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/**
 * Who has the keyboard. Layers are opened above the screen in front and what stands beside it. The top one alone is asked
 * for keys, and nothing that it covers takes the keyboard, however late it comes. Where the node with the keyboard leaves
 * the window, the layer chooses the next one, not JavaFX, which takes the first of the window. Belongs to the window's
 * thread.
 */
public final class Layers {

    /**
     * A layer above others.
     *
     * @param covered what takes no keyboard meanwhile, apart from the layer itself
     * @param before what had the keyboard when it was opened
     */
    private record Opened(
            Layer layer, Parent covered, @Nullable Node before) {

        boolean covers(Node node) {
            return Focus.isWithin(covered, node) && !Focus.isWithin(layer.root(), node);
        }
    }

    private final List<Opened> opened = new ArrayList<>();
    private Supplier<List<Layer>> ground = List::of;
    private Supplier<List<Action>> groundActions = List::of;
    private Consumer<Action> run = Action::run;
    private @Nullable Layer place;
    private @Nullable Scene scene;
    private boolean isGiving;
    private boolean hasLost;
    /** The key that is held down, which may lead the keyboard elsewhere. */
    private KeyCode key = KeyCode.UNDEFINED;

    private boolean isBackwards;

    /**
     * What always lies below.
     *
     * @param layers the screen in front first, then what stands beside it
     * @param actions what can be done there, and everywhere
     * @param byKey does what a key asks for
     */
    public void setGround(Supplier<List<Layer>> layers, Supplier<List<Action>> actions, Consumer<Action> byKey) {
        ground = layers;
        groundActions = actions;
        run = byKey;
    }

    /** Those that watch over a scene; empty for none. */
    public static Optional<Layers> of(Scene scene) {
        return Optional.ofNullable((Layers) scene.getProperties().get(Layers.class));
    }

    /** Watches over the keyboard of a window's scene, and brings keys to the actions that hold. */
    public void listenTo(Scene watched) {
        if (watched.equals(scene)) {
            return;
        }
        scene = watched;
        watched.getProperties().put(Layers.class, this);
        new ShortcutKeys(this::actions, action -> run.accept(action)).listenTo(watched);
        watched.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            key = event.getCode();
            isBackwards = event.isShiftDown();
        });
        watched.addEventFilter(KeyEvent.KEY_RELEASED, _ -> key = KeyCode.UNDEFINED);
        watched.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> key = KeyCode.UNDEFINED);
        watched.addEventHandler(KeyEvent.KEY_PRESSED, this::keepFromBelow);
        watched.focusOwnerProperty().addListener((_, before, now) -> moved(watched, before, now));
    }

    /** Enter and Escape that nothing wanted fire the default and the cancel button, wherever in the window these are. */
    private void keepFromBelow(KeyEvent event) {
        Layer top = top();
        boolean isEnter = event.getCode() == KeyCode.ENTER;
        if ((isEnter || event.getCode() == KeyCode.ESCAPE)
                && top != null
                && isOpened(top)
                && top.findButton(isEnter ? Button::isDefaultButton : Button::isCancelButton)
                        .isEmpty()) {
            event.consume();
        }
    }

    private boolean isOpened(Layer layer) {
        return opened.stream().anyMatch(each -> each.layer().equals(layer));
    }

    /** Opens a layer, or gives it the keyboard if it is open. Its root lies in the window already. */
    public void open(Layer layer, Parent covered) {
        if (covered.getScene() != null) {
            listenTo(covered.getScene());
        }
        if (!isOpened(layer)) {
            opened.add(new Opened(layer, covered, scene == null ? null : scene.getFocusOwner()));
        }
        if (isSeen(layer)) {
            focus();
        }
    }

    /** Closes a layer that still lies in the window: the keyboard goes back to what had it, or to the layer below. */
    public void close(Layer layer) {
        Opened closed = opened.stream()
                .filter(each -> each.layer().equals(layer))
                .findFirst()
                .orElse(null);
        if (closed == null) {
            return;
        }
        Node owner = scene == null ? null : scene.getFocusOwner();
        boolean hadKeyboard = isSeen(layer) && (owner == null || Focus.isWithin(layer.root(), owner));
        opened.remove(closed);
        if (!hadKeyboard) {
            return;
        }
        Node before = closed.before();
        boolean isGround = ground.get().stream().anyMatch(each -> each.root().equals(before));
        if (before != null && !isGround && Focus.canHold(before) && cover(before) == null) {
            request(before);
            place = placeOf(before);
        } else {
            focus();
        }
    }

    /** Goes to a layer of the ground; it has the keyboard unless something lies above it. */
    public void enter(Layer layer) {
        place = layer;
        focus();
    }

    /** Gives the keyboard to the top layer. */
    public void focus() {
        Layer top = top();
        Node owner = scene == null ? null : scene.getFocusOwner();
        if (top == null) {
            return;
        }
        if (!isOpened(top) || owner == null || !Focus.canHold(owner) || !Focus.isWithin(top.root(), owner)) {
            give(top);
        }
    }

    /** What holds now: the top layer's, and what can be done everywhere while nothing lies above the screen. */
    public List<Action> actions() {
        Layer top = top();
        List<Layer> below = ground.get();
        boolean isGround = top != null && below.contains(top);
        // What stands beside a screen that lies below a form has its own alone.
        if (top == null || (isGround && cover(below.getFirst().root()) == null)) {
            return groundActions.get();
        }
        return top.actions();
    }

    /** The names of what would be lost if the window closed now, also on screens that are not in front. */
    public List<String> unsaved() {
        return opened.stream()
                .map(each -> each.layer().unsaved())
                .flatMap(Optional::stream)
                .toList();
    }

    /** Whether what has the keyboard is seen, can be worked, and lies where keys are for. */
    public boolean isKeyboardInPlace() {
        Node owner = scene == null ? null : scene.getFocusOwner();
        return owner != null && Focus.canHold(owner) && cover(owner) == null;
    }

    /** The layer that keys are for; what stands beside a screen has them also while something lies above the screen. */
    private @Nullable Layer top() {
        List<Layer> below = ground.get();
        Layer home = place != null && below.contains(place) ? place : below.isEmpty() ? null : below.getFirst();
        return opened.reversed().stream()
                .filter(each -> isSeen(each.layer()))
                .filter(each -> home == null || home.equals(below.getFirst()) || each.covers(home.root()))
                .map(Opened::layer)
                .findFirst()
                .orElse(home);
    }

    private boolean isSeen(Layer layer) {
        return scene != null && scene.equals(layer.root().getScene()) && Focus.isVisible(layer.root());
    }

    private @Nullable Opened cover(Node node) {
        return opened.reversed().stream()
                .filter(each -> isSeen(each.layer()) && each.covers(node))
                .findFirst()
                .orElse(null);
    }

    private void moved(Scene watched, @Nullable Node before, @Nullable Node now) {
        if (isGiving) {
            return;
        }
        if (now == null) {
            // JavaFX goes on to the first node that can have it; where there is none, it stays so.
            hasLost = true;
            Focus.afterwards(() -> {
                if (hasLost && watched.getFocusOwner() == null) {
                    hasLost = false;
                    focus();
                }
            });
            return;
        }
        boolean wasLost = hasLost;
        hasLost = false;
        Opened over = cover(now);
        Opened left = before == null || wasLost ? null : layerOf(before);
        Parent inside = left == null ? null : left.layer().root();
        boolean isLeft = inside != null && !Focus.isWithin(inside, now);
        boolean isKept = (inside != null && over != null) || (isLeft && key.isArrowKey());
        if (inside != null && isLeft && key == KeyCode.TAB) {
            turn(inside);
        } else if (isKept && before != null && Focus.canHold(before)) {
            request(before);
        } else if (over != null || wasLost) {
            focus();
        } else {
            place = placeOf(now);
        }
    }

    private @Nullable Layer placeOf(Node node) {
        return ground.get().stream()
                .filter(each -> Focus.isWithin(each.root(), node))
                .findFirst()
                .orElse(null);
    }

    /** The open layer that a node is part of. */
    private @Nullable Opened layerOf(Node node) {
        return opened.reversed().stream()
                .filter(each -> Focus.isWithin(each.layer().root(), node))
                .findFirst()
                .orElse(null);
    }

    private void give(Layer layer) {
        isGiving = true;
        try {
            // What has no skin yet has nothing in the window that could take it.
            layer.root().applyCss();
            layer.root().layout();
            layer.focus();
            if (!Focus.isWithin(layer.root())) {
                // Nothing of it can have it yet. With the layer itself keys do nothing elsewhere meanwhile.
                layer.root().requestFocus();
            }
        } finally {
            isGiving = false;
        }
    }

    private void request(Node node) {
        isGiving = true;
        try {
            if (node instanceof TextInputControl field) {
                int anchor = field.getAnchor();
                int caret = field.getCaretPosition();
                String text = field.getText();
                field.requestFocus();
                // A field that gets the keyboard selects its text once all have heard of it, and the next letter would
                // replace that.
                Focus.afterwards(() -> {
                    if (Objects.equals(text, field.getText())) {
                        field.selectRange(anchor, caret);
                    }
                });
            } else {
                node.requestFocus();
            }
        } finally {
            isGiving = false;
        }
    }

    /** Goes on from the other end. */
    private void turn(Parent root) {
        List<Node> stops = stops(root).toList();
        if (stops.isEmpty()) {
            focus();
        } else {
            request(isBackwards ? stops.getLast() : stops.getFirst());
        }
    }

    private static Stream<Node> stops(Node node) {
        if (!node.isVisible() || node.isDisabled()) {
            return Stream.empty();
        }
        Stream<Node> below = node instanceof Parent parent
                ? parent.getChildrenUnmodifiable().stream().flatMap(Layers::stops)
                : Stream.empty();
        return node.isFocusTraversable() ? Stream.concat(Stream.of(node), below) : below;
    }
}
