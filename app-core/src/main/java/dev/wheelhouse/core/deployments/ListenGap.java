package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.HostProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures on the server for how long nobody listens at an app's ports while its release is switched, to some ten
 * milliseconds. Where the server does not tell, nothing is measured. Thread-safe.
 */
final class ListenGap implements AutoCloseable {

    private static final String SCRIPT = ReleasePlace.script("listening.sh");
    private static final long PATIENCE_SECONDS = 5;

    private final HostProcess process;
    private final CompletableFuture<Boolean> watching = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Long> gap = new CompletableFuture<>();

    private ListenGap(HostProcess process) {
        this.process = process;
    }

    /**
     * Begins to watch, and returns once it does.
     *
     * @param port that the app listens at; null to watch all that a process and its children listen at
     * @param pid of that process; null where nothing runs
     * @param start begins the reading on another thread
     */
    static @Nullable ListenGap start(Host host, @Nullable Integer port, @Nullable Long pid, Consumer<Runnable> start) {
        if (port == null && pid == null) {
            return null;
        }
        List<String> argv = new ArrayList<>(List.of("sh", "-c", SCRIPT, "wheelhouse"));
        argv.addAll(port == null ? List.of("of", Long.toString(pid == null ? 0 : pid)) : List.of(port.toString()));
        ListenGap gap = new ListenGap(host.start(HostCommand.of(argv)));
        start.accept(gap::read);
        if (gap.isWatching()) {
            return gap;
        }
        gap.close();
        return null;
    }

    private boolean isWatching() {
        try {
            return watching.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException _) {
            return false;
        }
    }

    private void read() {
        BigDecimal down = null;
        BigDecimal total = BigDecimal.ZERO;
        boolean over = false;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.stdout(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("watching")) {
                    watching.complete(true);
                } else if (line.equals("over")) {
                    over = true;
                } else if (line.startsWith("down ")) {
                    down = new BigDecimal(line.substring(5));
                } else if (line.startsWith("up ") && down != null) {
                    total = total.add(new BigDecimal(line.substring(3)).subtract(down));
                    down = null;
                }
            }
        } catch (IOException | NumberFormatException _) {
            over = false;
        }
        watching.complete(false);
        // A watch that broke off has not seen all.
        gap.complete(over && down == null ? total.movePointRight(3).longValue() : null);
    }

    /** Ends the watch. Milliseconds in which nobody listened; null where nobody does now, or it is not known. */
    @Nullable
    Long end() {
        try (process) {
            process.stdin().close();
            return gap.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return null;
        } catch (IOException | ExecutionException | TimeoutException _) {
            return null;
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
