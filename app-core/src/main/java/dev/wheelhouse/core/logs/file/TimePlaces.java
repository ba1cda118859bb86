package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.host.HostFile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds about where a time begins by halving, so that the older part of a big file is not read. */
record TimePlaces(FileLogSource.Origin origin, FileSet files) {

    private static final int BLOCK = 64 << 10;

    /** Further apart than this it pays to ask once more. */
    private static final long NEAR = 1 << 20;

    /** A place before the first line of that time, though not far before it; null where no line can be. */
    FileSet.@Nullable Start find(List<HostFile> all, Instant from) {
        int last = all.size() - 1;
        while (last > 0 && !isBefore(firstTime(all.get(last), 0), from)) {
            last--;
        }
        HostFile file = all.get(last);
        int number = files.numberOf(file);
        FilePlace.Mark mark = files.mark(number);
        return mark.length() == 0 ? files.youngerThan(number) : new FileSet.Start(number, mark, offset(file, from));
    }

    private static boolean isBefore(@Nullable Instant time, Instant from) {
        return time != null && time.isBefore(from);
    }

    private long offset(HostFile file, Instant from) {
        long low = 0;
        long high = file.size();
        while (high - low > NEAR) {
            long middle = low + (high - low) / 2;
            Instant time = firstTime(file, middle);
            if (isBefore(time, from)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return 0;
        }
        byte[] bytes = files.bytes(file.path(), low, BLOCK);
        return low + Newlines.next(bytes, 0, bytes.length) + 1;
    }

    private @Nullable Instant firstTime(HostFile file, long offset) {
        byte[] bytes = files.bytes(file.path(), offset, BLOCK);
        List<PlacedLine> lines = new LineSplitter(
                        new FilePlace(FilePlace.Mark.EMPTY, offset), origin, () -> Optional.of(file))
                .lines(bytes, 0, false);
        // The first one may be the end of a line only.
        for (PlacedLine each : offset == 0 ? lines : lines.subList(Math.min(1, lines.size()), lines.size())) {
            if (each.line().time() != null) {
                return each.line().time();
            }
        }
        return null;
    }
}
