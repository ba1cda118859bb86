package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the newest lines of a log, backwards in growing blocks. */
final class FileTail {

    private static final int BYTES_A_LINE = 200;
    private static final int SMALLEST = 64 << 10;
    private static final int LARGEST = 16 << 20;

    private final FileLogSource.Origin origin;
    private final FileSet files;
    private boolean hasMore;

    FileTail(FileLogSource.Origin origin) {
        this.origin = origin;
        this.files = origin.files();
    }

    LogPage read(int count, long mostBytes) {
        try {
            return files.unmoved(all -> read(all, count, mostBytes));
        } catch (FileMovedException e) {
            throw HostFailures.ofFile(files.path(), e);
        }
    }

    private LogPage read(List<HostFile> all, int count, long mostBytes) {
        List<PlacedLine> lines = new ArrayList<>();
        LogPosition end = null;
        hasMore = false;
        for (int i = all.size() - 1; i >= 0 && lines.size() < count && !hasMore; i--) {
            HostFile file = all.get(i);
            List<PlacedLine> ofFile = new ArrayList<>();
            LogPosition fileEnd = linesOf(file, count - lines.size(), mostBytes, ofFile);
            end = end == null ? fileEnd : end;
            ofFile.addAll(lines);
            lines = ofFile;
            hasMore |= lines.size() >= count && i > 0;
        }
        int first = LogPage.firstOfNewest(lines, count, mostBytes);
        // Behind nothing is the beginning of whatever is written next.
        LogPosition behind = end == null ? new FilePlace(FilePlace.Mark.EMPTY, 0).toPosition() : end;
        return new LogPage(lines.subList(first, lines.size()), behind, hasMore || first > 0);
    }

    /** At least that many of the newest lines when there are so many; says where the last one ends. */
    private @Nullable LogPosition linesOf(HostFile file, int count, long mostBytes, List<PlacedLine> into) {
        FilePlace.Mark mark = FilePlace.Mark.of(files.firstBytes(file.path()));
        long size = file.size();
        // No more than can be given: many logs may be read at once.
        int largest = (int) Math.min(LARGEST, mostBytes + SMALLEST);
        int block = Math.clamp((long) count * BYTES_A_LINE, SMALLEST, largest);
        while (true) {
            long start = Math.max(0, size - block);
            byte[] bytes = files.bytes(file.path(), start, (int) (size - start));
            boolean isAll = start == 0;
            int skipped = isAll ? 0 : Newlines.next(bytes, 0, bytes.length) + 1;
            LineSplitter splitter =
                    new LineSplitter(new FilePlace(mark, start + skipped), origin, () -> Optional.of(file));
            into.clear();
            into.addAll(splitter.lines(bytes, skipped, true));
            if (isAll || into.size() > count || block >= largest) {
                hasMore |= !isAll;
                return size == 0 && mark.length() == 0 ? null : splitter.place().toPosition();
            }
            block = (int) Math.min(largest, block * 4L);
        }
    }
}
