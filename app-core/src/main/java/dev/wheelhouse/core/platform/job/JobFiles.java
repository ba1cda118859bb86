package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.PartialFile;
import dev.wheelhouse.core.platform.home.UnfinishedFiles;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Files that jobs made for somebody to fetch, in a folder of the home that only its owner reads. Each is kept for a day;
 * all together have a limit. Thread-safe.
 */
public final class JobFiles {

    /** How long one is kept. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** What all of a console may take: 10 GiB. */
    public static final long MOST_BYTES = 10L << 30;

    private static final System.Logger LOG = System.getLogger(JobFiles.class.getName());

    private final JobService jobs;
    private final StateStore store;
    private final JdbcJobFileStore rows = new JdbcJobFileStore();
    private final UnfinishedFiles unfinished;
    private final Path directory;
    private final String homeId;
    private final Clock clock;
    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final Set<String> beingMade = ConcurrentHashMap.newKeySet();

    /** @param mostBytes of all files together */
    public JobFiles(JobService jobs, StateStore store, Home home, String homeId, Clock clock, long mostBytes) {
        this.jobs = jobs;
        this.store = store;
        this.unfinished = new UnfinishedFiles(home);
        this.directory = home.file("job-files");
        this.homeId = homeId;
        this.clock = clock;
        this.mostBytes = mostBytes;
        count();
    }

    /** The room is full. */
    public static final class NoRoomException extends IOException {
        private static final long serialVersionUID = 1;

        NoRoomException(String message) {
            super(message);
        }
    }

    /**
     * A file that a job is to make; it writes into {@link #file}, reports its progress to {@link #written}, and keeps it with
     * its end. For one thread at a time.
     */
    public final class Making {
        private final Caller maker;
        private final Scope others;
        private final String name;
        private final String mediaType;
        private final String storedAs = UUID.randomUUID().toString();
        private long counted;

        private Making(Caller maker, Scope others, String name, String mediaType) {
            this.maker = maker;
            this.others = others;
            this.name = name;
            this.mediaType = mediaType;
            beingMade.add(storedAs);
        }

        /** Where to write it, whole. */
        public PartialFile file() {
            return PartialFile.ofHome(directory.resolve(storedAs), unfinished);
        }

        /**
         * @param total bytes so far
         * @throws NoRoomException when all files together would be too large
         */
        public void written(long total) throws NoRoomException {
            long more = total - counted;
            counted = total;
            if (bytes.addAndGet(more) > mostBytes) {
                throw new NoRoomException(full());
            }
        }

        /** Has it fetched from now on; in the transaction that keeps the job's end. */
        public void keep(Transaction tx, String jobId) {
            rows.insert(
                    tx,
                    new JdbcJobFileStore.Row(
                            jobId,
                            homeId,
                            maker.memberId(),
                            maker.keyId(),
                            others.wireName(),
                            storedAs,
                            name,
                            mediaType,
                            counted,
                            clock.instant().plus(KEPT).toEpochMilli()));
        }

        /** Called at the end, whether it was kept or not. */
        public void over() {
            beingMade.remove(storedAs);
        }
    }

    /**
     * Begins a file. Files that are kept no longer make room first.
     *
     * @param others the scope that lets others than the maker fetch it
     * @throws AppException {@code storage_full} when there is no room for any
     */
    public Making make(Caller maker, Scope others, String name, String mediaType) {
        sweep();
        if (bytes.get() >= mostBytes) {
            throw new AppException(PlatformError.STORAGE_FULL, full());
        }
        return new Making(maker, others, name, mediaType);
    }

    private String full() {
        return "Files that jobs keep may take " + (mostBytes >> 20)
                + " MiB together, and that is taken. Each goes after " + KEPT.toHours()
                + " hours; ask for less, or wait.";
    }

    /**
     * The file of a job, for who made it and for holders of its scope.
     *
     * @throws AppException {@code not_found} for an unknown job, one that made no file or whose file is kept no longer;
     *     {@code insufficient_scope}; {@code state_invalid} while the job runs, and for a file of another console
     */
    public JobFile find(Caller caller, String jobId) {
        Job job = jobs.get(caller, jobId);
        if (!job.status().isFinal()) {
            throw new AppException(
                    PlatformError.STATE_INVALID, "The job has not ended yet. Ask again when its status is succeeded.");
        }
        // It is seen to have ended a moment before that is kept, and its file with it.
        jobs.awaitEnd(jobId);
        JdbcJobFileStore.Row row = store.read(tx -> rows.find(tx, jobId))
                .orElseThrow(() -> new AppException(PlatformError.NOT_FOUND, gone()));
        if (!row.isOf(caller)) {
            caller.require(Scope.find(row.othersScope()).orElse(Scope.DATABASES_ADMIN));
        }
        if (!row.homeId().equals(homeId)) {
            throw new AppException(
                    PlatformError.STATE_INVALID, "The file lies with the console that made it. Fetch it there.");
        }
        Path path = directory.resolve(row.storedAs());
        Instant until = Instant.ofEpochMilli(row.keptUntil());
        if (!until.isAfter(clock.instant()) || !Files.isRegularFile(path)) {
            throw new AppException(PlatformError.NOT_FOUND, gone());
        }
        return new JobFile(jobId, row.name(), row.mediaType(), row.sizeBytes(), until, path);
    }

    private static String gone() {
        return "This job has no file, or it is kept no longer: files go after " + KEPT.toHours() + " hours.";
    }

    /** Removes what is kept no longer, what no job knows, and what a console that was killed left. */
    public void sweep() {
        long now = clock.millis();
        store.change(tx -> rows.deleteUntil(tx, homeId, now));
        // In this order: what is kept while we look was being made before.
        List<Path> there = files();
        Set<String> making = Set.copyOf(beingMade);
        Set<String> kept = new HashSet<>(store.read(tx -> rows.storedAs(tx, homeId)));
        for (Path each : there) {
            String name = String.valueOf(each.getFileName());
            // Its partial form has more behind the name.
            boolean made = making.stream().anyMatch(name::startsWith);
            if (!made && !kept.contains(name)) {
                delete(each);
            }
        }
        count();
    }

    private void count() {
        long sum = 0;
        for (Path each : files()) {
            try {
                sum += Files.size(each);
            } catch (IOException _) {
                // It went meanwhile.
            }
        }
        bytes.set(sum);
    }

    private List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "A file that a job made could not be deleted", e);
        }
    }
}
