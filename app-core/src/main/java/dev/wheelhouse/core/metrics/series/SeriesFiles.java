package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files of one server's series. */
record SeriesFiles(Path directory) {

    private static final System.Logger LOG = System.getLogger(SeriesFiles.class.getName());
    private static final String FRESH = ".new";

    Path block(Tier tier, long blockStart) {
        return directory.resolve(tier.fileName(blockStart));
    }

    void prepare() throws IOException {
        PrivateFiles.createFolders(directory);
        for (Path each : list(name -> name.endsWith(FRESH))) {
            Files.deleteIfExists(each);
        }
    }

    /** The blocks of a tier, newest first: their names sort as their times do. */
    List<Path> blocks(Tier tier) throws IOException {
        return list(name -> name.startsWith(tier.prefix()) && name.endsWith(BlockFile.SUFFIX))
                .reversed();
    }

    /** In the order in which they were made. */
    List<Path> journals() throws IOException {
        return list(name -> name.endsWith(Journal.SUFFIX));
    }

    Path newJournal() throws IOException {
        List<Path> existing = journals();
        int number = existing.isEmpty()
                ? 1
                : Integer.parseInt(existing.getLast().getFileName().toString().replaceAll("\\D", "")) + 1;
        return directory.resolve("%09d".formatted(number) + Journal.SUFFIX);
    }

    /** Renames an unreadable file, and logs that. */
    void setAside(Path file, long now) {
        Path aside = file.resolveSibling(file.getFileName() + Journal.DAMAGED + now);
        try {
            Files.move(file, aside);
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Metrics in " + file + " cannot be read; the file is kept as " + aside);
        } catch (NoSuchFileException _) {
            // Somebody deleted it meanwhile.
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "Metrics in " + file + " cannot be read, nor set aside", e);
        }
    }

    private List<Path> list(Predicate<String> wanted) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return new ArrayList<>(
                    files.filter(each -> wanted.test(each.getFileName().toString()))
                            .sorted()
                            .toList());
        }
    }

    /** Bytes on disk. */
    long size() throws IOException {
        long size = 0;
        for (Path each : list(_ -> true)) {
            size += Files.size(each);
        }
        return size;
    }

    void deleteAll() throws IOException {
        for (Path each : list(_ -> true)) {
            Files.deleteIfExists(each);
        }
        Files.deleteIfExists(directory);
    }
}
