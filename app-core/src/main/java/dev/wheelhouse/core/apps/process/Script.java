package dev.wheelhouse.core.apps.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The fixed scripts that run on servers; whatever changes comes to them as arguments. */
enum Script {
    BEGIN("begin.sh"),
    START("start.sh"),
    STOP("stop.sh"),
    LOOK("look.sh"),
    REMOVE("remove.sh"),
    PLACE("place.sh"),
    SUPERVISE("supervise.sh");

    /** What each of them begins with. */
    static final String GROUND = read("ground.sh");

    private final String text;

    Script(String file) {
        text = read(file);
    }

    private static String read(String file) {
        try (InputStream input = Script.class.getResourceAsStream(file)) {
            if (input == null) {
                throw new IllegalStateException("There is no script " + file);
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without {@link #GROUND}. */
    String text() {
        return text;
    }
}
