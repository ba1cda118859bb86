package dev.wheelhouse.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What lies in a directory that others may change meanwhile: {@link Files#walk} fails where something goes. */
public final class Tree extends SimpleFileVisitor<Path> {

    private final List<Path> directories = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();

    private Tree() {}

    private static Tree of(Path directory) {
        try {
            Tree tree = new Tree();
            Files.walkFileTree(directory, tree);
            return tree;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The regular files in a directory and below; none where it is not there. */
    public static List<Path> files(Path directory) {
        return of(directory).files;
    }

    /** A directory and those below. */
    public static List<Path> directories(Path directory) {
        return of(directory).directories;
    }

    /** Its {@linkplain #files files} with their bytes, each as a character. */
    public static Map<Path, String> contents(Path directory) {
        Map<Path, String> contents = new LinkedHashMap<>();
        for (Path each : files(directory)) {
            try {
                contents.put(each, Files.readString(each, StandardCharsets.ISO_8859_1));
            } catch (NoSuchFileException _) {
                // It went meanwhile.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return contents;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
        directories.add(each);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
        if (attributes.isRegularFile()) {
            files.add(each);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path each, IOException failure) throws IOException {
        return unlessGone(failure);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure) throws IOException {
        return failure == null ? FileVisitResult.CONTINUE : unlessGone(failure);
    }

    private static FileVisitResult unlessGone(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
