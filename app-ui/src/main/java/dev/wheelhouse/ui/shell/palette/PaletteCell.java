package dev.wheelhouse.ui.shell.palette;

import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** One line of the palette: icon, name, where it belongs, its shortcut. */
final class PaletteCell extends ListCell<PaletteEntry> {

    private static final PseudoClass ACTS = PseudoClass.getPseudoClass("acts");

    private final FontIcon icon = new FontIcon("fth-circle");
    private final Label title = new Label();
    private final Label context = new Label();
    private final Label hint = new Label();
    private final HBox line;

    PaletteCell(Consumer<PaletteEntry> choose) {
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        context.getStyleClass().addAll("dim", "small");
        hint.getStyleClass().addAll("dim", "small", "keys");
        hint.setMinWidth(Region.USE_PREF_SIZE);
        title.setMinWidth(0);
        line = new HBox(8, icon, title, context, gap, hint);
        line.setAlignment(Pos.CENTER_LEFT);
        // Never wider than the list: long names end in dots, not in a scroll bar.
        setPrefWidth(0);
        setOnMouseClicked(_ -> {
            PaletteEntry entry = getItem();
            if (entry != null) {
                choose.accept(entry);
            }
        });
    }

    @Override
    protected void updateItem(@Nullable PaletteEntry entry, boolean empty) {
        super.updateItem(entry, empty);
        if (entry == null || empty) {
            setGraphic(null);
            pseudoClassStateChanged(ACTS, false);
            return;
        }
        icon.setIconLiteral(entry.icon());
        pseudoClassStateChanged(ACTS, entry.acts());
        title.setText(entry.title());
        context.setText(entry.context());
        hint.setText(entry.hint());
        hint.setVisible(!entry.hint().isEmpty());
        setGraphic(line);
    }
}
