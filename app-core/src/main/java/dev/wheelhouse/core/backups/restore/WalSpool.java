package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.HostProcess;
import dev.wheelhouse.core.platform.host.ShellText;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * WAL on its way into a recovery. The server's {@code restore_command} names the file that it wants and waits; this lays it
 * into a directory, and some that follow, so that no recovery needs all of its WAL on the disk and none waits for each
 * file. What does not exist is answered at once; when this ends, killed or closed, the waiting ends and the server stops
 * (PostgreSQL manual, "restore_command": a code over 128 ends the recovery).
 */
final class WalSpool implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(WalSpool.class.getName());

    /** Lives as long as its input is open, which the system closes with the console. */
    private static final String WATCH = """
            cd "$1" && mkdir ready none && mkfifo asks || exit 1
            exec 3<>asks
            echo $$ > watcher
            echo watching
            cat <&3 &
            cat > /dev/null
            rm watcher
            kill $!
            """;

    private static final String FETCH = """
            #!/bin/sh
            exec 3<>"$1/asks" || exit 255
            echo "$2" >&3
            while read -r pid < "$1/watcher" && kill -0 "$pid"; do
              mv "$1/ready/$2" "$3" && exit 0
              rm "$1/none/$2" && exit 1
              sleep 0.02
            done 2> /dev/null
            exit 255
            """;

    /** Said once a server may ask; no name of a WAL file. */
    private static final String WATCHING = "watching";

    /** Written behind what a server asked for; no name of a WAL file. */
    private static final String SETTLED = "settled";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** A store may hang while a file is laid that nobody waits for any more. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private static final Pattern NAME = Pattern.compile("[0-9A-Za-z][0-9A-Za-z.]{0,63}");

    private final ClusterHost host;
    private final String directory;
    private final WalSource source;
    private final Function<String, @Nullable String> following;
    private final long limit;
    private final HostProcess watcher;
    private final BlockingQueue<String> asks = new LinkedBlockingQueue<>();

    /** What lies there by name, with its size in bytes; the feeding thread's alone. */
    private final Map<String, Long> laid = new LinkedHashMap<>();

    private final CountDownLatch watching = new CountDownLatch(1);
    private final CountDownLatch fed = new CountDownLatch(1);
    private final Semaphore settled = new Semaphore(0);
    private final Set<String> served = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String asked;
    private volatile long askedAt = System.nanoTime();
    private volatile @Nullable String missing;
    private volatile @Nullable String failure;
    private volatile boolean closed;

    private WalSpool(
            ClusterHost host,
            String directory,
            WalSource source,
            Function<String, @Nullable String> following,
            long limit,
            HostProcess watcher) {
        this.host = host;
        this.directory = directory;
        this.source = source;
        this.following = following;
        this.limit = limit;
        this.watcher = watcher;
    }

    /**
     * @param directory of the host's user, made for this alone; removed by who made it
     * @param following the file that is likely asked for after one; null where nobody knows
     * @param limit of bytes that lie there, exceeded by at most one file
     */
    static WalSpool open(
            ClusterHost host,
            String directory,
            WalSource source,
            Function<String, @Nullable String> following,
            long limit,
            Workers workers)
            throws RestoreException {
        host.write(directory + "/fetch", FETCH);
        HostProcess watcher =
                host.host().start(host.command(List.of("sh", "-c", "umask 077\n" + WATCH, "sh", directory)));
        WalSpool spool = new WalSpool(host, directory, source, following, limit, watcher);
        workers.start(spool::readAsks);
        workers.start(spool::feed);
        if (!awaited(() -> spool.watching.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) || spool.failure != null) {
            spool.close();
            throw new RestoreException("Nothing watches over " + directory + ": "
                    + Objects.requireNonNullElse(spool.failure, "the server did not begin to.") + " Try again.");
        }
        return spool;
    }

    private interface Wait {
        boolean isOver() throws InterruptedException;
    }

    private static boolean awaited(Wait wait) {
        try {
            return wait.isOver();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "It was cancelled.", e);
        }
    }

    /** For {@code restore_command}. */
    String command() {
        // A percent sign of the path is doubled, as the server reads it.
        return "sh %s %s %%f %%p"
                .formatted(
                        ShellText.quote(directory + "/fetch").replace("%", "%%"),
                        ShellText.quote(directory).replace("%", "%%"));
    }

    /** The file that the server asked for last; null before the first. */
    @Nullable
    String asked() {
        return asked;
    }

    /** When the server asked last, by {@link System#nanoTime}; when this was opened before the first. */
    long askedAt() {
        return askedAt;
    }

    /** The first segment that was asked for after the last one that the server got, and is not there; null for none. */
    @Nullable
    String missing() {
        return missing;
    }

    /** What the server got since {@link #begin}, in no order. */
    Set<String> served() {
        return Set.copyOf(served);
    }

    /** Before a server starts: what an earlier one got is no proof of what this one gets. */
    void begin() {
        served.clear();
        missing = null;
    }

    /**
     * Waits until all is known that a server asked for which has ended. What lies ready it takes without waiting for an
     * answer, so that it may be over before this has heard of it.
     *
     * @throws RestoreException when that does not come about
     */
    void settle() throws RestoreException {
        host.shell("Asking what was asked for", "echo \"$2\" 1<> \"$1/asks\"", CommandInput.NONE, directory, SETTLED);
        if (!awaited(() -> settled.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS))) {
            throw new RestoreException(
                    "What the server asked for last is not known: nothing is heard of " + directory + ". Try again.");
        }
    }

    /** Why no more can be fed; null while all is well. */
    @Nullable
    String failure() {
        return failure;
    }

    private void readAsks() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(watcher.stdout(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (WATCHING.equals(line)) {
                    watching.countDown();
                    continue;
                }
                // It becomes part of a path.
                if (NAME.matcher(line).matches()) {
                    asks.add(line);
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The spool's watcher ended", e);
        }
        fail("What watches over " + directory + " ended.");
        watching.countDown();
    }

    private void feed() {
        String next = null;
        try {
            while (!closed && failure == null) {
                String ask = asks.poll(next == null ? 1000 : 0, TimeUnit.MILLISECONDS);
                if (SETTLED.equals(ask)) {
                    settled.release();
                } else if (ask != null) {
                    next = answer(ask);
                } else if (next != null) {
                    next = layAhead(next);
                }
            }
        } catch (IOException | RestoreException | AppException e) {
            fail(e.getMessage());
        } catch (RuntimeException e) {
            // Nobody else hears of it, and the server would wait for ever.
            LOG.log(System.Logger.Level.ERROR, "Feeding WAL into " + directory + " failed", e);
            fail("A fault of the console: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            fail("The console is stopping.");
        } finally {
            fed.countDown();
        }
    }

    /** @return what is asked for next, as far as one can guess */
    private @Nullable String answer(String file) throws IOException, RestoreException {
        String before = asked;
        if (before != null) {
            laid.remove(before);
        }
        asked = file;
        askedAt = System.nanoTime();
        boolean isSegment = !file.contains(".");
        if (!laid.containsKey(file) && !lay(file)) {
            host.shell("Answering", ": > \"$1\"", CommandInput.NONE, directory + "/none/" + file);
            missing = isSegment && missing == null ? file : missing;
            return null;
        }
        served.add(file);
        String lost = missing;
        // What a server reads once more before it ends is no new one.
        missing = isSegment && lost != null && file.compareTo(lost) > 0 ? null : lost;
        return following.apply(file);
    }

    private @Nullable String layAhead(String file) throws IOException, RestoreException {
        long bytes = laid.values().stream().mapToLong(Long::longValue).sum();
        if (bytes >= limit) {
            return null;
        }
        return laid.containsKey(file) || lay(file) ? following.apply(file) : null;
    }

    private boolean lay(String file) throws IOException, RestoreException {
        try (InputStream bytes = source.open(file)) {
            if (bytes == null) {
                return false;
            }
            long[] size = {0};
            String arriving = directory + "/" + file;
            host.pour("Laying " + file, "cat > \"$1\"", out -> size[0] = bytes.transferTo(out), arriving);
            // Only now, when it is whole.
            host.shell("Laying " + file, "mv \"$1\" \"$2\"", CommandInput.NONE, arriving, directory + "/ready/" + file);
            laid.put(file, size[0]);
            return true;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private void fail(@Nullable String why) {
        if (!closed && failure == null) {
            failure = why;
        }
        watcher.close();
    }

    /** Ends the waiting of a server that still recovers, and lays nothing more. Idempotent. */
    @Override
    public void close() {
        closed = true;
        watcher.close();
        // Else what is laid now would come into a directory that is being removed.
        if (!awaited(() -> fed.await(LONGEST_END.toSeconds(), TimeUnit.SECONDS))) {
            LOG.log(System.Logger.Level.WARNING, "A file is still being laid into " + directory);
        }
    }
}
