package dev.wheelhouse.ui.theme;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import dev.wheelhouse.core.platform.settings.ThemeChoice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.scene.text.Font;

/** Dresses the window: AtlantaFX's Primer below, the house's own sheet above it, and bundled fonts. */
public final class Theme {

    private static final PseudoClass DARK = PseudoClass.getPseudoClass("dark");
    private static final List<String> FONTS =
            List.of("Inter-Regular.otf", "Inter-Bold.otf", "JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf");
    private static final List<Integer> ICON_SIZES = List.of(16, 32, 48, 128);
    private static final double ANY_SIZE = 12;

    private Theme() {}

    /** What takes time and needs no window yet: fonts and the sheet that the system's scheme most likely means. */
    public static void prepare() {
        loadFonts();
        use(Platform.getPreferences().getColorScheme() == ColorScheme.DARK);
    }

    /** Makes the bundled fonts known, so that text looks the same everywhere. */
    public static void loadFonts() {
        for (String file : FONTS) {
            try (InputStream font = Theme.class.getResourceAsStream("fonts/" + file)) {
                Objects.requireNonNull(Font.loadFont(font, ANY_SIZE), () -> file + " cannot be read as a font");
            } catch (IOException e) {
                throw new UncheckedIOException(file, e);
            }
        }
    }

    /** What a window's frame and the system's list of windows show, in the sizes that they want. */
    public static List<Image> icons() {
        return ICON_SIZES.stream()
                .map(size -> new Image(
                        Objects.requireNonNull(Theme.class.getResourceAsStream("icons/wheelhouse-" + size + ".png"))))
                .toList();
    }

    /** Whether a choice means dark on a system of that scheme. */
    public static boolean isDark(ThemeChoice choice, ColorScheme system) {
        return switch (choice) {
            case SYSTEM -> system == ColorScheme.DARK;
            case LIGHT -> false;
            case DARK -> true;
        };
    }

    /** What a choice is called. */
    public static String words(ThemeChoice choice) {
        return switch (choice) {
            case SYSTEM -> "As the system";
            case LIGHT -> "Light";
            case DARK -> "Dark";
        };
    }

    /** The choice after another, round the end. */
    public static ThemeChoice next(ThemeChoice choice) {
        return switch (choice) {
            case SYSTEM -> ThemeChoice.LIGHT;
            case LIGHT -> ThemeChoice.DARK;
            case DARK -> ThemeChoice.SYSTEM;
        };
    }

    /** Sets the colours of every window of the process. */
    public static void use(boolean dark) {
        Application.setUserAgentStylesheet(
                dark ? new PrimerDark().getUserAgentStylesheet() : new PrimerLight().getUserAgentStylesheet());
    }

    /** Puts the house's sheet on a scene. */
    public static void dress(Scene scene, boolean dark) {
        String sheet = Objects.requireNonNull(Theme.class.getResource("wheelhouse.css"))
                .toExternalForm();
        if (!scene.getStylesheets().contains(sheet)) {
            scene.getStylesheets().add(sheet);
        }
        scene.getRoot().pseudoClassStateChanged(DARK, dark);
    }
}
