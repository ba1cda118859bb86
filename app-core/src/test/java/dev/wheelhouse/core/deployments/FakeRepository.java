package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One repository in the test's memory. */
final class FakeRepository implements SourceRepository {

    static final String TOKEN = "ghp_verySecretToken";

    private final Path folder;
    private final Map<String, Map<String, String>> commits = new ConcurrentHashMap<>();
    private final Map<String, String> branches = new ConcurrentHashMap<>();
    private volatile @Nullable AppException trouble;
    private volatile Runnable inSecrets = () -> {};
    private volatile Runnable inTar = () -> {};
    private volatile Runnable inTip = () -> {};
    private volatile String connection = "";
    private volatile byte[] tar = {};

    /** @param folder for the files of a tar while it is made */
    FakeRepository(Path folder) {
        this.folder = folder;
    }

    /**
     * Adds a commit to the branch {@code main}.
     *
     * @param files texts by path; none may have a slash
     * @return its id
     */
    String commit(Map<String, String> files) {
        String id = "%040x".formatted(commits.size() + 0xabc0L);
        commits.put(id, new LinkedHashMap<>(files));
        branches.put("main", id);
        return id;
    }

    void forgetBranch() {
        branches.clear();
    }

    /** What every call answers with from now on; null for nothing. */
    void fail(@Nullable AppException with) {
        trouble = with;
    }

    /** What happens when its secrets are asked for, and before a tar is written. */
    void during(Runnable secrets, Runnable tar) {
        inSecrets = secrets;
        inTar = tar;
    }

    @Override
    public String resolve(AppSource source, @Nullable String ref) {
        refuse();
        String name = ref == null ? "main" : ref;
        String id = branches.getOrDefault(name, name);
        if (!commits.containsKey(id)) {
            throw AppException.invalid("ref", "There is no " + name + ".");
        }
        return id;
    }

    @Override
    public Tree fetch(AppSource source, String commitId, JobProgress progress) {
        refuse();
        return new Tree() {
            @Override
            public Commit commit() {
                return new Commit(commitId, "Change " + commitId.substring(36), "Ada");
            }

            @Override
            public void writeTar(OutputStream output) throws IOException {
                FakeRepository.this.writeTar(commitId, output);
            }

            @Override
            public void close() {
                // It is in memory.
            }
        };
    }

    @Override
    public Optional<Tip> tip(AppSource source) {
        refuse();
        inTip.run();
        return Optional.ofNullable(branches.get("main")).map(each -> new Tip("main", each));
    }

    @Override
    public boolean isWanted(AppSource source, String before, String commitId) {
        return !commits.getOrDefault(commitId, Map.of()).containsKey("skip");
    }

    @Override
    public Map<String, String> texts(AppSource source, String commitId, Set<String> names) {
        refuse();
        Map<String, String> texts = new LinkedHashMap<>(commits.getOrDefault(commitId, Map.of()));
        texts.keySet().retainAll(names);
        return texts;
    }

    /** The one connection that there is. */
    void knowConnection(String id) {
        connection = id;
    }

    /** What happens when a branch is looked at. */
    void duringTip(Runnable tip) {
        inTip = tip;
    }

    private void refuse() {
        AppException now = trouble;
        if (now != null) {
            throw now;
        }
    }

    @Override
    public void requireConnection(Transaction tx, String organizationId, String connectionId) {
        if (!connectionId.equals(connection)) {
            throw AppException.invalid("connectionId", "There is no such connection.");
        }
    }

    /** What is sent in place of the files of any commit. */
    void tarAs(byte[] bytes) {
        tar = bytes.clone();
    }

    private void writeTar(String commitId, OutputStream output) throws IOException {
        inTar.run();
        byte[] instead = tar;
        if (instead.length > 0) {
            output.write(instead);
            return;
        }
        Path directory = Files.createTempDirectory(folder, "tree");
        for (Map.Entry<String, String> each :
                commits.getOrDefault(commitId, Map.of()).entrySet()) {
            Files.writeString(directory.resolve(each.getKey()), each.getValue());
        }
        Process tar = new ProcessBuilder("tar", "-C", directory.toString(), "-cf", "-", ".").start();
        try (InputStream bytes = tar.getInputStream()) {
            bytes.transferTo(output);
        }
        try {
            if (tar.waitFor() != 0) {
                throw new AppException(PlatformError.INTERNAL, "tar failed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public Set<String> secrets(AppSource source) {
        inSecrets.run();
        return Set.copyOf(List.of(TOKEN));
    }
}
