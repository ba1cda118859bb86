package dev.wheelhouse.core.vcs.git;

import static dev.wheelhouse.core.vcs.git.GitFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against the distribution's own git, served by {@code git http-backend}, and its tars read by {@code tar} and busybox. */
@Real
@Timeout(600)
class DebianGitTest {

    private static final String TOKEN = "ghp_verysecret";

    @TempDir
    private Path folder;

    private GitFixture fixture;
    private GitRemotes remotes;
    private Path work;
    private Path shop;
    private GitRemote remote;

    @BeforeEach
    void start() throws Exception {
        fixture = new GitFixture(folder);
        remotes = new GitRemotes(fixture.requests, GitLimits.STANDARD);
        shop = folder.resolve("served/shop.git");
        work = folder.resolve("work");
        Files.createDirectories(shop);
        run(folder, "git", "init", "-q", "--bare", "-b", "main", shop.toString());
        run(folder, "git", "init", "-q", "-b", "main", work.toString());
        run(work, "git", "remote", "add", "origin", shop.toString());
        new GitHttpBackend(folder.resolve("served"), TOKEN).serve(fixture.server, "shop.git");
        remote = fixture.remote("shop").as("bot", TOKEN);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private static String run(@Nullable Path directory, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory == null ? null : directory.toFile());
        builder.environment()
                .putAll(Map.of(
                        "GIT_CONFIG_GLOBAL", "/dev/null",
                        "GIT_CONFIG_NOSYSTEM", "1",
                        "GIT_AUTHOR_NAME", "Ada",
                        "GIT_AUTHOR_EMAIL", "ada@shop.example",
                        "GIT_COMMITTER_NAME", "Ada",
                        "GIT_COMMITTER_EMAIL", "ada@shop.example",
                        "LC_ALL", "C"));
        Path output = Files.createTempFile("wheelhouse-git", ".txt");
        try {
            int code = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            assertThat(code).as(command[0] + " " + command[1] + "\n" + text).isZero();
            return text.strip();
        } finally {
            Files.delete(output);
        }
    }

    private String push(String message) throws Exception {
        run(work, "git", "add", "-A");
        run(work, "git", "commit", "-q", "-m", message);
        run(work, "git", "push", "-q", "-f", "origin", "HEAD:main");
        return run(work, "git", "rev-parse", "HEAD");
    }

    private void write(String path, String text) throws IOException {
        Files.createDirectories(work.resolve(path).getParent());
        Files.writeString(work.resolve(path), text);
    }

    @Test
    void readsWhatGitServes() throws Exception {
        write("a.txt", "one");
        String first = push("First");
        write("a.txt", "two");
        String second = push("Second, with \"quotes\"");
        run(work, "git", "push", "-q", "origin", "HEAD:refs/heads/feature/x", "HEAD~1:refs/tags/v1");

        assertThat(remotes.list(remote).branches()).containsOnlyKeys("feature/x", "main");
        assertThat(remotes.list(remote).tags()).containsExactly(Map.entry("v1", first));
        assertThat(remotes.list(remote).defaultBranch()).isEqualTo("main");
        assertThat(remotes.tip(remote, null)).contains(new BranchTip("main", second));
        assertThat(remotes.tip(remote, "none")).isEmpty();

        GitCache cache = fixture.cache();
        assertThat(cache.fetch(remote, second, GitProgress.NONE).subject()).isEqualTo("Second, with \"quotes\"");
        assertThat(cache.fetch(remote, first, GitProgress.NONE).subject()).isEqualTo("First");
        assertThat(cache.changedPaths(remote, first, second)).contains(List.of("a.txt"));
        failure(GitError.REF_UNKNOWN, () -> cache.fetch(remote, "1".repeat(40), GitProgress.NONE));
        failure(GitError.REPOSITORY_REFUSED, () -> remotes.list(remote.as("bot", "wrong")));
    }

    @Test
    void anEmptyRepositoryHasNothing() {
        assertThat(remotes.list(remote).branches()).isEmpty();
        assertThat(remotes.tip(remote, null)).isEmpty();
    }

    /** Random trees, changed again and again. */
    @Test
    void aTarHasWhatGitArchiveHas() throws Exception {
        Random random = new Random(42);
        GitCache cache = fixture.cache();
        for (int round = 0; round < LongRun.of(6, 60); round++) {
            change(random, round);
            String commit = push("Round " + round);
            Path expected = unpack("git archive --format=tar " + commit, "git-" + round, "tar");
            Path tar = folder.resolve("round.tar");
            try (GitTree tree = cache.tree(remote, commit, "", GitProgress.NONE);
                    OutputStream out = Files.newOutputStream(tar)) {
                tree.writeTar(out, GitProgress.NONE);
            }
            assertThat(listing(unpack("cat " + tar, "ours-" + round, "tar"))).isEqualTo(listing(expected));
            assertThat(listing(unpack("cat " + tar, "busybox-" + round, "busybox tar")))
                    .isEqualTo(listing(expected));
        }
    }

    private void change(Random random, int round) throws IOException {
        for (int i = 0; i < 30; i++) {
            String path = "d" + random.nextInt(4) + "/" + "long".repeat(random.nextInt(50)) + "/é " + random.nextInt(40)
                    + (random.nextInt(3) == 0 ? "\n" : "") + "x".repeat(random.nextInt(120)) + ".txt";
            if (random.nextInt(4) == 0) {
                Files.deleteIfExists(work.resolve(path));
                continue;
            }
            write(path, "text ".repeat(random.nextInt(3000)) + round);
            if (random.nextInt(3) == 0) {
                Files.setPosixFilePermissions(work.resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        Path link = work.resolve("d0/link" + random.nextInt(5));
        Files.createDirectories(link.getParent());
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of("../d1/" + "t".repeat(random.nextInt(150) + 1)));
    }

    private Path unpack(String source, String name, String program) throws Exception {
        Path target = Files.createDirectory(folder.resolve(name));
        run(shop, "sh", "-c", source + " | " + program + " -x -f - -C \"$0\"", target.toString());
        return target;
    }

    /** Path to type, right to execute, time and content. */
    private static Map<String, List<Object>> listing(Path directory) throws IOException {
        Map<String, List<Object>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.toList()) {
                List<Object> facts = new ArrayList<>();
                if (Files.isSymbolicLink(each)) {
                    facts.add(Files.readSymbolicLink(each).toString());
                } else if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    facts.add(Files.isExecutable(each)
                            && Files.getPosixFilePermissions(each).toString().contains("OWNER_EXECUTE"));
                    facts.add(Files.getLastModifiedTime(each).toMillis() / 1000);
                    facts.add(Files.readString(each));
                }
                found.put(directory.relativize(each).toString(), facts);
            }
        }
        return found;
    }

    /** Whole files go through memory in pieces, whatever their length. */
    @Test
    void aLargeRepositoryNeedsLittleMemory() throws Exception {
        int files = LongRun.of(4, 60);
        // What git does with such files beyond some size of its own: no differences, and here no packing either.
        run(shop, "git", "config", "core.bigFileThreshold", "1m");
        run(shop, "git", "config", "core.compression", "0");
        run(work, "git", "config", "core.bigFileThreshold", "1m");
        run(work, "git", "config", "core.compression", "0");
        Random random = new Random(1);
        byte[] content = new byte[16 << 20];
        Files.createDirectories(work);
        for (int i = 0; i < files; i++) {
            random.nextBytes(content);
            Files.write(work.resolve("file-" + i + ".bin"), content);
        }
        byte[] larger = new byte[100 << 20];
        random.nextBytes(larger);
        Files.write(work.resolve("larger.bin"), larger);
        String commit = push("Large");
        new GitHttpBackend(folder.resolve("served"), null).serve(fixture.server, "shop.git");

        String output = run(
                null,
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                FetchingConsole.class.getName(),
                folder.resolve("home").toString(),
                fixture.server.url("/shop.git"),
                commit);

        assertThat(output)
                .contains((files + 1) + " files, " + ((long) files * content.length + larger.length) + " bytes");
    }

    @Test
    void theUsersConfigurationOfGitIsNotRead() throws Exception {
        write("a.txt", "one");
        String commit = push("First");
        Path user = Files.createDirectories(folder.resolve("user"));
        Files.writeString(
                user.resolve(".gitconfig"),
                "[http]\n\tproxy = http://127.0.0.1:1\n[url \"http://127.0.0.1:1/\"]\n\tinsteadOf = "
                        + fixture.server.url("/") + "\n");
        new GitHttpBackend(folder.resolve("served"), null).serve(fixture.server, "shop.git");

        run(
                null,
                "env",
                "HOME=" + user,
                "XDG_CONFIG_HOME=" + user.resolve("xdg"),
                "GIT_CONFIG_GLOBAL=" + user.resolve(".gitconfig"),
                ProcessHandle.current().info().command().orElseThrow(),
                "-Duser.home=" + user,
                "-cp",
                System.getProperty("java.class.path"),
                FetchingConsole.class.getName(),
                folder.resolve("home").toString(),
                fixture.server.url("/shop.git"),
                commit);

        try (Stream<Path> left = Files.list(user)) {
            assertThat(left.map(each -> each.getFileName().toString())).containsExactly(".gitconfig");
        }
        assertThat(ObjectId.isId(commit)).isTrue();
    }
}
