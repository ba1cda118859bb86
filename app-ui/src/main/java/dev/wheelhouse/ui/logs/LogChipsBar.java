package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Keys;
import dev.wheelhouse.ui.controls.log.LineLevel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.beans.InvalidationListener;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** What is shown and what is not: levels with their counts, the logs of a merge, the conditions of the filter. */
final class LogChipsBar extends FlowPane {

    private static final PseudoClass EMPTY = PseudoClass.getPseudoClass("none");
    private static final int LONGEST = 60;

    private final LogPaneViewModel model;
    private final Map<LineLevel, ToggleButton> levels = new EnumMap<>(LineLevel.class);
    private final InvalidationListener onSources = _ -> fill();
    private ObservableList<String> heard = FXCollections.observableArrayList();

    LogChipsBar(LogPaneViewModel model, LogActions actions) {
        super(6, 6);
        this.model = model;
        getStyleClass().add("log-chips");
        setAlignment(Pos.CENTER_LEFT);
        for (LineLevel level : LineLevel.values()) {
            ToggleButton chip = new ToggleButton();
            Region dot = new Region();
            dot.getStyleClass().addAll("log-dot", "level-" + level.name().toLowerCase(Locale.ROOT));
            chip.setGraphic(dot);
            chip.getStyleClass().add("log-chip");
            chip.setTooltip(new Tooltip("Show or hide lines of level " + level.words() + " ("
                    + Keys.words(actions.level(level).shortcut().orElseThrow())
                    + ")"));
            chip.setOnAction(_ -> actions.level(level).run());
            levels.put(level, chip);
        }
        LogFiltering filtering = model.filtering();
        model.facts().countsProperty().addListener(_ -> showCounts());
        filtering.hiddenLevels().addListener((InvalidationListener) _ -> showCounts());
        filtering.hiddenSources().addListener((InvalidationListener) _ -> fill());
        filtering.chips().addListener((InvalidationListener) _ -> fill());
        model.linesProperty().addListener(_ -> listenToSources());
        listenToSources();
        showCounts();
        fill();
    }

    private void listenToSources() {
        // A new list when the log was opened again.
        heard.removeListener(onSources);
        heard = model.sources();
        heard.addListener(onSources);
        fill();
    }

    private void showCounts() {
        levels.forEach((level, chip) -> {
            long count = model.facts().countsProperty().get().getOrDefault(level, 0L);
            chip.setText(level.words() + "  " + count(count));
            chip.setAccessibleText(level.words() + ", " + count + " lines");
            chip.setSelected(!model.filtering().hiddenLevels().contains(level));
            chip.pseudoClassStateChanged(EMPTY, count == 0);
            boolean seen = count > 0 || model.filtering().hiddenLevels().contains(level);
            chip.setVisible(seen);
            chip.setManaged(seen);
        });
    }

    /** Short: {@code 12.4k}. */
    static String count(long count) {
        if (count < 10_000) {
            return Long.toString(count);
        }
        String[] units = {"k", "M", "G", "T"};
        double value = count / 1000.0;
        int unit = 0;
        while (value >= 999.95 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f%s", value, units[unit]);
    }

    private void fill() {
        List<Node> nodes = new ArrayList<>();
        // The gravest first: what one looks for.
        for (LineLevel level : List.of(LineLevel.values()).reversed()) {
            nodes.add(levels.get(level));
        }
        LogFiltering filtering = model.filtering();
        if (model.sources().size() > 1) {
            nodes.add(rule());
            for (int i = 0; i < model.sources().size(); i++) {
                nodes.add(source(i, model.sources().get(i)));
            }
        }
        if (!filtering.chips().isEmpty()) {
            nodes.add(rule());
            filtering.chips().forEach(chip -> nodes.add(condition(chip)));
        }
        getChildren().setAll(nodes);
    }

    private static Region rule() {
        Region rule = new Region();
        rule.getStyleClass().add("log-rule");
        return rule;
    }

    private ToggleButton source(int index, String name) {
        ToggleButton chip = new ToggleButton(name);
        Region dot = new Region();
        dot.getStyleClass().addAll("log-dot", "source-" + (index % 8 + 1));
        chip.setGraphic(dot);
        chip.getStyleClass().addAll("log-chip", "log-source");
        chip.setSelected(!model.filtering().hiddenSources().contains(name));
        chip.setTooltip(new Tooltip("Show or hide the lines of " + name));
        chip.setOnAction(_ -> model.filtering().toggleSource(name));
        return chip;
    }

    private Button condition(LogChip condition) {
        String words = condition.words();
        Button chip = new Button(words.length() <= LONGEST ? words : words.substring(0, LONGEST - 1) + "…");
        Label sign = new Label(condition.excludes() ? "not" : "has");
        sign.getStyleClass().add("log-condition-sign");
        chip.setGraphic(sign);
        FontIcon cross = new FontIcon("fth-x");
        chip.getStyleClass().addAll("log-chip", "log-condition");
        if (condition.excludes()) {
            chip.getStyleClass().add("excluding");
        }
        chip.setTooltip(new Tooltip(
                (condition.excludes() ? "Lines that have this are left out" : "Only lines that have this are shown")
                        + ".\nClick to remove the condition."));
        chip.setAccessibleText("Remove: " + (condition.excludes() ? "not " : "has ") + words);
        javafx.scene.layout.HBox inside = new javafx.scene.layout.HBox(6, sign, new Label(chip.getText()), cross);
        inside.setAlignment(Pos.CENTER_LEFT);
        chip.setText(null);
        chip.setGraphic(inside);
        chip.setOnAction(_ -> model.filtering().remove(condition));
        return chip;
    }
}
