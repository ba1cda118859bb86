package dev.wheelhouse.ui.controls.json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/**
 * A JSON text and its tree side by side. Each change in the tree is a splice of the text; each change of the text is seen
 * in the tree as soon as it is JSON. Belongs to the window's thread.
 */
public final class JsonEditor extends VBox {

    private final TextArea area = new TextArea();
    private final TreeView<JsonNode> tree = new TreeView<>();
    private final Label problem = new Label();
    private final Set<List<Integer>> expanded = new HashSet<>();
    private final boolean editable;
    private @Nullable JsonDocument document;

    public JsonEditor(String text, boolean editable) {
        this.editable = editable;
        getStyleClass().add("json-editor");
        getStylesheets()
                .add(Objects.requireNonNull(JsonEditor.class.getResource("json-editor.css"))
                        .toExternalForm());
        area.getStyleClass().add("mono");
        area.setEditable(editable);
        tree.setCellFactory(view -> new JsonCell(this));
        tree.setAccessibleText("The value as a tree");
        tree.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        tree.addEventFilter(MouseEvent.MOUSE_PRESSED, event -> {
            if (event.getClickCount() == 2
                    && editable
                    && selected() != null
                    && !selectedNode().isContainer()) {
                event.consume();
                edit(false);
            }
        });
        problem.getStyleClass().addAll("warning-text", "small");
        problem.setWrapText(true);
        problem.managedProperty().bind(problem.textProperty().isNotEmpty());
        expanded.add(List.of());
        area.textProperty().addListener((changed, before, now) -> read(now));
        VBox left = new VBox(6, tools(), tree, problem);
        VBox.setVgrow(tree, Priority.ALWAYS);
        left.setMinWidth(220);
        SplitPane split = new SplitPane(left, area);
        split.setDividerPositions(0.5);
        VBox.setVgrow(split, Priority.ALWAYS);
        getChildren().setAll(split);
        area.setText(text);
        read(text);
    }

    /** The text, to be read and edited. */
    public TextArea area() {
        return area;
    }

    TreeView<JsonNode> tree() {
        return tree;
    }

    private Node tools() {
        HBox tools = new HBox(
                4,
                tool("fth-plus", "Add a member or element (Insert)", this::add),
                tool("fth-edit-2", "Edit the value (F2 or Enter)", () -> edit(false)),
                tool("fth-tag", "Rename (Shift+F2)", () -> edit(true)),
                tool("fth-arrow-up", "Move up (Alt+Up)", () -> move(-1)),
                tool("fth-arrow-down", "Move down (Alt+Down)", () -> move(1)),
                tool("fth-trash-2", "Remove (Delete)", this::remove));
        tools.setVisible(editable);
        tools.setManaged(editable);
        return tools;
    }

    private static Button tool(String icon, String words, Runnable work) {
        Button button = new Button(null, new FontIcon(icon));
        button.getStyleClass().addAll("button-icon", "flat");
        button.setTooltip(new Tooltip(words));
        button.setAccessibleText(words);
        button.setFocusTraversable(false);
        button.setOnAction(event -> work.run());
        return button;
    }

    private void pressed(KeyEvent event) {
        if (!editable || event.getTarget() instanceof TextField) {
            return;
        }
        KeyCode code = event.getCode();
        if (event.isAltDown() && (code == KeyCode.UP || code == KeyCode.DOWN)) {
            move(code == KeyCode.UP ? -1 : 1);
        } else if (code == KeyCode.F2 || code == KeyCode.ENTER) {
            edit(event.isShiftDown());
        } else if (code == KeyCode.INSERT) {
            add();
        } else if (code == KeyCode.DELETE) {
            remove();
        } else {
            return;
        }
        event.consume();
    }

    private void read(String text) {
        JsonItem before = selected();
        JsonDocument read = JsonDocument.parse(text).orElse(null);
        problem.setText(JsonDocument.findProblem(text).orElse(""));
        tree.setDisable(read == null);
        if (read == null) {
            return;
        }
        document = read;
        JsonItem root = new JsonItem(read.root(), List.of());
        follow(root);
        tree.setRoot(root);
        select(before == null ? List.of() : before.path());
    }

    /** Opens what was open, and remembers what is opened and closed from now on. */
    private void follow(JsonItem item) {
        item.expandedProperty().addListener((changed, before, now) -> {
            if (now) {
                expanded.add(item.path());
                item.getChildren().forEach(child -> follow((JsonItem) child));
            } else {
                expanded.remove(item.path());
            }
        });
        if (expanded.contains(item.path()) && !item.isLeaf()) {
            item.setExpanded(true);
        }
    }

    /** The item at a path, or the nearest above it that is there. */
    private void select(List<Integer> path) {
        TreeItem<JsonNode> item = tree.getRoot();
        for (Integer index : path) {
            int last = item.getChildren().size() - 1;
            if (last < 0 || !item.isExpanded()) {
                break;
            }
            item = item.getChildren().get(Math.min(index, last));
        }
        tree.getSelectionModel().select(item);
    }

    private @Nullable JsonItem selected() {
        return tree.getSelectionModel().getSelectedItem() instanceof JsonItem item ? item : null;
    }

    private JsonNode selectedNode() {
        return Objects.requireNonNull(selected()).getValue();
    }

    @Nullable
    String nameOf(JsonNode node) {
        return Objects.requireNonNull(document).name(node);
    }

    String writtenOf(JsonNode node) {
        return Objects.requireNonNull(document).written(node);
    }

    private void edit(boolean names) {
        JsonItem item = selected();
        boolean fits = item != null
                && (names ? item.getValue().name() != null : !item.getValue().isContainer());
        if (!fits || tree.isDisabled()) {
            return;
        }
        tree.scrollTo(Math.max(0, tree.getRow(item) - 3));
        tree.layout();
        tree.lookupAll(".tree-cell").stream()
                .filter(node -> node instanceof JsonCell cell && cell.getTreeItem() == item)
                .findFirst()
                .ifPresent(cell -> ((JsonCell) cell).edit(names));
    }

    /** Takes over what was typed for a name or a value. */
    void take(JsonNode node, boolean names, String text) {
        JsonDocument known = Objects.requireNonNull(document);
        boolean same = text.equals(names ? known.name(node) : known.written(node));
        if (!same) {
            change(names ? known.rename(node, text) : known.set(node, text));
        }
    }

    void focusTree() {
        tree.requestFocus();
    }

    private void change(JsonSplice splice) {
        // A replacement and not a new text, so that the field's own undo takes it back.
        area.replaceText(splice.start(), splice.end(), splice.replacement());
    }

    private void add() {
        JsonItem item = selected();
        if (item == null || tree.isDisabled()) {
            return;
        }
        JsonItem container =
                item.getValue().isContainer() || item.getParent() == null ? item : (JsonItem) item.getParent();
        JsonNode node = container.getValue();
        if (!node.isContainer()) {
            return;
        }
        boolean object = node.kind() == JsonNode.Kind.OBJECT;
        List<Integer> path = new ArrayList<>(container.path());
        path.add(node.children().size());
        expanded.add(container.path());
        change(Objects.requireNonNull(document).add(node, object ? "name" : null, "null"));
        select(path);
        edit(object);
    }

    private @Nullable JsonItem parentOf(@Nullable JsonItem item) {
        return item == null || tree.isDisabled() ? null : (JsonItem) item.getParent();
    }

    private void remove() {
        JsonItem item = selected();
        JsonItem parent = parentOf(item);
        if (item != null && parent != null) {
            change(Objects.requireNonNull(document).remove(parent.getValue(), item.index()));
        }
    }

    private void move(int by) {
        JsonItem item = selected();
        JsonItem parent = parentOf(item);
        if (item == null || parent == null) {
            return;
        }
        int to = item.index() + by;
        if (to < 0 || to >= parent.getValue().children().size()) {
            return;
        }
        List<Integer> path = new ArrayList<>(parent.path());
        path.add(to);
        change(Objects.requireNonNull(document).moveDown(parent.getValue(), Math.min(to, item.index())));
        select(path);
    }
}
