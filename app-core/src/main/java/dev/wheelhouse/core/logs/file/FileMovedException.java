package dev.wheelhouse.core.logs.file;

import java.io.IOException;

/** A file of a log got another name while it was looked for; nothing was read of what has its name now. */
final class FileMovedException extends IOException {

    private static final long serialVersionUID = 1;

    FileMovedException(String path) {
        super("The file " + path + " was rotated while it was opened");
    }
}
