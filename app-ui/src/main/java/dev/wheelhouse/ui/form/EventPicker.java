package dev.wheelhouse.ui.form;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventSubscription;
import dev.wheelhouse.ui.controls.Nodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.transformation.FilteredList;
import javafx.geometry.Insets;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * Chooses events: what concerns people, whole groups, and single kinds, out of all that there are. A text narrows the
 * list, and Enter takes its first. Belongs to the window's thread.
 */
public final class EventPicker extends VBox {

    private static final double HEIGHT = 176;
    private static final double ROW = 28;
    private static final double INDENT = 24;
    private static final double NAME = 216;
    private static final String GROUP_END = ".*";

    private final ObjectProperty<List<String>> events =
            new SimpleObjectProperty<>(this, "events", List.of(EventSubscription.IMPORTANT));
    private final FilteredList<Choice> shown = new FilteredList<>(FXCollections.observableList(choices()));
    private final TextField filter = new TextField();
    private final ListView<Choice> choices = new ListView<>(shown);
    private final Label summary = Nodes.wrapped("", "small", "dim");

    /**
     * A line of the list.
     *
     * @param pattern as a subscription has it
     * @param meaning a sentence
     */
    private record Choice(String pattern, String meaning) {

        boolean isSingle() {
            return !pattern.endsWith("*");
        }

        String group() {
            int end = pattern.indexOf('.');
            return end < 0 ? "" : pattern.substring(0, end) + GROUP_END;
        }

        boolean matches(String typed) {
            return (words(List.of(pattern)) + " " + meaning)
                    .toLowerCase(Locale.ROOT)
                    .contains(typed);
        }
    }

    /** With what concerns people chosen. */
    public EventPicker() {
        super(8);
        getStyleClass().add("event-picker");
        filter.setId("findEvent");
        filter.setPromptText("Find an event, such as deploy or backup.failed");
        filter.setAccessibleText("Find an event");
        filter.textProperty().addListener((_, _, typed) -> narrow(typed.strip().toLowerCase(Locale.ROOT)));
        filter.addEventFilter(KeyEvent.KEY_PRESSED, this::onFilterKey);
        choices.setId("events");
        choices.setAccessibleText("Events");
        choices.setFixedCellSize(ROW);
        choices.setPrefHeight(HEIGHT);
        choices.setMinHeight(HEIGHT);
        choices.setPlaceholder(Nodes.label("No event is like that.", "dim"));
        choices.setCellFactory(_ -> new Cell());
        choices.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.SPACE) {
                toggle(choices.getSelectionModel().getSelectedItem());
                event.consume();
            }
        });
        summary.setId("chosenEvents");
        events.addListener(_ -> showChosen());
        getChildren().setAll(filter, choices, summary);
        showChosen();
    }

    /** A subscription for people, such as {@code What concerns people, deploy.*}. */
    public static String words(List<String> events) {
        return events.stream()
                .map(each -> each.equals(EventSubscription.IMPORTANT) ? "What concerns people" : each)
                .collect(Collectors.joining(", "));
    }

    /** The group before its kinds, by name; what concerns people before all. */
    private static List<Choice> choices() {
        Map<String, List<Choice>> groups = new TreeMap<>();
        Arrays.stream(EventKind.values())
                .map(kind -> new Choice(kind.wireName(), kind.meaning()))
                .sorted(Comparator.comparing(Choice::pattern))
                .forEach(each -> groups.computeIfAbsent(each.group(), _ -> new ArrayList<>())
                        .add(each));
        List<Choice> all = new ArrayList<>();
        all.add(new Choice(EventSubscription.IMPORTANT, "Warnings, errors, and when they are over."));
        groups.forEach((group, kinds) -> {
            all.add(new Choice(group, "All " + kinds.size() + " kinds, and those still to come."));
            all.addAll(kinds);
        });
        return all;
    }

    private void narrow(String typed) {
        shown.setPredicate(each -> each.matches(typed));
        choices.getSelectionModel().clearSelection();
    }

    /** Enter takes the first that matches; without a text it saves, as in every other field. */
    private void onFilterKey(KeyEvent event) {
        if (event.getCode() == KeyCode.DOWN) {
            choices.requestFocus();
            choices.getSelectionModel().selectFirst();
            event.consume();
        } else if (event.getCode() == KeyCode.ENTER && !filter.getText().isBlank()) {
            if (!shown.isEmpty()) {
                toggle(shown.getFirst());
                filter.clear();
            }
            event.consume();
        }
    }

    private void toggle(@Nullable Choice choice) {
        if (choice == null || isCovered(choice)) {
            return;
        }
        List<String> now = new ArrayList<>(events.get());
        if (!now.remove(choice.pattern())) {
            if (!choice.isSingle() && !choice.pattern().equals(EventSubscription.IMPORTANT)) {
                String group = choice.pattern().substring(0, choice.pattern().length() - 1);
                now.removeIf(each -> each.startsWith(group));
            }
            now.add(choice.pattern());
        }
        events.set(List.copyOf(now));
    }

    /** Whether its whole group is chosen. */
    private boolean isCovered(Choice choice) {
        return choice.isSingle() && events.get().contains(choice.group());
    }

    private void showChosen() {
        summary.setText(events.get().isEmpty() ? "Nothing is chosen yet." : "Hears: " + words(events.get()));
        choices.refresh();
    }

    /** The subscription. */
    public ObjectProperty<List<String>> eventsProperty() {
        return events;
    }

    private final class Cell extends ListCell<Choice> {

        private final CheckBox box = new CheckBox();
        private final Label name = Nodes.narrow("");
        private final Label meaning = Nodes.narrow("", "dim", "small");
        private final HBox line = Nodes.line(8, box, name, meaning);

        Cell() {
            box.setFocusTraversable(false);
            box.setMouseTransparent(true);
            // Its words are cut, so that the list needs no second bar.
            setPrefWidth(0);
            meaning.setTooltip(new Tooltip());
            meaning.getTooltip().textProperty().bind(meaning.textProperty());
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
            setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY && !isEmpty()) {
                    toggle(getItem());
                }
            });
        }

        @Override
        protected void updateItem(@Nullable Choice choice, boolean empty) {
            super.updateItem(choice, empty);
            if (empty || choice == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            boolean covered = isCovered(choice);
            boolean chosen = covered || events.get().contains(choice.pattern());
            box.setSelected(chosen);
            box.setDisable(covered);
            name.setText(words(List.of(choice.pattern())));
            name.getStyleClass().setAll("label", choice.isSingle() ? "event-kind" : "event-group");
            meaning.setText(choice.meaning());
            double indent = choice.isSingle() ? INDENT : 0;
            line.setPadding(new Insets(0, 0, 0, indent));
            name.setMinWidth(NAME - indent);
            setAccessibleText(name.getText() + (chosen ? ", chosen. " : ". ") + choice.meaning());
            setGraphic(line);
        }
    }
}
