package dev.wheelhouse.ui.testing;

import dev.wheelhouse.ui.theme.Theme;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Dimension2D;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javax.imageio.ImageIO;
import org.testfx.util.WaitForAsyncUtils;

/** Draws what people would see into {@code app-ui/target/screens}: light and dark, in both sizes. */
public final class Pictures {

    private static final Path FOLDER = Path.of("target", "screens");
    private static final List<Dimension2D> SIZES = List.of(new Dimension2D(1280, 720), new Dimension2D(1920, 1080));

    private Pictures() {}

    /** Draws the shown scene four times and leaves it light and in the smaller size. */
    public static void take(Scene scene, String name) {
        for (Dimension2D size : SIZES) {
            takeAs(scene, name, size, true);
            takeAs(scene, name, size, false);
        }
        FxTest.onFx(() -> {
            resize(scene, new Dimension2D(scene.getWidth(), scene.getHeight()));
            scene.getRoot().layout();
            return true;
        });
        WaitForAsyncUtils.waitForFxEvents();
    }

    /** Draws the shown scene in its own size, light and dark: for dialogs. */
    public static void takeOwnSize(Scene scene, String name) {
        Dimension2D size = new Dimension2D(scene.getWidth(), scene.getHeight());
        takeAs(scene, name, size, true);
        takeAs(scene, name, size, false);
    }

    private static void takeAs(Scene scene, String name, Dimension2D size, boolean dark) {
        FxTest.onFx(() -> {
            Theme.use(dark);
            Theme.dress(scene, dark);
            return resize(scene, size);
        });
        // Twice: controls that fill themselves when they are laid out are drawn right the second time.
        WaitForAsyncUtils.waitForFxEvents();
        WaitForAsyncUtils.waitForFxEvents();
        WritableImage image = FxTest.onFx(() -> {
            scene.getRoot().applyCss();
            scene.getRoot().layout();
            return scene.getRoot().snapshot(exactly(size), null);
        });
        String file = "%s-%s-%dx%d.png"
                .formatted(name, dark ? "dark" : "light", (int) image.getWidth(), (int) image.getHeight());
        write(image, FOLDER.resolve(file));
    }

    /** The root alone and not its window: a window that changes its size while it is drawn confuses the software screen. */
    private static boolean resize(Scene scene, Dimension2D size) {
        scene.getRoot().resize(size.getWidth(), size.getHeight());
        return true;
    }

    private static SnapshotParameters exactly(Dimension2D size) {
        SnapshotParameters parameters = new SnapshotParameters();
        parameters.setViewport(new Rectangle2D(0, 0, size.getWidth(), size.getHeight()));
        return parameters;
    }

    private static void write(WritableImage image, Path file) {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        int[] pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        BufferedImage buffered = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        buffered.setRGB(0, 0, width, height, pixels, 0, width);
        try {
            Files.createDirectories(file.getParent());
            ImageIO.write(buffered, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
