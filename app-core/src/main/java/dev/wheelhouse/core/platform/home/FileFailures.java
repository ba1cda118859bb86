package dev.wheelhouse.core.platform.home;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Failures of the file system in words; Java's own messages are often a path alone. */
public final class FileFailures {

    private FileFailures() {}

    /** Why, without the path. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "there is a file of that name";
            case NoSuchFileException _ -> "it is not there";
            case FileSystemException file when file.getReason() != null -> file.getReason();
            case FileSystemException file -> file.getClass().getSimpleName();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
