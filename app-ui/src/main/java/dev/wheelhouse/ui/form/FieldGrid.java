package dev.wheelhouse.ui.form;

import dev.wheelhouse.ui.controls.form.Problems;
import java.util.List;
import javafx.beans.property.Property;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** Labelled fields below each other, each with its problem below it. */
public final class FieldGrid extends GridPane {

    private static final double GAP = 12;
    private static final double SMALL_GAP = 4;

    private final Problems problems;

    /** @param labels width of the labels, pixels */
    public FieldGrid(double labels, FormModel<?> model) {
        this.problems = new Problems(model.problems());
        setHgap(GAP);
        setVgap(GAP);
        ColumnConstraints first = new ColumnConstraints(labels, labels, labels);
        ColumnConstraints second = new ColumnConstraints();
        second.setHgrow(Priority.ALWAYS);
        getColumnConstraints().setAll(first, second);
    }

    /** A line of text, whose path is the value's name. */
    public TextField text(String label, Property<String> value, String prompt) {
        TextField field = field(new TextField(), value.getName(), value, prompt);
        row(label, field, field, value.getName());
        return field;
    }

    /** Gives an input its id, its value and its prompt; for an input that is not a row of its own. */
    public static <T extends TextInputControl> T field(T input, String id, Property<String> value, String prompt) {
        input.setId(id);
        input.setPromptText(prompt);
        input.textProperty().bindBidirectional(value);
        return input;
    }

    /**
     * Adds a row.
     *
     * @param input what its label names for screen readers and where its problems show
     * @param content the input, or what stands around it
     * @param paths of the fields whose problems stand below it
     * @return what holds the content and its problems
     */
    public VBox row(String label, Control input, Node content, String... paths) {
        VBox place = place(label, content);
        name(label, input);
        for (String path : paths) {
            place.getChildren().add(problem(input, path));
        }
        return place;
    }

    /** Adds a row of several inputs, which name themselves and show their problems. */
    public VBox place(String label, Node... content) {
        int row = getRowCount();
        Label words = new Label(label);
        words.getStyleClass().add("field-label");
        setValignment(words, VPos.TOP);
        VBox place = new VBox(SMALL_GAP, content);
        add(words, 0, row);
        add(place, 1, row);
        return place;
    }

    /** What is wrong with a field, to stand below its input; takes no room while nothing is. */
    public Label problem(Node input, String path) {
        Label problem = new Label();
        problem.setId(path + "Error");
        problem.getStyleClass().add("field-error");
        problem.setWrapText(true);
        problems.tell(problem, input, path);
        return problem;
    }

    private void name(String label, Control input) {
        if (input.getAccessibleText() == null) {
            input.setAccessibleText(label);
        }
        List<Node> all = getChildren();
        ((Label) all.get(all.size() - 2)).setLabelFor(input);
    }
}
