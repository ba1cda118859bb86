package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.follow.LineSink;
import dev.wheelhouse.core.logs.follow.LogReading;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.host.HostFile;
import dev.wheelhouse.core.platform.host.HostFileKind;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file on as it grows, by looking at its size. A file that was renamed is read to its end under the name it has then,
 * and the one in its place from its beginning; a truncated one anew.
 */
final class FileReading implements LogReading {

    private final FileLogSource.Origin origin;
    private final Duration lookedEvery;

    FileReading(FileLogSource.Origin origin, Duration lookedEvery) {
        this.origin = origin;
        this.lookedEvery = lookedEvery;
    }

    @Override
    public Ending read(@Nullable LogPosition after, LineSink sink) throws IOException, InterruptedException {
        FileSet files = origin.files();
        FilePlace place = after == null ? endOf(files) : FilePlace.of(after);
        sink.openedAt(place.toPosition());
        HostFile seen = null;
        while (true) {
            HostFile newest = newest(files);
            if (newest == null) {
                sink.notice("The file " + files.path() + " is not there; it is read on when it is back.");
            } else if (seen == null || !isSame(seen, newest)) {
                if (seen == null) {
                    sink.notice("");
                }
                place = advanced(files, newest, place, sink);
            }
            seen = newest;
            Thread.sleep(lookedEvery);
        }
    }

    private static @Nullable HostFile newest(FileSet files) {
        return files.host()
                .find(files.path())
                .filter(each -> each.kind() == HostFileKind.FILE)
                .orElse(null);
    }

    private static boolean isSame(HostFile before, HostFile now) {
        return before.size() == now.size() && before.modifiedAt().equals(now.modifiedAt());
    }

    private FilePlace advanced(FileSet files, HostFile newest, FilePlace place, LineSink sink)
            throws IOException, InterruptedException {
        try {
            return advance(files, newest, place, sink);
        } catch (AppException e) {
            if (e.kind() != ErrorKind.NOT_FOUND) {
                throw e;
            }
            // Renamed while it was looked at; the next look finds it under its new name.
            return place;
        }
    }

    private static FilePlace endOf(FileSet files) {
        List<HostFile> all = files.all();
        HostFile newest = all.getLast();
        byte[] first = files.firstBytes(newest.path());
        return new FilePlace(FilePlace.Mark.of(first, first.length), lastLineStart(files, newest));
    }

    /** Behind the last line break, so that a line that is being written is given whole. */
    private static long lastLineStart(FileSet files, HostFile file) {
        long start = Math.max(0, file.size() - (64 << 10));
        byte[] end = files.bytes(file.path(), start, (int) (file.size() - start));
        for (int i = end.length - 1; i >= 0; i--) {
            if (end[i] == '\n') {
                return start + i + 1;
            }
        }
        return start == 0 ? 0 : file.size();
    }

    private FilePlace advance(FileSet files, HostFile newest, FilePlace place, LineSink sink)
            throws IOException, InterruptedException {
        byte[] first = files.firstBytes(newest.path());
        boolean isSame = place.mark().isOf(first);
        if (isSame && newest.size() >= place.offset()) {
            return newest.size() == place.offset()
                    ? place
                    : stream(files, newest.path(), place, first, newest.size(), sink);
        }
        FilePlace inRotated = readRotated(files, place, sink);
        if (inRotated == null) {
            sink.notice("The file " + files.path() + " was truncated; it is read from its beginning.");
        } else if (newest.size() == 0) {
            // Whoever writes may go on in the old file until it has opened the new one.
            return inRotated;
        }
        FilePlace start = new FilePlace(FilePlace.Mark.of(first, first.length), 0);
        return stream(files, newest.path(), start, first, newest.size(), sink);
    }

    /** Reads what is left of the file under the name it was renamed to, and those that came after it; null for none. */
    private @Nullable FilePlace readRotated(FileSet files, FilePlace place, LineSink sink)
            throws IOException, InterruptedException {
        for (int number = 1; number <= Math.max(1, files.rotated()); number++) {
            String path = files.path() + "." + number;
            Optional<HostFile> file = files.host().find(path);
            if (file.isEmpty()
                    || file.get().kind() != HostFileKind.FILE
                    || file.get().size() < place.offset()) {
                continue;
            }
            byte[] first = files.firstBytes(path);
            if (!place.mark().isOf(first) || place.mark().length() == 0) {
                continue;
            }
            FilePlace reached = stream(files, path, place, first, Long.MAX_VALUE, sink);
            for (int younger = number - 1; younger > 0; younger--) {
                byte[] next = files.firstBytes(files.path() + "." + younger);
                FilePlace start = new FilePlace(FilePlace.Mark.of(next, next.length), 0);
                reached = stream(files, files.path() + "." + younger, start, next, Long.MAX_VALUE, sink);
            }
            return reached;
        }
        return null;
    }

    /**
     * @param end no byte from here on, in bytes: what is behind the size that was seen may belong to another file by now,
     *     which only the next look at the beginning tells
     */
    private FilePlace stream(FileSet files, String path, FilePlace from, byte[] first, long end, LineSink sink)
            throws IOException, InterruptedException {
        FilePlace.Mark mark = FilePlace.Mark.of(first, first.length);
        LineSplitter splitter = new LineSplitter(mark, from.offset(), origin.format(), origin.times());
        byte[] buffer = new byte[64 << 10];
        try (InputStream stream = files.host().read(path, from.offset())) {
            long left = end - from.offset();
            while (left > 0) {
                int read = stream.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    break;
                }
                left -= read;
                splitter.add(buffer, read, line -> {
                    sink.line(line);
                    return true;
                });
            }
        }
        return renewed(files, path, splitter.place());
    }

    /** With as much of the file's beginning in its mark as there is now: one of an empty file would be of every file. */
    private static FilePlace renewed(FileSet files, String path, FilePlace reached) {
        FilePlace.Mark mark = reached.mark();
        if (mark.length() == FilePlace.Mark.LONGEST || reached.offset() <= mark.length()) {
            return reached;
        }
        byte[] first = files.firstBytes(path);
        boolean isStillTheSame = mark.isOf(first) && first.length >= Math.min(reached.offset(), FilePlace.Mark.LONGEST);
        return isStillTheSame ? new FilePlace(FilePlace.Mark.of(first, first.length), reached.offset()) : reached;
    }
}
