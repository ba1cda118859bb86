package dev.wheelhouse.core.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lets the tests of one process at a time have containers: they share the machine's network. Of one process, classes with
 * {@code @ResourceLock(CONTAINERS)} have them in turn; a thread that waited here would keep others from theirs.
 */
public final class ContainerTurn implements AutoCloseable {

    /** The name of that lock. */
    public static final String CONTAINERS = "containers";

    private final FileChannel file;

    private ContainerTurn(FileChannel file) {
        this.file = file;
    }

    /** Waits for it. */
    public static ContainerTurn take() throws IOException {
        FileChannel file = FileChannel.open(
                Path.of(System.getProperty("java.io.tmpdir"), "wheelhouse-containers.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        file.lock();
        return new ContainerTurn(file);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
