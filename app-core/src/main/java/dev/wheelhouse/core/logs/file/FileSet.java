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

    /** How often files that are renamed meanwhile are looked at anew. */
    static final int TRIES = 20;

    /** The files that are there, oldest first. @throws AppException {@code not_found}; {@code state_invalid} for no file */
    List<HostFile> all() {
        List<HostFile> files = new ArrayList<>();
        for (int number = rotated; number > 0; number--) {
            host.find(path + "." + number)
                    .filter(each -> each.kind() == HostFileKind.FILE)
                    .ifPresent(files::add);
        }
        HostFile newest = host.find(path).orElse(null);
        if (newest == null) {
            if (files.isEmpty()) {
                throw new AppException(PlatformError.NOT_FOUND, "There is no file " + path + ".");
            }
            return files;
        }
        refuseOther(newest);
        files.add(newest);
        return files;
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
     * A file of the log: what it is called now, and what it is known by under whatever name.
     *
     * @param number behind its path; 0 for the one that is written
     */
    record Known(int number, FilePlace.Mark mark) {}

    String path(int number) {
        return number == 0 ? path : path + "." + number;
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
            boolean isLongEnough = host.find(path(number))
                    .filter(each -> each.kind() == HostFileKind.FILE && each.size() >= place.offset())
                    .isPresent();
            if (isLongEnough && place.mark().isOf(firstBytesOf(number))) {
                return number;
            }
        }
        return -1;
    }

    /** The next one that is not empty, of those that belong to the log; null for none. */
    @Nullable
    Known youngerThan(int number) {
        for (int younger = number - 1; younger >= 0; younger--) {
            byte[] first = firstBytesOf(younger);
            if (first.length > 0) {
                return new Known(younger, FilePlace.Mark.of(first, first.length));
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
    Known next(FilePlace end) throws FileMovedException {
        for (int i = 0; i < TRIES; i++) {
            int number = numberOf(end);
            if (number == 0) {
                return null;
            }
            // One that is gone was the oldest of all.
            Known next = youngerThan(number < 0 ? oldest() + 1 : number);
            if (numberOf(end) == number) {
                return number < 0 && next != null && isShortened(end, next) ? null : next;
            }
        }
        throw new FileMovedException(path);
    }

    /** Whether it is the same one, which has become shorter than what was read, or never tells a size, as those of proc. */
    private boolean isShortened(FilePlace end, Known now) {
        return end.mark().isOf(firstBytesOf(now.number()));
    }

    /**
     * Opens a file from there on.
     *
     * @throws FileMovedException when it has another name by now
     */
    InputStream open(Known file, long offset) throws IOException {
        InputStream stream;
        try {
            stream = host.read(path(file.number()), offset);
        } catch (AppException e) {
            throw movedOr(e, file);
        }
        // A file never gets a name back: if it has that name now it had it when it was opened.
        if (file.mark().isOf(firstBytesOf(file.number()))) {
            return stream;
        }
        stream.close();
        throw new FileMovedException(path(file.number()));
    }

    private FileMovedException movedOr(AppException e, Known file) {
        if (e.kind() != ErrorKind.NOT_FOUND) {
            throw e;
        }
        return new FileMovedException(path(file.number()));
    }

    /** None for a file that is not there. */
    byte[] firstBytesOf(int number) {
        try {
            return firstBytes(path(number));
        } catch (AppException e) {
            if (e.kind() != ErrorKind.NOT_FOUND) {
                throw e;
            }
            return new byte[0];
        }
    }

    /**
     * What every file is called, to find out whether that has changed.
     *
     * @param mark of the one that is written
     */
    record Names(List<HostFile> files, FilePlace.Mark mark) {}

    /** @throws AppException as {@link #all} */
    Names names() {
        List<HostFile> files = all();
        byte[] first = firstBytesOf(0);
        return new Names(files, FilePlace.Mark.of(first, first.length));
    }

    /** Whether the files still have the names that they had. @throws AppException as {@link #all} */
    boolean isStill(Names before) {
        return before.mark().isOf(firstBytesOf(0)) && rotatedOf(before.files()).equals(rotatedOf(all()));
    }

    private List<HostFile> rotatedOf(List<HostFile> files) {
        return files.stream().filter(each -> !each.path().equals(path)).toList();
    }

    /** The first bytes of a file, by which it is known. */
    byte[] firstBytes(String file) {
        return bytes(file, 0, FilePlace.Mark.LONGEST);
    }

    /** Bytes of a file; fewer at its end. */
    byte[] bytes(String file, long offset, int count) {
        try (InputStream stream = host.read(file, offset)) {
            return stream.readNBytes(count);
        } catch (IOException e) {
            throw HostFailures.ofFile(file, e);
        }
    }
}
