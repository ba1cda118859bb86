package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.job.JobLog.LogFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The logs of jobs, in a directory of the home. Thread-safe. */
public final class JobLogs {

    /** Over all logs; the oldest make room. */
    private static final long MOST_BYTES = 1L << 30;

    private static final int MOST_FILES = 20_000;

    private static final System.Logger LOG = System.getLogger(JobLogs.class.getName());

    private final Path directory;

    /** @param directory made at the first log */
    public JobLogs(Path directory) {
        this.directory = directory;
    }

    JobLog create(String jobId) {
        return new JobLog(LogFiles.of(directory, jobId));
    }

    /** What a job wrote, up to now if it still runs; empty when it wrote nothing or its log had to make room. */
    InputStream open(String jobId) {
        return new SequenceInputStream(Collections.enumeration(parts(jobId)));
    }

    /**
     * The end of what a job wrote, without reading what is before it.
     *
     * @param most bytes of it
     */
    JobLogText end(String jobId, int most) {
        List<InputStream> parts = parts(jobId);
        try {
            long size = 0;
            for (InputStream part : parts) {
                size += part.available();
            }
            // One byte more shows whether the first line is whole.
            long before = Math.max(0, size - most - 1);
            long left = before;
            for (InputStream part : parts) {
                long here = Math.min(left, part.available());
                part.skipNBytes(here);
                left -= here;
            }
            byte[] end = new SequenceInputStream(Collections.enumeration(parts)).readAllBytes();
            return before + end.length <= most ? JobLogText.whole(end) : JobLogText.end(end, most, before + end.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            closeAll(parts);
        }
    }

    private List<InputStream> parts(String jobId) {
        LogFiles files = LogFiles.of(directory, jobId);
        List<InputStream> parts = new ArrayList<>();
        try {
            if (!isWhole(files.head())) {
                addParts(parts, files);
            }
            if (isWhole(files.head())) {
                // Put together meanwhile, perhaps before all its parts were open.
                closeAll(parts);
                parts.clear();
                add(parts, files.head());
            }
            return parts;
        } catch (IOException e) {
            closeAll(parts);
            throw new UncheckedIOException(e);
        }
    }

    /** Whether nothing of the log is in its parts, though a kill may have left them. */
    private static boolean isWhole(Path head) throws IOException {
        try {
            return Files.size(head) > JobLog.HEAD_BYTES;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static void addParts(List<InputStream> parts, LogFiles files) throws IOException {
        add(parts, files.head());
        int head = parts.size();
        add(parts, files.older());
        if (parts.size() > head) {
            // What an unfinished log left out is counted only when it ends.
            parts.add(head, new ByteArrayInputStream(JobLog.note(0)));
        }
        add(parts, files.newer());
    }

    private static void add(List<InputStream> parts, Path file) throws IOException {
        try {
            parts.add(Files.newInputStream(file));
        } catch (NoSuchFileException _) {
            // It has no such part.
        }
    }

    private static void closeAll(List<InputStream> parts) {
        for (InputStream each : parts) {
            try {
                each.close();
            } catch (IOException _) {
                // It was only read.
            }
        }
    }

    /** Whether there is anything of that job. */
    boolean exists(String jobId) {
        return Files.exists(LogFiles.of(directory, jobId).head());
    }

    void delete(String jobId) {
        try {
            LogFiles.of(directory, jobId).delete();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The log of " + jobId + " could not be deleted", e);
        }
    }

    private record Found(Path file, FileTime at, long size) {}

    /**
     * Deletes the oldest logs beyond what all of them may take.
     *
     * @param running the jobs whose logs are being written; they stay
     */
    void trim(Set<String> running) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        long bytes = 0;
        int count = 0;
        for (Found each : newestFirst()) {
            bytes += each.size();
            count++;
            if (bytes > MOST_BYTES || count > MOST_FILES) {
                String name = String.valueOf(each.file().getFileName());
                String jobId = name.substring(0, name.indexOf('.'));
                if (!running.contains(jobId)) {
                    delete(jobId);
                }
            }
        }
    }

    private List<Found> newestFirst() {
        List<Found> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each :
                    files.filter(each -> each.toString().contains(".log")).toList()) {
                found.add(new Found(each, Files.getLastModifiedTime(each), Files.size(each)));
            }
        } catch (IOException | UncheckedIOException e) {
            // Some went while they were looked at; the next look sees the rest.
            LOG.log(System.Logger.Level.DEBUG, "The logs of jobs could not all be seen", e);
        }
        found.sort(Comparator.comparing(Found::at).reversed());
        return found;
    }
}
