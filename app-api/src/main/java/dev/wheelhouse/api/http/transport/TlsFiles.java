package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the files of a listener's certificate and key hold. */
record TlsFiles(String certificate, String key) {

    static final String CERTIFICATE = "listener.tls.certificateFile";
    static final String KEY = "listener.tls.keyFile";
    private static final long LARGEST_FILE = 1 << 20;

    /** @throws AppException {@code validation_failed} on the field of a file that cannot be read */
    static TlsFiles read(ListenerSettings.Tls files) {
        return new TlsFiles(read(CERTIFICATE, files.certificateFile()), read(KEY, files.keyFile()));
    }

    private static String read(String path, String file) {
        Path place = Path.of(file);
        if (!Files.isRegularFile(place)) {
            throw AppException.invalid(path, "The console finds no file " + file + ".");
        }
        try {
            if (Files.size(place) > LARGEST_FILE) {
                throw AppException.invalid(path, "The file is larger than a megabyte. Name a file in PEM form.");
            }
            return Files.readString(place, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw AppException.invalid(
                    path, "The console cannot read the file " + file + ". Let the user that it runs as read it.");
        }
    }

    /** Never the key. */
    @Override
    public String toString() {
        return "TlsFiles[...]";
    }
}
