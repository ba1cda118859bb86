package dev.wheelhouse.core.vcs.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TagBuilder;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/** A bare repository whose objects a test makes one by one, also such as git itself would refuse. */
public final class TestGit implements AutoCloseable {

    static final Instant WHEN = Instant.parse("2026-03-04T05:06:07Z");

    /** What stands in a tree. */
    record Node(FileMode mode, ObjectId id) {}

    private final Repository repository;
    private final Path directory;

    /** @param directory is made */
    public TestGit(Path directory) {
        this.directory = directory;
        JGitSettings.install();
        try {
            repository = new FileRepositoryBuilder()
                    .setGitDir(directory.toFile())
                    .setBare()
                    .build();
            repository.create(true);
            repository.updateRef(Constants.HEAD).link(Constants.R_HEADS + "main");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Repository repository() {
        return repository;
    }

    Path directory() {
        return directory;
    }

    GitRemote remote() {
        return GitRemote.parse("url", directory.toString(), false, true);
    }

    Node file(String text) {
        return file(text.getBytes(StandardCharsets.UTF_8));
    }

    Node file(byte[] content) {
        return new Node(FileMode.REGULAR_FILE, insert(Constants.OBJ_BLOB, content));
    }

    Node program(String text) {
        return new Node(FileMode.EXECUTABLE_FILE, file(text).id());
    }

    Node link(String target) {
        return new Node(FileMode.SYMLINK, file(target).id());
    }

    static Node submodule(ObjectId commit) {
        return new Node(FileMode.GITLINK, commit);
    }

    @FunctionalInterface
    private interface Insertion {
        ObjectId into(ObjectInserter inserter) throws IOException;
    }

    private ObjectId insert(int type, byte[] content) {
        return store(inserter -> inserter.insert(type, content));
    }

    private ObjectId store(Insertion insertion) {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            ObjectId id = insertion.into(inserter);
            inserter.flush();
            return id;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A tree as its entries are given, whatever their names are and however often they stand there. */
    Node tree(List<Map.Entry<String, Node>> entries) {
        List<Map.Entry<String, Node>> sorted = new ArrayList<>(entries);
        Collections.sort(sorted, (first, second) -> Arrays.compareUnsigned(sortKey(first), sortKey(second)));
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        for (Map.Entry<String, Node> each : sorted) {
            raw.writeBytes((Integer.toOctalString(each.getValue().mode().getBits()) + " ")
                    .getBytes(StandardCharsets.US_ASCII));
            raw.writeBytes(GitPaths.bytes(each.getKey()));
            raw.write(0);
            byte[] id = new byte[20];
            each.getValue().id().copyRawTo(id, 0);
            raw.writeBytes(id);
        }
        return new Node(FileMode.TREE, insert(Constants.OBJ_TREE, raw.toByteArray()));
    }

    private static byte[] sortKey(Map.Entry<String, Node> entry) {
        return GitPaths.bytes(FileMode.TREE.equals(entry.getValue().mode()) ? entry.getKey() + "/" : entry.getKey());
    }

    /** Trees for paths with slashes; names are ISO 8859-1. */
    Node files(Map<String, Node> paths) {
        Map<String, Map<String, Node>> folders = new TreeMap<>();
        List<Map.Entry<String, Node>> here = new ArrayList<>();
        paths.forEach((path, node) -> {
            int slash = path.indexOf('/');
            if (slash < 0) {
                here.add(Map.entry(path, node));
            } else {
                folders.computeIfAbsent(path.substring(0, slash), key -> new TreeMap<>())
                        .put(path.substring(slash + 1), node);
            }
        });
        folders.forEach((name, inside) -> here.add(Map.entry(name, files(inside))));
        return tree(here);
    }

    ObjectId commit(Node tree, String message, ObjectId... parents) {
        CommitBuilder commit = new CommitBuilder();
        commit.setTreeId(tree.id());
        commit.setParentIds(parents);
        PersonIdent who = new PersonIdent("Ada Lovelace", "ada@shop.example", WHEN, ZoneOffset.UTC);
        commit.setAuthor(who);
        commit.setCommitter(who);
        commit.setMessage(message);
        return store(inserter -> inserter.insert(commit));
    }

    /** A commit of some files, on a branch. */
    ObjectId push(String branch, Map<String, Node> paths, ObjectId... parents) {
        ObjectId commit = commit(files(paths), "Change " + paths.keySet() + "\n\nAnd why.\n", parents);
        branch(branch, commit);
        return commit;
    }

    /**
     * A commit of some texts on the branch {@code main}, by Ada Lovelace.
     *
     * @return its id
     */
    public String commitTexts(String message, Map<String, String> texts) {
        Map<String, Node> nodes = new TreeMap<>();
        texts.forEach((path, text) -> nodes.put(path, file(text)));
        ObjectId commit = commit(files(nodes), message);
        branch("main", commit);
        return commit.name();
    }

    void branch(String name, ObjectId commit) {
        point(Constants.R_HEADS + name, commit);
    }

    void tag(String name, ObjectId commit) {
        TagBuilder tag = new TagBuilder();
        tag.setTag(name);
        tag.setObjectId(commit, Constants.OBJ_COMMIT);
        tag.setTagger(new PersonIdent("Ada Lovelace", "ada@shop.example", WHEN, ZoneOffset.UTC));
        tag.setMessage("Version " + name);
        point(Constants.R_TAGS + name, store(inserter -> inserter.insert(tag)));
    }

    private void point(String ref, ObjectId id) {
        try {
            RefUpdate update = repository.updateRef(ref);
            update.setNewObjectId(id);
            update.forceUpdate();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void deleteBranch(String name) throws IOException {
        RefUpdate update = repository.updateRef(Constants.R_HEADS + name);
        update.setForceUpdate(true);
        update.delete();
    }

    @Override
    public void close() {
        repository.close();
    }
}
