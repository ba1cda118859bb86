package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.controls.log.ShownLine;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** One line whole, with what belongs to it: JSON over several lines, a stack trace unfolded, a megabyte wrapped. */
final class LogDetail extends VBox {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS XXX", Locale.ROOT);

    private final Label title = new Label();
    private final Label facts = new Label();
    private final LogView view;
    private final ZoneId zone;
    private final Consumer<String> copy;
    private List<ShownLine> shown = List.of();

    /** @param copy takes the whole text */
    LogDetail(ZoneId zone, Consumer<String> copy, Runnable close) {
        this.zone = zone;
        this.copy = copy;
        this.view = new LogView(new FewLines(List.of()), zone);
        view.wrapProperty().set(true);
        view.numbersProperty().set(false);
        view.unfoldsJsonProperty().set(true);
        view.foldingProperty().set(false);
        view.setLongest(Integer.MAX_VALUE);
        view.setAccessibleText("The selected line");
        getStyleClass().add("log-detail");
        title.getStyleClass().add("h3");
        facts.getStyleClass().addAll("dim", "small");
        Button copies = icon("fth-copy", "Copy the whole line");
        copies.setOnAction(_ -> copyAll());
        Button closes = icon("fth-x", "Close (Alt+D)");
        closes.setOnAction(_ -> close.run());
        VBox words = new VBox(2, title, facts);
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMinWidth(0);
        HBox head = new HBox(4, words, copies, closes);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("log-detail-head");
        VBox.setVgrow(view, Priority.ALWAYS);
        getChildren().addAll(head, view);
        show(List.of(), "");
    }

    private static Button icon(String literal, String words) {
        Button button = new Button(null, new FontIcon(literal));
        button.getStyleClass().addAll("button-icon", "flat");
        button.setTooltip(new Tooltip(words));
        button.setAccessibleText(words);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private void copyAll() {
        StringBuilder text = new StringBuilder();
        for (ShownLine line : shown) {
            text.append(text.isEmpty() ? "" : "\n").append(dev.wheelhouse.ui.controls.log.AnsiText.strip(line.text()));
        }
        copy.accept(text.toString());
    }

    /**
     * Shows a line and those that belong to it.
     *
     * @param source its log; empty for one alone
     */
    void show(List<ShownLine> lines, String source) {
        shown = lines;
        view.show(new FewLines(lines));
        view.pause();
        if (lines.isEmpty()) {
            title.setText("No line");
            facts.setText("Select a line to see it whole.");
            return;
        }
        ShownLine first = lines.getFirst();
        String number = first.number() < 0 ? "Line" : "Line %,d".formatted(first.number() + 1);
        title.setText(number + (lines.size() > 1 ? " and %,d more".formatted(lines.size() - 1) : ""));
        String time =
                first.time() == null ? "no time" : TIME.format(first.time().atZone(zone));
        facts.setText(time + " · " + first.level().words().toLowerCase(Locale.ROOT)
                + (source.isEmpty() ? "" : " · " + source));
    }

    /** Puts the whole text of the line that is shown in the place of its beginning. */
    void showWhole(ShownLine line, String text) {
        if (!shown.isEmpty() && shown.getFirst().id() == line.id()) {
            show(
                    List.of(new ShownLine(
                            line.id(),
                            line.number(),
                            line.time(),
                            line.level(),
                            line.source(),
                            text,
                            line.length(),
                            false,
                            0,
                            0)),
                    "");
        }
    }

    /** Lines in memory. */
    private record FewLines(List<ShownLine> lines) implements LogLines {

        @Override
        public long first() {
            return 0;
        }

        @Override
        public long end() {
            return lines.size();
        }

        @Override
        public @Nullable ShownLine line(long row) {
            return row < 0 || row >= lines.size() ? null : lines.get((int) row);
        }

        @Override
        public void read(long from, long to, Consumer<List<ShownLine>> done) {
            done.accept(lines.subList((int) Math.max(0, from), (int) Math.min(to, lines.size())));
        }

        @Override
        public List<String> sources() {
            return List.of();
        }

        @Override
        public void addListener(Listener listener) {}

        @Override
        public void removeListener(Listener listener) {}
    }
}
