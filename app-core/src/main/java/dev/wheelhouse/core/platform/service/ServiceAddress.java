package dev.wheelhouse.core.platform.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the service of this machine answers: a line in {@code /run/wheelhouse}, which anybody may read and systemd takes away
 * with the service. It is all that a console of somebody else's learns of it, whose home is closed to them. The service holds
 * a lock on the file, which ends with its process: a file that was left behind says nothing. Thread-safe.
 */
public final class ServiceAddress {

    /** Of the machine's service, as its unit has it ({@code RuntimeDirectory=wheelhouse}). */
    public static final Path DIRECTORY = Path.of("/run/wheelhouse");

    private static final String FILE = "address";
    private static final int MOST_CHARACTERS = 300;

    /**
     * What this process tells itself, by the file. It must not open such a file again: POSIX drops the lock of a process as
     * soon as that closes any descriptor of the file (fcntl(2)).
     */
    private static final Map<Path, String> OWN = new ConcurrentHashMap<>();

    private final @Nullable Path directory;
    private @Nullable FileChannel held;

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
    public synchronized void tell(String url) throws IOException {
        if (directory == null) {
            return;
        }
        Path made = Files.createTempFile(directory, FILE, ".new");
        Path file = directory.resolve(FILE);
        String before = OWN.get(file);
        FileChannel channel = FileChannel.open(made, StandardOpenOption.WRITE);
        try {
            channel.lock();
            channel.write(ByteBuffer.wrap((url + "\n").getBytes(StandardCharsets.UTF_8)));
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-r--r--"));
            // Before the file is there, which this process must not open.
            OWN.put(file, url);
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            OWN.compute(file, (_, _) -> before);
            channel.close();
            throw e;
        }
        release();
        held = channel;
    }

    private void release() throws IOException {
        if (held != null) {
            held.close();
        }
    }

    /** It answers no more. */
    public synchronized void remove() throws IOException {
        if (directory != null) {
            OWN.remove(directory.resolve(FILE));
            Files.deleteIfExists(directory.resolve(FILE));
            release();
        }
    }

    /**
     * The address of a service that runs; empty where there is none.
     *
     * @param directory usually {@link #DIRECTORY}
     */
    public static synchronized Optional<String> find(Path directory) {
        Path file = directory.resolve(FILE);
        String own = OWN.get(file);
        if (own != null) {
            return Optional.of(own);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.tryLock(0, Long.MAX_VALUE, true) != null) {
                // Its process is gone.
                return Optional.empty();
            }
            String text = new String(
                            Channels.newInputStream(channel).readNBytes(MOST_CHARACTERS), StandardCharsets.UTF_8)
                    .strip();
            return text.startsWith("http") && text.length() < MOST_CHARACTERS ? Optional.of(text) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
