package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Scripts on their way: files of the home that live as long as their job. */
final class ScriptSpool {

    private final Path directory;

    ScriptSpool(Home home) {
        this.directory = home.file("scripts");
    }

    /** Drops what a console that died left behind. */
    void clear() {
        try {
            PrivateFiles.createFolders(directory);
            try (Stream<Path> files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The scripts left behind cannot be removed", e);
        }
    }

    /** Writes a script down; the file is gone again when that fails. */
    Path keep(InputStream script) throws IOException {
        PrivateFiles.createFolders(directory);
        Path file = Files.createTempFile(directory, "script-", ".sql");
        try (OutputStream output = Files.newOutputStream(file)) {
            script.transferTo(output);
            return file;
        } catch (FileSystemException e) {
            Files.deleteIfExists(file);
            throw full(e);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            // A full disk is reported in words only.
            if (String.valueOf(e.getMessage()).contains("No space left")) {
                throw full(e);
            }
            throw e;
        } catch (RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static AppException full(Exception cause) {
        return new AppException(
                PlatformError.STORAGE_FULL,
                "The disk that holds the console's home has no room for this script. Free some and send it again.",
                cause);
    }

    /** The script's text; bytes that are none fail with {@link java.nio.charset.CharacterCodingException}. */
    static Reader open(Path file) throws IOException {
        return ScriptText.reader(Files.newInputStream(file));
    }

    static void drop(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("A script that has run cannot be removed", e);
        }
    }
}
