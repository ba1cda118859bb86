package dev.wheelhouse.core.deployments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Archives that the distribution's tar makes, also of what no console sends. */
final class EvilTars {

    private EvilTars() {}

    /**
     * An archive in which the path of a file leads to another directory, or which has a link within.
     *
     * @param work empty
     * @param kind {@code absolute} and {@code upward}: a link, and then a file through it; {@code parent}: the same, some
     *     directories down; {@code hard}: a hard link to a file there; {@code dots}: a
     *     name with {@code ..}; {@code within}: a link that leads to a file of the archive
     */
    static byte[] make(Path work, String kind, Path outside) throws Exception {
        Path tar = work.resolve("a.tar");
        Path tree = Files.createDirectory(work.resolve("tree"));
        String target = outside.toString();
        switch (kind) {
            case "absolute" -> throughLink(tar, tree, "evil", target);
            case "upward" -> throughLink(tar, tree, "evil", "../".repeat(3) + outside.getFileName());
            case "parent" -> {
                Files.createDirectories(tree.resolve("a/b"));
                throughLink(tar, tree, "a/b/evil", target);
            }
            case "hard" -> {
                // Two names of one file: the archive has the first as the file, the second as a link to it.
                Files.writeString(tree.resolve("first"), "taken over");
                Files.createLink(tree.resolve("second"), tree.resolve("first"));
                String name = target.substring(1) + "/kept";
                run(tree, "tar", "-cPf", tar, "--transform", "s|^first$|/" + name + "|h", "first", "second");
                run(tree, "tar", "--delete", "-Pf", tar, "/" + name);
            }
            case "dots" -> {
                Files.writeString(tree.resolve("file"), "taken over");
                String name = "../".repeat(3) + outside.getFileName() + "/kept";
                run(tree, "tar", "-cPf", tar, "--transform", "s|^file$|" + name + "|", "file");
            }
            case "within" -> {
                Files.createDirectory(tree.resolve("docs"));
                Files.writeString(tree.resolve("docs/a.txt"), "found by its link\n");
                Files.createSymbolicLink(tree.resolve("latest"), Path.of("docs/a.txt"));
                Files.writeString(tree.resolve("behaviour"), "runs");
                run(tree, "tar", "-cf", tar, ".");
            }
            default -> throw new IllegalArgumentException(kind);
        }
        return Files.readAllBytes(tar);
    }

    private static void throughLink(Path tar, Path tree, String name, String target) throws Exception {
        Path link = tree.resolve(name);
        Files.createSymbolicLink(link, Path.of(target));
        run(tree, "tar", "-cPf", tar, name);
        Files.delete(link);
        Files.createDirectory(link);
        Files.writeString(link.resolve("kept"), "taken over");
        Files.writeString(link.resolve("new"), "taken over");
        run(tree, "tar", "-rPf", tar, name + "/kept", name + "/new");
    }

    private static void run(Path directory, Object... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (Object each : command) {
            words.add(each.toString());
        }
        int code = new ProcessBuilder(words)
                .directory(directory.toFile())
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(words + " ended with " + code);
        }
    }
}
