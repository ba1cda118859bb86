package dev.wheelhouse.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.logging.LogManager;

/**
 * The log: to standard error, one line an entry, libraries from warnings on. A file named by the property {@code
 * java.util.logging.config.file} takes the place of these settings.
 */
public final class LogSettings {

    private LogSettings() {}

    /** Called first of all by each main. */
    public static void apply() {
        if (System.getProperty("java.util.logging.config.file") != null) {
            return;
        }
        try (InputStream settings = LogSettings.class.getResourceAsStream("logging.properties")) {
            LogManager.getLogManager().readConfiguration(settings);
        } catch (IOException e) {
            throw new UncheckedIOException("The log settings cannot be read", e);
        }
    }
}
