package dev.wheelhouse.core.apps.container.engine;

import dev.wheelhouse.core.platform.host.HostConnection;
import java.io.InputStream;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** An answer that comes bit by bit. The caller closes it; closing ends a read from any thread. */
public final class EngineStream implements AutoCloseable {

    private final HostConnection connection;
    private final InputStream body;
    private volatile @Nullable Future<?> alarm;

    EngineStream(HostConnection connection, InputStream body) {
        this.connection = connection;
        this.body = body;
    }

    /** For one thread at a time; at its end when the engine has nothing more to say. */
    public InputStream body() {
        return body;
    }

    /** What would close it later, taken back when it is closed before. */
    void endsBy(Future<?> end) {
        alarm = end;
    }

    @Override
    public void close() {
        Future<?> end = alarm;
        if (end != null) {
            end.cancel(false);
        }
        connection.close();
    }
}
