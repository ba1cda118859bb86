package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostFile;
import dev.wheelhouse.core.platform.host.HostFileKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one log on a host: the one that is written, and those it was rotated to ({@code app.log.1} and so on, a
 * higher number being older).
 *
 * @param path of the one that is written
 * @param rotated how many rotated ones belong to the log, 0 for none; one is looked at in any case to read on after a
 *     rotation
 */
record FileSet(Host host, String path, int rotated) {

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
