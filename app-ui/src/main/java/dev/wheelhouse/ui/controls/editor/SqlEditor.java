package dev.wheelhouse.ui.controls.editor;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.scene.control.IndexRange;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.event.MouseOverTextEvent;
import org.fxmisc.richtext.model.ReadOnlyStyledDocument;
import org.jspecify.annotations.Nullable;

/**
 * An editor for SQL and the like. Its text is looked at beside the window's thread, and only what is on the screen gets
 * its colours, so that a script of a megabyte is typed in like a line. Belongs to the window's thread.
 */
public final class SqlEditor extends BorderPane {

    private static final Duration ANALYSED_AFTER = Duration.ofMillis(25);
    private static final Duration LARGE_ANALYSED_AFTER = Duration.ofMillis(200);
    private static final int LARGE = 200_000;
    private static final double SMALLEST_FONT = 8;
    private static final double LARGEST_FONT = 40;
    private static final double USUAL_FONT = 13;

    private final Background background;
    private final PlainArea area = new PlainArea();
    private final VisibleStyles styles = new VisibleStyles(area);
    private final Gutter gutter = new Gutter(area);
    private final SuggestionController suggestions;
    private final FindBar findBar;
    private final Tooltip problem = new Tooltip();
    private final ReadOnlyLongWrapper version = new ReadOnlyLongWrapper(this, "version");
    private final TextAnalyser analyser;
    private Consumer<String> refused = _ -> {};
    private TextAnalysis analysis = TextAnalysis.EMPTY;
    private long analysed = -1;
    private Background.Handle waiting = Background.Handle.NONE;
    private boolean analysing;
    private TextRange block = new TextRange(0, 0);
    private boolean stylePending;
    private double fontSize = USUAL_FONT;
    private @Nullable TextRange error;
    private String errorText = "";

    public SqlEditor(Background background, TextAnalyser analyser, SuggestionSource source) {
        this.background = background;
        this.analyser = analyser;
        this.suggestions = new SuggestionController(background, area, this::blockAtCaret, source, stylesheet());
        this.findBar = new FindBar(area, this::refreshMarks, () -> {
            setTop(null);
            area.requestFocus();
        });
        getStyleClass().add("code-editor");
        getStylesheets().add(stylesheet());
        area.setWrapText(false);
        area.setParagraphGraphicFactory(gutter);
        area.setRefusal(reason -> refused.accept(reason));
        setCenter(new ScrolledArea(area));
        area.plainTextChanges().subscribe(change -> changed(change.getPosition(), change.getNetLength()));
        area.viewportDirtyEvents().subscribe(_ -> styleSoon());
        area.caretPositionProperty().addListener(_ -> caretMoved());
        EditorKeys keys = new EditorKeys(area, "--");
        area.addEventFilter(KeyEvent.KEY_PRESSED, event -> pressed(event, keys));
        area.addEventHandler(KeyEvent.KEY_TYPED, suggestions::typed);
        area.focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                suggestions.hide();
            }
        });
        area.setMouseOverTextDelay(java.time.Duration.ofMillis(250));
        area.addEventHandler(MouseOverTextEvent.MOUSE_OVER_TEXT_BEGIN, this::showProblem);
        area.addEventHandler(MouseOverTextEvent.MOUSE_OVER_TEXT_END, _ -> problem.hide());
    }

    private static String stylesheet() {
        return Objects.requireNonNull(SqlEditor.class.getResource("code-editor.css"))
                .toExternalForm();
    }

    /** Gets the message when a text is not accepted; see {@link TextLimits}. */
    public void setOnRefused(Consumer<String> told) {
        refused = told;
    }

    /**
     * Replaces the whole text and forgets what could be undone.
     *
     * @return false when the text cannot be edited here; then nothing changed and the reason was shown
     */
    public boolean open(String text) {
        Optional<String> refusal = TextLimits.refusal(text);
        if (refusal.isPresent()) {
            refused.accept(refusal.get());
            return false;
        }
        area.replaceText(text);
        area.getUndoManager().forgetHistory();
        area.moveTo(0);
        area.requestFollowCaret();
        return true;
    }

    /** Replaces the text as one change that can be undone; the caret stays near its place. */
    public void change(String text) {
        int caret = area.getCaretPosition();
        area.replaceText(0, area.getLength(), text);
        area.moveTo(Math.min(caret, text.length()));
        area.requestFollowCaret();
    }

    /** Puts text in the place of the selection. */
    public void insert(String text) {
        area.replaceSelection(text);
        area.requestFocus();
    }

    /** Counts the changes of the text. */
    public ReadOnlyLongProperty versionProperty() {
        return version.getReadOnlyProperty();
    }

    /** The text as it is now, to be put together later and on any thread. */
    public Supplier<String> snapshot() {
        ReadOnlyStyledDocument<?, ?, ?> document = area.getContent().snapshot();
        return document::getText;
    }

    public int length() {
        return area.getLength();
    }

    public int caret() {
        return area.getCaretPosition();
    }

    public TextRange selection() {
        IndexRange range = area.getSelection();
        return new TextRange(range.getStart(), range.getEnd());
    }

    public void select(TextRange range) {
        area.selectRange(Math.min(range.start(), area.getLength()), Math.min(range.end(), area.getLength()));
        area.requestFollowCaret();
    }

    @Override
    public void requestFocus() {
        Focus.give(area);
    }

    /** Underlines a place and says there what is wrong, until the text changes before it. */
    public void showError(TextRange range, String text) {
        error = new TextRange(Math.min(range.start(), area.getLength()), Math.min(range.end(), area.getLength()));
        errorText = text;
        gutter.setError(lineOf(error.start()));
        refreshMarks();
    }

    public void clearError() {
        if (error != null) {
            error = null;
            gutter.setError(-1);
            refreshMarks();
        }
    }

    public void openFind() {
        setTop(findBar);
        findBar.begin(area.getSelectedText());
    }

    public void suggest() {
        suggestions.ask();
    }

    public void changeFontSize(double by) {
        fontSize = by == 0 ? USUAL_FONT : Math.clamp(fontSize + by, SMALLEST_FONT, LARGEST_FONT);
        area.setStyle("-fx-font-size: " + fontSize + "px;");
    }

    public double fontSize() {
        return fontSize;
    }

    public CodeArea area() {
        return area;
    }

    private void pressed(KeyEvent event, EditorKeys keys) {
        if (suggestions.takes(event) || keys.takes(event)) {
            event.consume();
            return;
        }
        boolean shortcut = event.isShortcutDown() && !event.isAltDown();
        boolean mine = shortcut
                && switch (event.getCode()) {
                    case SPACE -> done(suggestions::ask);
                    case F, H -> done(this::openFind);
                    case PLUS, EQUALS, ADD -> done(() -> changeFontSize(1));
                    case MINUS, SUBTRACT -> done(() -> changeFontSize(-1));
                    case DIGIT0, NUMPAD0 -> done(() -> changeFontSize(0));
                    default -> false;
                };
        if (mine) {
            event.consume();
        }
    }

    private static boolean done(Runnable work) {
        work.run();
        return true;
    }

    private void changed(int position, int grown) {
        version.set(version.get() + 1);
        TextRange place = error;
        if (place != null && position < place.end()) {
            clearError();
        }
        followBlock(position, grown);
        findBar.textChanged();
        waiting.cancel();
        boolean large = area.getLength() > LARGE && Math.abs(grown) < LARGE;
        waiting = background.after(large ? LARGE_ANALYSED_AFTER : ANALYSED_AFTER, this::analyse);
    }

    /** Moves the block that was known last with what is typed in it or before it, until the text is looked at anew. */
    private void followBlock(int position, int grown) {
        if (position < block.start()) {
            block = new TextRange(Math.max(0, block.start() + grown), Math.max(0, block.end() + grown));
        } else if (position <= block.end()) {
            block = new TextRange(block.start(), Math.max(block.start(), block.end() + grown));
        }
    }

    /** One at a time: in a large text a second would only take the processor from the first, and from who types. */
    private void analyse() {
        if (analysing) {
            return;
        }
        analysing = true;
        long of = version.get();
        Supplier<String> text = snapshot();
        background.run(
                () -> analyser.analyse(text.get()),
                result -> {
                    analysing = false;
                    analysed(of, result);
                },
                _ -> analysing = false);
    }

    private void analysed(long of, TextAnalysis result) {
        if (of != version.get()) {
            waiting.cancel();
            waiting = background.after(area.getLength() > LARGE ? LARGE_ANALYSED_AFTER : ANALYSED_AFTER, this::analyse);
            return;
        }
        analysis = result;
        analysed = of;
        styles.setAnalysis(result);
        caretMoved();
        styles.apply();
    }

    private void styleSoon() {
        if (stylePending) {
            return;
        }
        stylePending = true;
        background.onWindow(() -> {
            stylePending = false;
            // An analysis of an older text would put colours in the wrong places.
            if (analysed == version.get()) {
                styles.apply();
            }
        });
    }

    private void caretMoved() {
        if (analysed != version.get()) {
            return;
        }
        block = blockAtCaret();
        boolean several = analysis.blocks().size() > 1;
        gutter.setBlock(several ? lineOf(block.start()) : -1, several ? lineOf(block.end()) : -1);
        refreshMarks();
    }

    /** The block that a run at the caret would mean; the whole text while none is known. */
    private TextRange blockAtCaret() {
        if (analysed != version.get()) {
            return block;
        }
        return analysis.findBlock(area.getCaretPosition()).orElseGet(() -> new TextRange(0, area.getLength()));
    }

    private int lineOf(int place) {
        return area.offsetToPosition(
                        Math.min(place, area.getLength()), org.fxmisc.richtext.model.TwoDimensional.Bias.Backward)
                .getMajor();
    }

    private void refreshMarks() {
        List<VisibleStyles.Mark> marks = new ArrayList<>();
        if (analysed == version.get()) {
            addBracketMarks(marks);
        }
        TextRange place = error;
        if (place != null) {
            marks.add(new VisibleStyles.Mark(place.start(), place.end(), "error"));
        }
        for (TextRange found : findBar.found()) {
            marks.add(new VisibleStyles.Mark(found.start(), found.end(), "found"));
        }
        styles.setMarks(marks);
        styleSoon();
    }

    private void addBracketMarks(List<VisibleStyles.Mark> marks) {
        int caret = area.getCaretPosition();
        for (int place : new int[] {caret - 1, caret}) {
            int partner = analysis.partnerOf(place);
            if (partner >= 0) {
                marks.add(new VisibleStyles.Mark(place, place + 1, "bracket-match"));
                marks.add(new VisibleStyles.Mark(partner, partner + 1, "bracket-match"));
                return;
            }
        }
    }

    private void showProblem(MouseOverTextEvent event) {
        TextRange place = error;
        if (place != null && place.touches(event.getCharacterIndex())) {
            problem.setText(errorText);
            problem.show(
                    area,
                    event.getScreenPosition().getX(),
                    event.getScreenPosition().getY() + fontSize);
        }
    }
}
