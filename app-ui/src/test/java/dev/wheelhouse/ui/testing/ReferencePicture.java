package dev.wheelhouse.ui.testing;

import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.imageio.ImageIO;

/**
 * How a picture is to look, an eighth as wide and high in {@code src/test/resources/pictures}: small enough that a letter
 * drawn a little otherwise does not matter, and a line or a block at another place does.
 */
final class ReferencePicture {

    private static final int SMALLER = 8;
    private static final int OTHER_COLOUR = 24;
    private static final double OTHER_SHARE = 0.005;

    private final String file;
    private final BufferedImage wanted;

    private ReferencePicture(String file, BufferedImage wanted) {
        this.file = file;
        this.wanted = wanted;
    }

    /** Empty where the picture is only looked at. */
    static Optional<ReferencePicture> of(String file) {
        try (InputStream in = ReferencePicture.class.getResourceAsStream("/pictures/" + file)) {
            return in == null ? Optional.empty() : Optional.of(new ReferencePicture(file, ImageIO.read(in)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void failWhereOther(BufferedImage picture) {
        BufferedImage small = smaller(picture);
        int width = wanted.getWidth();
        int height = wanted.getHeight();
        int other = small.getWidth() == width && small.getHeight() == height ? 0 : width * height;
        for (int at = 0; at < width * height && other < width * height; at++) {
            other += isOther(small.getRGB(at % width, at / width), wanted.getRGB(at % width, at / width)) ? 1 : 0;
        }
        if (other > OTHER_SHARE * width * height) {
            Path seen = Path.of("target", "screens", "other", file);
            Pictures.write(small, seen);
            throw new AssertionError(
                    "%s looks otherwise than its reference in %d of %d places. Where it is right, copy %s"
                            .formatted(file, other, width * height, seen + " to src/test/resources/pictures."));
        }
    }

    private static BufferedImage smaller(BufferedImage picture) {
        int width = picture.getWidth() / SMALLER;
        int height = picture.getHeight() / SMALLER;
        BufferedImage small = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D drawing = small.createGraphics();
        // The mean of each block, which the faster ways do not take.
        drawing.drawImage(picture.getScaledInstance(width, height, Image.SCALE_AREA_AVERAGING), 0, 0, null);
        drawing.dispose();
        return small;
    }

    private static boolean isOther(int colour, int wanted) {
        for (int shift = 0; shift <= 16; shift += 8) {
            if (Math.abs((colour >> shift & 0xff) - (wanted >> shift & 0xff)) > OTHER_COLOUR) {
                return true;
            }
        }
        return false;
    }
}
