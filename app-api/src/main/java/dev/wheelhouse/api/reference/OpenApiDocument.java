package dev.wheelhouse.api.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** {@code openapi.yaml}, written by hand, from the resources. Immutable. */
public final class OpenApiDocument {

    private final byte[] yaml;

    private OpenApiDocument(byte[] yaml) {
        this.yaml = yaml;
    }

    public static OpenApiDocument load() {
        return new OpenApiDocument(resource("/openapi.yaml"));
    }

    static byte[] resource(String name) {
        try (InputStream in = OpenApiDocument.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The resource is not packed: " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] yaml() {
        return yaml.clone();
    }

    /** Parsed anew at each call. */
    public JsonNode tree() {
        try {
            return new ObjectMapper(new YAMLFactory()).readTree(yaml);
        } catch (IOException e) {
            throw new IllegalStateException("openapi.yaml is no YAML", e);
        }
    }
}
