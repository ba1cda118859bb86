package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the newest lines of a log, backwards in growing blocks. */
final class FileTail {

    private static final int BYTES_A_LINE = 200;
    private static final int SMALLEST = 64 << 10;
    private static final int LARGEST = 16 << 20;

    private final FileLogSource.Origin origin;
    private final FileSet files;
    private boolean hasMore;

    FileTail(FileLogSource.Origin origin, FileSet files) {
        this.origin = origin;
        this.files = files;
    }

    LogPage read(int count, long mostBytes) {
        for (int i = 0; i < FileSet.TRIES; i++) {
            FileSet.Names names = files.names();
            hasMore = false;
            try {
                LogPage page = read(names.files(), count, mostBytes);
                if (files.isStill(names)) {
                    return page;
                }
            } catch (AppException e) {
                // One that was renamed meanwhile.
                if (e.kind() != ErrorKind.NOT_FOUND) {
                    throw e;
                }
            }
        }
        throw HostFailures.ofFile(files.path(), new FileMovedException(files.path()));
    }

    private LogPage read(List<HostFile> all, int count, long mostBytes) {
        List<PlacedLine> lines = new ArrayList<>();
        LogPosition end = null;
        for (int i = all.size() - 1; i >= 0 && lines.size() < count && !hasMore; i--) {
            HostFile file = all.get(i);
            List<PlacedLine> ofFile = new ArrayList<>();
            LogPosition fileEnd = linesOf(file, count - lines.size(), mostBytes, ofFile);
            end = end == null ? fileEnd : end;
            ofFile.addAll(lines);
            lines = ofFile;
            hasMore |= lines.size() >= count && i > 0;
        }
        int from = Math.max(0, lines.size() - count);
        long bytes = 0;
        int first = lines.size();
        while (first > from && bytes + lines.get(first - 1).line().text().length() + 1 <= mostBytes) {
            first--;
            bytes += lines.get(first).line().text().length() + 1L;
        }
        // Behind nothing is the beginning of whatever is written next.
        LogPosition behind = end == null ? new FilePlace(FilePlace.Mark.of(new byte[0], 0), 0).toPosition() : end;
        return new LogPage(lines.subList(first, lines.size()), behind, hasMore || first > 0);
    }

    /** At least that many of the newest lines when there are so many; says where the last one ends. */
    private @Nullable LogPosition linesOf(HostFile file, int count, long mostBytes, List<PlacedLine> into) {
        byte[] first = files.firstBytes(file.path());
        FilePlace.Mark mark = FilePlace.Mark.of(first, first.length);
        long size = file.size();
        // No more than can be given: many logs may be read at once.
        int largest = (int) Math.min(LARGEST, mostBytes + SMALLEST);
        int block = Math.clamp((long) count * BYTES_A_LINE, SMALLEST, largest);
        while (true) {
            long start = Math.max(0, size - block);
            byte[] bytes = files.bytes(file.path(), start, (int) (size - start));
            int skipped = start == 0 ? 0 : firstLine(bytes);
            into.clear();
            LineSplitter splitter = new LineSplitter(mark, start + skipped, origin);
            split(splitter, bytes, skipped, into);
            boolean isAll = start == 0;
            if (isAll || into.size() > count || block >= largest) {
                hasMore |= !isAll;
                return size == 0 && mark.length() == 0 ? null : splitter.place().toPosition();
            }
            block = (int) Math.min(largest, block * 4L);
        }
    }

    private static int firstLine(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    private static void split(LineSplitter splitter, byte[] bytes, int from, List<PlacedLine> into) {
        byte[] rest = java.util.Arrays.copyOfRange(bytes, from, bytes.length);
        try {
            splitter.add(rest, rest.length, line -> into.add(line));
            splitter.finish(line -> into.add(line));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Reading the log was cancelled.", e);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
