package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.follow.LineSink;
import dev.wheelhouse.core.logs.follow.LogReading;
import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.host.HostFile;
import dev.wheelhouse.core.platform.host.HostFileKind;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file on as it grows, by looking at its size. A file that was renamed is read to its end under the name it has then,
 * and the one in its place from its beginning; a truncated one anew.
 */
record FileReading(FileLogSource.Origin origin, Duration interval) implements LogReading {

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
            Thread.sleep(interval);
        }
    }

    private static @Nullable HostFile newest(FileSet files) {
        return files.host()
                .files()
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
        HostFile newest = files.all().getLast();
        FilePlace.Mark mark = FilePlace.Mark.of(files.firstBytes(newest.path()));
        return new FilePlace(mark, lastLineStart(files, newest));
    }

    /** Behind the last line break, so that a line that is being written is given whole. */
    private static long lastLineStart(FileSet files, HostFile file) {
        long start = Math.max(0, file.size() - (64 << 10));
        byte[] end = files.bytes(file.path(), start, (int) (file.size() - start));
        int lineBreak = Newlines.last(end, 0, end.length);
        return lineBreak >= 0 ? start + lineBreak + 1 : start == 0 ? 0 : file.size();
    }

    private FilePlace advance(FileSet files, HostFile newest, FilePlace place, LineSink sink)
            throws IOException, InterruptedException {
        byte[] first = files.firstBytes(newest.path());
        FilePlace.Mark written = FilePlace.Mark.of(first);
        if (place.mark().isOf(first) && newest.size() >= place.offset()) {
            return newest.size() == place.offset()
                    ? place
                    : stream(files, new FileSet.Start(0, written, place.offset()), newest.size(), sink);
        }
        FileSet.Start rotated = files.find(place);
        if (rotated == null) {
            sink.notice("The file " + files.path() + " was truncated; it is read from its beginning.");
            return stream(files, new FileSet.Start(0, written, 0), newest.size(), sink);
        }
        return readRotated(files, rotated, sink);
    }

    /**
     * Reads what is left of a file under the name that it was renamed to, and those that came after it. Files go on being
     * renamed meanwhile, so that each is looked for again when the one before it is at its end.
     */
    private FilePlace readRotated(FileSet files, FileSet.Start from, LineSink sink)
            throws IOException, InterruptedException {
        FileSet.Start at = from;
        while (true) {
            // The writer may go on in the old file until it has opened the new one.
            boolean isOver = at.number() > 1 || isWritten(files);
            FilePlace reached = stream(files, at, Long.MAX_VALUE, sink);
            FileSet.Start next = isOver ? files.next(reached) : null;
            if (next == null) {
                return reached;
            }
            if (next.number() == 0) {
                HostFile newest = newest(files);
                return newest == null ? reached : stream(files, next, newest.size(), sink);
            }
            at = next;
        }
    }

    private static boolean isWritten(FileSet files) {
        HostFile newest = newest(files);
        return newest != null && newest.size() > 0;
    }

    /**
     * @param end no byte from here on, in bytes: what is behind the size that was seen may belong to another file by now,
     *     which only the next check of the beginning shows
     * @throws FileMovedException when it is another file by now; nothing is read of it then
     */
    private FilePlace stream(FileSet files, FileSet.Start at, long end, LineSink sink)
            throws IOException, InterruptedException {
        LineSplitter splitter = new LineSplitter(at.place(), origin, () -> files.file(at.number()));
        byte[] buffer = new byte[64 << 10];
        try (InputStream stream = files.open(at)) {
            long left = end - at.place().offset();
            while (left > 0) {
                int read = stream.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    break;
                }
                left -= read;
                splitter.add(buffer, 0, read, line -> {
                    sink.line(line);
                    return true;
                });
            }
        }
        return renewed(files, at.number(), splitter.place());
    }

    /** With as much of the file's beginning in its mark as there is now: one of an empty file would be of every file. */
    private static FilePlace renewed(FileSet files, int number, FilePlace reached) {
        FilePlace.Mark mark = reached.mark();
        if (mark.length() == FilePlace.Mark.LONGEST || reached.offset() <= mark.length()) {
            return reached;
        }
        byte[] first = files.firstBytesOf(number);
        boolean isStillTheSame = mark.isOf(first) && first.length >= Math.min(reached.offset(), FilePlace.Mark.LONGEST);
        return isStillTheSame ? new FilePlace(FilePlace.Mark.of(first), reached.offset()) : reached;
    }
}
