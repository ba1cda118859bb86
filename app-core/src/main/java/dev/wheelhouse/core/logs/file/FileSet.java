package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostFile;
import dev.wheelhouse.core.platform.host.HostFileKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The files of one log on a host: the one that is written, and those it was rotated to ({@code app.log.1} and so on, a
 * higher number being older).
 *
 * @param path of the one that is written
 * @param rotated how many rotated ones belong to the log, 0 for none; one is looked at in any case to read on after a
 *     rotation
 */
record FileSet(Host host, String path, int rotated) {

    /** How often it is begun anew where files are renamed meanwhile. */
    static final int TRIES = 20;

    /** The files that are there, oldest first. @throws AppException {@code not_found}; {@code state_invalid} for no file */
    List<HostFile> all() {
        List<HostFile> files = new ArrayList<>();
        for (int number = rotated; number > 0; number--) {
            rotated(number).ifPresent(files::add);
        }
        HostFile newest = host.files().find(path).orElse(null);
        if (newest == null) {
            if (files.isEmpty() && rotated > 0) {
                // Its first rotation may have come between the two.
                rotated(1).ifPresent(files::add);
            }
            if (files.isEmpty()) {
                throw new AppException(PlatformError.NOT_FOUND, "There is no file " + path + ".");
            }
            return files;
        }
        refuseOther(newest);
        files.add(newest);
        return files;
    }

    private Optional<HostFile> rotated(int number) {
        return host.files().find(path(number)).filter(each -> each.kind() == HostFileKind.FILE);
    }

    private static void refuseOther(HostFile file) {
        if (file.kind() == HostFileKind.FILE) {
            return;
        }
        String what = file.isDirectory() ? "is a directory" : "is a device, a pipe or a socket";
        throw new AppException(
                PlatformError.STATE_INVALID, file.path() + " " + what + " and not a file. Name a log file.");
    }

    /**
     * A place in a file of the log.
     *
     * @param number behind the path that the file has now; 0 for the one that is written
     */
    record Start(int number, FilePlace place) {

        Start(int number, FilePlace.Mark mark, long offset) {
            this(number, new FilePlace(mark, offset));
        }
    }

    String path(int number) {
        return number == 0 ? path : path + "." + number;
    }

    /** Empty for one that is not there. */
    Optional<HostFile> file(int number) {
        return host.files().find(path(number));
    }

    int numberOf(HostFile file) {
        return file.path().equals(path) ? 0 : Integer.parseInt(file.path().substring(path.length() + 1));
    }

    private int oldest() {
        return Math.max(1, rotated);
    }

    /** The number that the file of a place has now, 0 for the one that is written; -1 when it is none of these. */
    int numberOf(FilePlace place) {
        if (place.mark().length() == 0) {
            return -1;
        }
        // From the youngest on, as they move, so that none is missed that moves meanwhile.
        for (int number = 0; number <= oldest(); number++) {
            boolean isLongEnough = host.files()
                    .find(path(number))
                    .filter(each -> each.kind() == HostFileKind.FILE && each.size() >= place.offset())
                    .isPresent();
            if (isLongEnough && place.mark().isOf(firstBytesOf(number))) {
                return number;
            }
        }
        return -1;
    }

    /** Where the place is now; null when its file is none of these. */
    @Nullable
    Start find(FilePlace place) {
        int number = numberOf(place);
        return number < 0 ? null : new Start(number, place);
    }

    /** The beginning of the oldest file of the log that is not empty; null for none. */
    @Nullable
    Start beginning() {
        return youngerThan(rotated + 1);
    }

    /** The beginning of the next file that is not empty, of those that belong to the log; null for none. */
    @Nullable
    Start youngerThan(int number) {
        for (int younger = number - 1; younger >= 0; younger--) {
            FilePlace.Mark mark = mark(younger);
            if (mark.length() > 0) {
                return new Start(younger, mark, 0);
            }
        }
        return null;
    }

    /**
     * The file that was written after one that is read to its end; null while there is none.
     *
     * @throws FileMovedException when they are renamed faster than that can be found out
     */
    @Nullable
    Start next(FilePlace end) throws FileMovedException {
        for (int i = 0; i < TRIES; i++) {
            int number = numberOf(end);
            if (number == 0) {
                return null;
            }
            // One that is gone was the oldest of all.
            Start next = youngerThan(number < 0 ? oldest() + 1 : number);
            if (numberOf(end) == number) {
                return number < 0 && next != null && isShortened(end, next) ? null : next;
            }
        }
        throw new FileMovedException(path);
    }

    /** Whether it is the same one, which has become shorter than what was read, or has no size, as those of proc. */
    private boolean isShortened(FilePlace end, Start now) {
        return end.mark().isOf(firstBytesOf(now.number()));
    }

    /**
     * Opens a file from there on.
     *
     * @throws FileMovedException when it has another name by now
     */
    InputStream open(Start at) throws IOException {
        String path = path(at.number());
        InputStream stream;
        try {
            stream = host.files().read(path, at.place().offset());
        } catch (AppException e) {
            throwUnlessMoved(e);
            throw new FileMovedException(path);
        }
        // A file never gets a name back: if it has that name now it had it when it was opened.
        if (at.place().mark().isOf(firstBytesOf(at.number()))) {
            return stream;
        }
        stream.close();
        throw new FileMovedException(path);
    }

    /** A file that is not there any more has another name by now. */
    private static void throwUnlessMoved(AppException e) {
        if (e.kind() != ErrorKind.NOT_FOUND) {
            throw e;
        }
    }

    FilePlace.Mark mark(int number) {
        return FilePlace.Mark.of(firstBytesOf(number));
    }

    /** None for a file that is not there. */
    byte[] firstBytesOf(int number) {
        try {
            return firstBytes(path(number));
        } catch (AppException e) {
            throwUnlessMoved(e);
            return new byte[0];
        }
    }

    /**
     * Reads what needs the files to keep their names, and anew when one was renamed meanwhile.
     *
     * @param reading of the files that are there, oldest first
     * @throws AppException as {@link #all}
     * @throws FileMovedException when they are renamed faster than that
     */
    <T extends @Nullable Object> T unmoved(Function<List<HostFile>, T> reading) throws FileMovedException {
        for (int i = 0; i < TRIES; i++) {
            List<HostFile> files = all();
            FilePlace.Mark written = mark(0);
            try {
                T read = reading.apply(files);
                if (written.isOf(firstBytesOf(0)) && rotatedOf(files).equals(rotatedOf(all()))) {
                    return read;
                }
            } catch (AppException e) {
                throwUnlessMoved(e);
            }
        }
        throw new FileMovedException(path);
    }

    private List<HostFile> rotatedOf(List<HostFile> files) {
        return files.stream().filter(each -> !each.path().equals(path)).toList();
    }

    /**
     * The first bytes of a file, by which it is known.
     *
     * @throws AppException {@code state_invalid} when they are not those of text
     */
    byte[] firstBytes(String file) {
        byte[] first = bytes(file, 0, FilePlace.Mark.LONGEST);
        FileFormats.requireText(first);
        return first;
    }

    /** Bytes of a file; fewer at its end. */
    byte[] bytes(String file, long offset, int count) {
        try (InputStream stream = host.files().read(file, offset)) {
            return stream.readNBytes(count);
        } catch (IOException e) {
            throw HostFailures.ofFile(file, e);
        }
    }
}
