package dev.wheelhouse.ui.testing;

import dev.wheelhouse.ui.theme.Theme;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.geometry.Dimension2D;
import javafx.geometry.Insets;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.TextField;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.scene.text.Text;
import javax.imageio.ImageIO;

/**
 * Draws what people would see into {@code app-ui/target/screens}: light and dark, in both sizes. With
 * {@code -Dwheelhouse.pictures=false} pictures are judged and not kept.
 */
public final class Pictures {

    private static final Path FOLDER = Path.of("target", "screens");
    private static final List<Dimension2D> SIZES = List.of(new Dimension2D(1280, 720), new Dimension2D(1920, 1080));

    private static final boolean KEPT = !"false".equals(System.getProperty("wheelhouse.pictures"));

    private static final int LAYOUTS = 6;

    /** A smaller canvas may have nothing to show. */
    private static final int LARGE = 60;

    private Pictures() {}

    /** Draws the shown scene four times and leaves it light and in the smaller size. */
    public static void take(Scene scene, String name) {
        // Both sizes in one theme, then in the other: to dress a scene takes longer than to draw it.
        for (boolean dark : List.of(true, false)) {
            dress(scene, dark);
            SIZES.forEach(size -> takeAs(scene, name, size, dark));
        }
        FxTest.onFx(() -> resize(scene, new Dimension2D(scene.getWidth(), scene.getHeight())));
        settle(scene);
    }

    /** Draws the shown scene in its own size, light and dark: for dialogs. */
    public static void takeOwnSize(Scene scene, String name) {
        Dimension2D size = new Dimension2D(scene.getWidth(), scene.getHeight());
        for (boolean dark : List.of(true, false)) {
            dress(scene, dark);
            takeAs(scene, name, size, dark);
        }
    }

    private static void dress(Scene scene, boolean dark) {
        FxTest.onFx(() -> {
            Theme.use(dark);
            Theme.dress(scene, dark);
            return true;
        });
    }

    private static void takeAs(Scene scene, String name, Dimension2D size, boolean dark) {
        FxTest.onFx(() -> resize(scene, size));
        settle(scene);
        WritableImage image = FxTest.onFx(() -> scene.getRoot().snapshot(exactly(size), null));
        String file = "%s-%s-%dx%d.png"
                .formatted(name, dark ? "dark" : "light", (int) image.getWidth(), (int) image.getHeight());
        BufferedImage picture = buffered(image);
        if (KEPT) {
            write(picture, FOLDER.resolve(file));
        }
        FxTest.onFx(() -> {
            failWhereBlank(scene.getRoot(), image, file);
            failWhereCut(scene.getRoot(), file);
            return true;
        });
        ReferencePicture.of(file).ifPresent(reference -> reference.failWhereOther(picture));
    }

    /** A field that is too low cuts its letters above and below. */
    private static void failWhereCut(Node node, String file) {
        if (!node.isVisible()) {
            return;
        }
        if (node instanceof TextField field && field.lookup(".text") instanceof Text text) {
            Insets insets = field.getInsets();
            double room = field.getHeight() - insets.getTop() - insets.getBottom();
            if (field.getHeight() > 0 && room < text.getLayoutBounds().getHeight() - 0.5) {
                throw new AssertionError(file + " has a field whose letters are cut, " + room + " high: " + field);
            }
        } else if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> failWhereCut(child, file));
        }
    }

    /** A canvas that nobody painted, or that was painted beside its clip, is one colour. */
    private static void failWhereBlank(Node node, WritableImage image, String file) {
        if (!node.isVisible()) {
            return;
        }
        if (node instanceof Canvas canvas && canvas.getWidth() >= LARGE && canvas.getHeight() >= LARGE) {
            Bounds bounds = canvas.localToScene(canvas.getLayoutBounds());
            int left = (int) Math.max(0, bounds.getMinX());
            int top = (int) Math.max(0, bounds.getMinY());
            int right = (int) Math.min(image.getWidth(), bounds.getMaxX());
            int bottom = (int) Math.min(image.getHeight(), bounds.getMaxY());
            if (right - left >= LARGE && bottom - top >= LARGE && isOneColour(image, left, top, right, bottom)) {
                throw new AssertionError(file + " has a blank canvas in " + canvas.getParent());
            }
        } else if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> failWhereBlank(child, image, file));
        }
    }

    private static boolean isOneColour(WritableImage image, int left, int top, int right, int bottom) {
        PixelReader pixels = image.getPixelReader();
        int first = pixels.getArgb(left, top);
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                if (pixels.getArgb(x, y) != first) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Lays out more than once: controls that fill themselves when they are laid out, or just after, are right by then. All
     * styles are looked up at the begin and near the end alone, which takes longer than the rest.
     */
    private static void settle(Scene scene) {
        for (int i = 0; i < LAYOUTS; i++) {
            boolean styled = i == 0 || i == LAYOUTS - 2;
            FxTest.onFx(() -> {
                if (styled) {
                    scene.getRoot().applyCss();
                }
                scene.getRoot().layout();
                return true;
            });
        }
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

    private static BufferedImage buffered(WritableImage image) {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        BufferedImage buffered = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        // Straight into its memory: by way of the colour model it takes longer than to write the file.
        int[] pixels = ((DataBufferInt) buffered.getRaster().getDataBuffer()).getData();
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        return buffered;
    }

    static void write(BufferedImage picture, Path file) {
        try {
            Files.createDirectories(file.getParent());
            ImageIO.write(picture, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
