package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.scripts.ScriptText;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Plain {@code .sql} files in a folder of the home: saved queries, and the unsaved text of tabs. A file is replaced in
 * one step, so that a process which dies leaves the old text or the new one. Thread-safe.
 */
public final class SqlFiles {

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_ .()-]{0,99}");
    private static final String ENDING = ".sql";

    private final Path folder;

    private SqlFiles(Path folder) {
        this.folder = folder;
    }

    /** The queries that people saved under a name, to be read and changed with any other program as well. */
    public static SqlFiles queries(Home home) {
        return new SqlFiles(home.file("queries"));
    }

    /** Unsaved text of tabs. */
    public static SqlFiles drafts(Home home) {
        return new SqlFiles(home.file("drafts"));
    }

    /** The names, without ending, in alphabetical order. */
    public List<String> list() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith(ENDING) && !each.startsWith("."))
                    .map(each -> each.substring(0, each.length() - ENDING.length()))
                    .sorted(String.CASE_INSENSITIVE_ORDER)
                    .toList();
        } catch (IOException e) {
            throw failed("The folder " + folder + " cannot be read", e);
        }
    }

    /** Whether there is such a file; where the system makes no difference of upper and lower case, nor does this. */
    public boolean exists(String name) {
        return Files.exists(file(name));
    }

    /** The text with plain line ends; empty when there is no such file. */
    public Optional<String> read(String name) {
        try (Reader text = ScriptText.reader(Files.newInputStream(file(name)))) {
            return Optional.of(text.readAllAsString().replace("\r\n", "\n").replace('\r', '\n'));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw failed("The file " + name + ENDING + " cannot be read as text", e);
        }
    }

    /**
     * Writes or replaces a file.
     *
     * @throws AppException {@code validation_failed} for a name that is none, {@code storage_full} when it cannot be
     *     written
     */
    public synchronized void write(String name, String text) {
        Path target = file(name);
        try {
            PrivateFiles.createFolders(folder);
            Path temporary = Files.createTempFile(folder, ".", ".new");
            try {
                if (POSIX) {
                    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
                }
                // Lone surrogates, which UTF-8 has no place for, become question marks instead of failing.
                Files.write(temporary, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.SYNC);
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw failed("The file " + name + ENDING + " cannot be written", e);
        }
    }

    /** Removes a file; nothing happens when it is not there. */
    public synchronized void delete(String name) {
        try {
            Files.deleteIfExists(file(name));
        } catch (IOException e) {
            throw failed("The file " + name + ENDING + " cannot be removed", e);
        }
    }

    /**
     * Removes files that nobody knows any more.
     *
     * @param kept names whose files stay
     * @param before files changed later stay as well
     * @return how many were removed
     */
    public synchronized int prune(Set<String> kept, Instant before) {
        int removed = 0;
        for (String name : list()) {
            if (kept.contains(name) || !NAME.matcher(name).matches()) {
                continue;
            }
            try {
                Path file = file(name);
                if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                    Files.deleteIfExists(file);
                    removed++;
                }
            } catch (NoSuchFileException _) {
                // Somebody else removed it.
            } catch (IOException e) {
                throw failed("The file " + name + ENDING + " cannot be removed", e);
            }
        }
        return removed;
    }

    /** Where a name's file is. */
    public Path file(String name) {
        boolean reserved = name.toLowerCase(Locale.ROOT).matches("con|prn|aux|nul|com\\d|lpt\\d");
        if (!NAME.matcher(name).matches() || name.endsWith(" ") || name.endsWith(".") || reserved) {
            throw AppException.invalid(
                    "name",
                    "Use letters, digits, blanks and _ - . ( ), at most 100, beginning with a letter or digit.");
        }
        return folder.resolve(name + ENDING);
    }

    private static AppException failed(String what, IOException cause) {
        return new AppException(
                PlatformError.STORAGE_FULL,
                what + " (" + cause.getClass().getSimpleName() + "). Look at the disk's space and permissions.",
                cause);
    }
}
