package dev.wheelhouse.core.backups.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers the objects of a {@link DirectoryStore} whose names begin so; files may come and go meanwhile. */
final class DirectoryListing extends SimpleFileVisitor<Path> {

    private final Path root;
    private final Path unfinished;
    private final String prefix;
    private final List<StoredObject> found;

    DirectoryListing(Path root, Path unfinished, String prefix, List<StoredObject> found) {
        this.root = root;
        this.unfinished = unfinished;
        this.prefix = prefix;
        this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
        return each.equals(unfinished) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
        String name = root.relativize(each).toString().replace('\\', '/');
        if (attributes.isRegularFile() && name.startsWith(prefix) && ObjectNames.isOne(name)) {
            found.add(DirectoryStore.object(name, attributes));
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path each, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure) throws IOException {
        if (failure == null || failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
