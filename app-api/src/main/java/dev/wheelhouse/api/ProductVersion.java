package dev.wheelhouse.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version that the build wrote down. */
public final class ProductVersion {

    private ProductVersion() {}

    public static String current() {
        try (InputStream file = ProductVersion.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(file);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException("The build left no version", e);
        }
    }
}
