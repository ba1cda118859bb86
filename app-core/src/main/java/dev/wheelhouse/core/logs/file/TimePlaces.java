package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.host.HostFile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds about where a time begins by halving, so that the older part of a big file is not read. */
final class TimePlaces {

    private static final int BLOCK = 64 << 10;

    /** Further apart than this it pays to ask once more. */
    private static final long NEAR = 1 << 20;

    private final FileLogSource.Origin origin;
    private final FileSet files;

    TimePlaces(FileLogSource.Origin origin, FileSet files) {
        this.origin = origin;
        this.files = files;
    }

    /** Makes what is asked for. */
    @FunctionalInterface
    interface Maker<T> {
        T of(int file, long offset);
    }

    /** A place before the first line of that time, though not far before it. */
    <T> T find(List<HostFile> all, Instant from, Maker<T> maker) {
        for (int i = all.size() - 1; i >= 0; i--) {
            Instant first = firstTime(all.get(i).path(), 0);
            if (i == 0 || (first != null && first.isBefore(from))) {
                return maker.of(i, offset(all.get(i), from));
            }
        }
        return maker.of(0, 0);
    }

    private long offset(HostFile file, Instant from) {
        long low = 0;
        long high = file.size();
        while (high - low > NEAR) {
            long middle = low + (high - low) / 2;
            Instant time = firstTime(file.path(), middle);
            if (time != null && time.isBefore(from)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : lineStart(file.path(), low);
    }

    private long lineStart(String path, long offset) {
        byte[] bytes = files.bytes(path, offset, BLOCK);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return offset + i + 1;
            }
        }
        return offset;
    }

    private @Nullable Instant firstTime(String path, long offset) {
        byte[] bytes = files.bytes(path, offset, BLOCK);
        LineSplitter splitter = new LineSplitter(new FilePlace.Mark(0, 0), offset, origin);
        List<PlacedLine> lines = new ArrayList<>();
        try {
            splitter.add(bytes, bytes.length, lines::add);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        // The first one may be the end of a line only.
        for (PlacedLine each : offset == 0 ? lines : lines.subList(Math.min(1, lines.size()), lines.size())) {
            if (each.line().time() != null) {
                return each.line().time();
            }
        }
        return null;
    }
}
