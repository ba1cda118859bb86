package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Insets;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what a key may do: what reads, all that its member may, or single scopes by area. Belongs to the window's thread.
 */
final class ScopePicker extends VBox {

    private static final double HEIGHT = 228;

    private final ObjectProperty<Preset> preset = new SimpleObjectProperty<>(this, "preset", Preset.READ);
    private final ObjectProperty<@Nullable List<String>> chosen = new SimpleObjectProperty<>(this, "scopes");
    private final Map<Scope, CheckBox> boxes = new EnumMap<>(Scope.class);
    private final Label summary = Nodes.wrapped("", "dim", "small");

    private enum Preset {
        READ("Read only"),
        ALL("All that I may"),
        SOME("Single scopes");

        private final String words;

        Preset(String words) {
            this.words = words;
        }
    }

    ScopePicker() {
        super(8);
        getStyleClass().add("scope-picker");
        ScrollPane single = new ScrollPane(areas());
        single.setId("scopes");
        single.setFitToWidth(true);
        single.setPrefHeight(HEIGHT);
        single.setMinHeight(HEIGHT);
        summary.setId("chosenScopes");
        preset.addListener(_ -> choose());
        getChildren()
                .setAll(
                        Segments.row("presets", List.of(Preset.values()), preset, each -> each.words),
                        Shown.when(single, preset.isEqualTo(Preset.SOME)),
                        summary);
        choose();
    }

    private VBox areas() {
        Map<String, VBox> areas = new LinkedHashMap<>();
        for (Scope scope : Scope.values()) {
            CheckBox box = new CheckBox(AccessLabels.meaning(scope));
            box.setId("scope-" + scope.wireName().replace(':', '-'));
            Label name = Nodes.label(scope.wireName(), "dim", "small", "mono");
            box.setGraphic(name);
            box.setContentDisplay(ContentDisplay.RIGHT);
            box.setGraphicTextGap(8);
            box.selectedProperty().addListener(_ -> choose());
            boxes.put(scope, box);
            areas.computeIfAbsent(AccessLabels.area(scope), title -> new VBox(6, Nodes.label(title, "h3")))
                    .getChildren()
                    .add(box);
        }
        VBox all = new VBox(12);
        all.setPadding(new Insets(8, 12, 8, 12));
        all.getChildren().addAll(areas.values());
        return all;
    }

    private void choose() {
        List<String> some = boxes.entrySet().stream()
                .filter(each -> each.getValue().isSelected())
                .map(each -> each.getKey().wireName())
                .toList();
        chosen.set(
                switch (preset.get()) {
                    case READ -> null;
                    case ALL -> List.of(ApiKey.ALL_SCOPES);
                    case SOME -> some;
                });
        summary.setText(
                switch (preset.get()) {
                    case READ -> "Sees what you see and runs read-only SQL; changes nothing.";
                    case ALL -> "Follows your role, whatever that becomes.";
                    case SOME -> some.isEmpty() ? "Nothing chosen yet." : String.join(", ", some);
                });
    }

    /** As a call has them; null for those that read. */
    ObjectProperty<@Nullable List<String>> chosenProperty() {
        return chosen;
    }
}
