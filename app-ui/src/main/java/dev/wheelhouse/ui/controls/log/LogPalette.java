package dev.wheelhouse.ui.controls.log;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontPosture;
import javafx.scene.text.FontWeight;
import org.jspecify.annotations.Nullable;

/** The colours and the font of a view, as its style sheet says them: {@code -log-text}, {@code -log-selection} and so on. */
final class LogPalette {

    static final int SOURCES = 8;

    private static final StyleablePropertyFactory<LogView> FACTORY =
            new StyleablePropertyFactory<>(Region.getClassCssMetaData());

    /** What is painted in a colour of its own. */
    enum Role {
        PAPER,
        TEXT,
        MUTED,
        LINK,
        SELECTION,
        CURRENT,
        FOUND,
        FOUND_NOW,
        BOOKMARK,
        RULE,
        TINT_WARN,
        TINT_ERROR
    }

    private final LogView view;
    private final Map<Role, StyleableProperty<Color>> roles = new EnumMap<>(Role.class);
    private final Map<LineLevel, StyleableProperty<Color>> levels = new EnumMap<>(LineLevel.class);
    private final List<StyleableProperty<Color>> sources = new ArrayList<>();
    private final StyleableProperty<Font> font;
    private @Nullable AnsiColors ansi;
    private @Nullable Fonts fonts;

    /** The font in its weights and slants. */
    record Fonts(Font plain, Font bold, Font italic, Font boldItalic) {}

    LogPalette(LogView view) {
        this.view = view;
        for (Role role : Role.values()) {
            String name = role.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
            roles.put(role, color(name, palette -> known(palette.roles, role)));
        }
        for (LineLevel level : LineLevel.values()) {
            String name = "level-" + level.name().toLowerCase(java.util.Locale.ROOT);
            levels.put(level, color(name, palette -> known(palette.levels, level)));
        }
        IntStream.range(0, SOURCES)
                .forEach(i -> sources.add(color("source-" + (i + 1), palette -> palette.sources.get(i))));
        font = FACTORY.createStyleableFontProperty(
                view, "log-font", "-log-font", node -> node.palette().font, Font.font("JetBrains Mono", 13));
    }

    private StyleableProperty<Color> color(String name, Function<LogPalette, StyleableProperty<Color>> own) {
        return FACTORY.createStyleableColorProperty(
                view, "log-" + name, "-log-" + name, node -> own.apply(node.palette()), Color.GRAY);
    }

    static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
        return FACTORY.getCssMetaData();
    }

    /** Runs whenever a colour or the font changes, as with the theme. */
    void onChange(Runnable changed) {
        List<StyleableProperty<?>> all = new ArrayList<>(roles.values());
        all.addAll(levels.values());
        all.addAll(sources);
        all.add(font);
        for (StyleableProperty<?> each : all) {
            if (each instanceof javafx.beans.Observable observable) {
                observable.addListener(_ -> {
                    ansi = null;
                    fonts = null;
                    changed.run();
                });
            }
        }
    }

    private static <K> StyleableProperty<Color> known(Map<K, StyleableProperty<Color>> all, K key) {
        return Objects.requireNonNull(all.get(key));
    }

    Color of(Role role) {
        return known(roles, role).getValue();
    }

    Color level(LineLevel level) {
        return known(levels, level).getValue();
    }

    /** What lies behind grave lines; weak, so that what is marked in them is seen. */
    Color tint(LineLevel level) {
        Color tint = of(level == LineLevel.WARN ? Role.TINT_WARN : Role.TINT_ERROR);
        return of(Role.PAPER).interpolate(tint, level == LineLevel.WARN ? 0.45 : 0.8);
    }

    /** @param index from 0; those beyond the eighth begin again */
    Color source(int index) {
        return sources.get(index % SOURCES).getValue();
    }

    AnsiColors ansi() {
        AnsiColors known = ansi;
        if (known == null) {
            known = new AnsiColors(of(Role.TEXT), of(Role.PAPER));
            ansi = known;
        }
        return known;
    }

    Fonts fonts() {
        Fonts known = fonts;
        if (known == null) {
            Font plain = font.getValue();
            String family = plain.getFamily();
            double size = plain.getSize();
            known = new Fonts(
                    plain,
                    Font.font(family, FontWeight.BOLD, size),
                    Font.font(family, FontWeight.NORMAL, FontPosture.ITALIC, size),
                    Font.font(family, FontWeight.BOLD, FontPosture.ITALIC, size));
            fonts = known;
        }
        return known;
    }
}
