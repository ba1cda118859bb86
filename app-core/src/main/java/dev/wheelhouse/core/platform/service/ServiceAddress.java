package dev.wheelhouse.core.platform.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the service of this machine answers: a line in {@code /run/wheelhouse}, which anybody may read and systemd takes away
 * with the service. It is all that a console of somebody else's learns of it, whose home is closed to them. Thread-safe.
 */
public final class ServiceAddress {

    /** Of the machine's service, as its unit has it ({@code RuntimeDirectory=wheelhouse}). */
    public static final Path DIRECTORY = Path.of("/run/wheelhouse");

    private static final String FILE = "address";
    private static final int MOST_CHARACTERS = 300;

    private final @Nullable Path directory;

    private ServiceAddress(@Nullable Path directory) {
        this.directory = directory;
    }

    /**
     * Where this process tells it: nowhere unless it is a service with such a directory.
     *
     * @param pid of the process with that environment
     */
    public static ServiceAddress of(Map<String, String> environment, long pid) {
        String directory = SystemService.isOne(environment, pid) ? environment.get("RUNTIME_DIRECTORY") : null;
        return new ServiceAddress(directory == null ? null : Path.of(directory.split(":", 2)[0]));
    }

    /** @param url such as {@code http://127.0.0.1:7465} */
    public void tell(String url) throws IOException {
        if (directory == null) {
            return;
        }
        Path made = Files.createTempFile(directory, FILE, ".new");
        Files.writeString(made, url + "\n");
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(made, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** It answers no more. */
    public void remove() throws IOException {
        if (directory != null) {
            Files.deleteIfExists(directory.resolve(FILE));
        }
    }

    /**
     * The address of a service that runs; empty where there is none.
     *
     * @param directory usually {@link #DIRECTORY}
     */
    public static Optional<String> find(Path directory) {
        try {
            String text = Files.readString(directory.resolve(FILE)).strip();
            return text.startsWith("http") && text.length() < MOST_CHARACTERS ? Optional.of(text) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
