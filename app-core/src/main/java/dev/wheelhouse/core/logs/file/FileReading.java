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
            // It is read on behind the last line that was taken, under whatever name that file has then.
            throw new FileMovedException(files.path());
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
        FileSet.Known written = new FileSet.Known(0, FilePlace.Mark.of(first, first.length));
        if (place.mark().isOf(first) && newest.size() >= place.offset()) {
            return newest.size() == place.offset()
                    ? place
                    : stream(files, written, place.offset(), newest.size(), sink);
        }
        int number = files.numberOf(place);
        if (number < 0) {
            sink.notice("The file " + files.path() + " was truncated; it is read from its beginning.");
            return stream(files, written, 0, newest.size(), sink);
        }
        return readRotated(files, new FileSet.Known(number, place.mark()), place.offset(), sink);
    }

    /**
     * Reads what is left of a file under the name that it was renamed to, and those that came after it. Files go on being
     * renamed meanwhile, so that each is looked for again when the one before it is at its end.
     */
    private FilePlace readRotated(FileSet files, FileSet.Known from, long offset, LineSink sink)
            throws IOException, InterruptedException {
        FileSet.Known file = from;
        FilePlace reached = new FilePlace(from.mark(), offset);
        while (true) {
            // Whoever writes may go on in the old file until it has opened the new one.
            boolean isOver = file.number() > 1 || isWritten(files);
            reached = stream(files, file, reached.offset(), Long.MAX_VALUE, sink);
            FileSet.Known next = isOver ? files.next(reached) : null;
            if (next == null) {
                return reached;
            }
            if (next.number() == 0) {
                HostFile newest = newest(files);
                return newest == null ? reached : stream(files, next, 0, newest.size(), sink);
            }
            file = next;
            reached = new FilePlace(next.mark(), 0);
        }
    }

    private static boolean isWritten(FileSet files) {
        HostFile newest = newest(files);
        return newest != null && newest.size() > 0;
    }

    /**
     * @param end no byte from here on, in bytes: what is behind the size that was seen may belong to another file by now,
     *     which only the next look at the beginning tells
     * @throws FileMovedException when it is another file by now; nothing is read of it then
     */
    private FilePlace stream(FileSet files, FileSet.Known file, long from, long end, LineSink sink)
            throws IOException, InterruptedException {
        LineSplitter splitter = new LineSplitter(file.mark(), from, origin);
        byte[] buffer = new byte[64 << 10];
        try (InputStream stream = files.open(file, from)) {
            long left = end - from;
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
        return renewed(files, file.number(), splitter.place());
    }

    /** With as much of the file's beginning in its mark as there is now: one of an empty file would be of every file. */
    private static FilePlace renewed(FileSet files, int number, FilePlace reached) {
        FilePlace.Mark mark = reached.mark();
        if (mark.length() == FilePlace.Mark.LONGEST || reached.offset() <= mark.length()) {
            return reached;
        }
        byte[] first = files.firstBytesOf(number);
        boolean isStillTheSame = mark.isOf(first) && first.length >= Math.min(reached.offset(), FilePlace.Mark.LONGEST);
        return isStillTheSame ? new FilePlace(FilePlace.Mark.of(first, first.length), reached.offset()) : reached;
    }
}
