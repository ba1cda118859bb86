package dev.wheelhouse.core.vcs.git;

import static dev.wheelhouse.core.vcs.git.GitFixture.failure;
import static dev.wheelhouse.core.vcs.git.GitFixture.tar;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Tree;
import dev.wheelhouse.core.vcs.git.TestGit.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.util.SystemReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class GitCacheTest {

    @TempDir
    private Path folder;

    private GitFixture fixture;
    private GitCache cache;
    private TestGit git;

    @BeforeEach
    void start() {
        fixture = new GitFixture(folder);
        cache = fixture.cache();
        git = fixture.repository("shop");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private static Node random(TestGit git, int bytes, long seed) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return git.file(content);
    }

    private long fetched(ObjectId commit) {
        long[] last = new long[1];
        cache.fetch(fixture.remote("shop"), commit.name(), (step, bytes, files) -> last[0] = bytes);
        return last[0];
    }

    private static GitLimits limits(long fetchBytes, long deltaBytes, long cacheBytes, int packs) {
        GitLimits usual = GitLimits.STANDARD;
        return new GitLimits(
                usual.look(),
                usual.fetch(),
                usual.idle(),
                usual.listBytes(),
                fetchBytes,
                deltaBytes,
                cacheBytes,
                packs,
                usual.submodules(),
                usual.depth());
    }

    @Test
    void fetchesOneCommitWithoutItsHistory() throws Exception {
        ObjectId first = git.push("main", Map.of("old.bin", random(git, 500_000, 1)));
        ObjectId second = git.push("main", Map.of("new.bin", random(git, 1000, 2)), first);

        assertThat(fetched(second)).isBetween(1000L, 10_000L);
        try (GitCache.Use use = cache.use(fixture.remote("shop"))) {
            assertThat(use.repository().git().getObjectDatabase().has(first)).isFalse();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void everythingInTheCacheIsItsOwnersAlone() throws Exception {
        fetched(git.push("main", Map.of("a", git.file("one"))));
        fetched(git.push("main", Map.of("a", git.file("two"))));

        Path made = folder.resolve("home/cache");
        List<Path> all = Stream.concat(Tree.directories(made).stream(), Tree.files(made).stream())
                .toList();
        assertThat(all).anyMatch(each -> each.toString().endsWith(".pack"));
        for (Path each : all) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .as(each.toString())
                    .endsWith("------");
        }
    }

    @Test
    void readsTheFilesAtTheTopOfAFolder() {
        ObjectId commit = git.push(
                "main",
                Map.of(
                        "a", git.file("outside"),
                        "app/a", git.file("one"),
                        "app/b", git.file("123456"),
                        "app/link", git.link("a"),
                        "app/deep/a", git.file("deeper")));

        assertThat(cache.texts(
                        fixture.remote("shop"), commit.name(), "app", Set.of("a", "b", "link", "deep", "none"), 5))
                .isEqualTo(Map.of("a", "one", "b", "12345"));
        failure(
                GitError.TREE_REFUSED,
                () -> cache.texts(fixture.remote("shop"), commit.name(), "none", Set.of("a"), 5));
    }

    @Test
    void fetchesWhatIsNewAlone() {
        Map<String, Node> files = Map.of("large.bin", random(git, 500_000, 1), "small", git.file("one"));
        ObjectId first = git.push("main", files);
        ObjectId second =
                git.push("main", Map.of("large.bin", files.get("large.bin"), "small", git.file("two")), first);

        assertThat(fetched(first)).isGreaterThan(500_000);
        assertThat(fetched(second)).isLessThan(10_000);
        assertThat(fetched(second)).as("is there").isZero();
        assertThat(tar(cache, fixture.remote("shop"), second, "")).hasSize(2);
    }

    @Test
    void aForcedBranchIsFetchedToo() {
        ObjectId first = git.push("main", Map.of("a", git.file("one")));
        fetched(first);
        ObjectId forced = git.push("main", Map.of("a", git.file("other")));

        fetched(forced);

        assertThat(tar(cache, fixture.remote("shop"), forced, ""))
                .extracting(TarEntries.Entry::content)
                .containsExactly("other");
        assertThat(tar(cache, fixture.remote("shop"), first, ""))
                .extracting(TarEntries.Entry::content)
                .containsExactly("one");
    }

    @Test
    void aCommitThatIsNoTipIsFetched() {
        ObjectId first = git.push("main", Map.of("a", git.file("one")));
        git.push("main", Map.of("a", git.file("two")), first);

        assertThat(tar(cache, fixture.remote("shop"), first, "")).hasSize(1);
        assertThat(tar(cache, git.remote(), first, "")).as("of a directory").hasSize(1);
    }

    @Test
    void anUnknownCommitIsNamed() {
        git.push("main", Map.of("a", git.file("one")));
        String unknown = "0123456789".repeat(4);

        for (GitRemote remote : List.of(fixture.remote("shop"), git.remote())) {
            assertThat(failure(GitError.REF_UNKNOWN, () -> cache.fetch(remote, unknown, GitProgress.NONE)))
                    .hasMessageContaining(unknown);
        }
        failure(GitError.REF_UNKNOWN, () -> cache.fetch(git.remote(), "main", GitProgress.NONE));
    }

    @Test
    void whatIsThereNeedsNoServer() {
        ObjectId commit = git.push("main", Map.of("a", git.file("one")));
        fetched(commit);
        fixture.server.remove("/shop.git");

        assertThat(tar(fixture.cache(), fixture.remote("shop"), commit, "")).hasSize(1);
        failure(
                GitError.REPOSITORY_NOT_FOUND,
                () -> cache.fetch(fixture.remote("shop"), "1".repeat(40), GitProgress.NONE));
    }

    @Test
    void tellsWhichPathsChanged() {
        GitRemote remote = fixture.remote("shop");
        ObjectId first = git.push("main", Map.of("a", git.file("1"), "web/b", git.file("1"), "web/c", git.file("1")));
        ObjectId second = git.push(
                "main",
                Map.of("a", git.file("1"), "web/b", git.file("2"), "web/c", git.program("1"), "d", git.file("1")));
        fetched(second);
        assertThat(cache.changedPaths(remote, first.name(), second.name()))
                .as("the first is not there")
                .isEmpty();

        fetched(first);

        assertThat(cache.changedPaths(remote, first.name(), second.name())).contains(List.of("d", "web/b", "web/c"));
        assertThat(cache.changedPaths(remote, second.name(), second.name())).contains(List.of());
    }

    @Test
    void whatAKillLeftIsSwept() throws Exception {
        ObjectId first = git.push("main", Map.of("a", git.file("one")));
        fetched(first);
        Path kept = only(fixture.cached);
        for (String left : List.of(
                "shallow.lock",
                "config.lock",
                "HEAD.lock",
                "packed-refs.lock",
                "refs/wheelhouse/" + "2".repeat(40) + ".lock",
                "objects/pack/incoming_1.pack",
                "objects/pack/pack-1.keep",
                "lfs/aa/b.tmp")) {
            Files.createDirectories(kept.resolve(left).getParent());
            Files.writeString(kept.resolve(left), "half");
        }
        ObjectId second = git.push("main", Map.of("a", git.file("two")), first);

        fetched(second);

        assertThat(tar(cache, fixture.remote("shop"), second, "")).hasSize(1);
        assertThat(Tree.files(kept))
                .noneMatch(each -> each.toString().matches(".*(\\.lock|\\.keep|\\.tmp|incoming_.*)"));
    }

    private static Path only(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    @Test
    void aHalfMadeRepositoryIsMadeAnew() throws Exception {
        ObjectId commit = git.push("main", Map.of("a", git.file("one")));
        fetched(commit);
        Path kept = only(fixture.cached);
        Files.delete(kept.resolve("HEAD"));
        fetched(commit);
        Files.writeString(kept.resolve("config"), "[core\n nonsense");

        fetched(commit);

        assertThat(tar(cache, fixture.remote("shop"), commit, "")).hasSize(1);
    }

    @Test
    void aDamagedRepositoryHealsItself() throws Exception {
        ObjectId first = git.push("main", Map.of("a", random(git, 50_000, 1)));
        fetched(first);
        Path kept = only(fixture.cached);
        try (Stream<Path> packs = Files.list(kept.resolve("objects/pack"))) {
            for (Path each : packs.toList()) {
                Files.delete(each);
            }
        }

        failure(PlatformError.UPSTREAM_FAILED, () -> tar(cache, fixture.remote("shop"), first, ""));

        assertThat(tar(cache, fixture.remote("shop"), first, "")).hasSize(1);
    }

    @Test
    void whatWasThereAndIsDamagedIsFetchedFromTheBeginning() throws Exception {
        Node large = random(git, 50_000, 1);
        ObjectId first = git.push("main", Map.of("a", large, "b", git.file("1")));
        fetched(first);
        Path kept = only(fixture.cached);
        try (Stream<Path> packs = Files.list(kept.resolve("objects/pack"))) {
            for (Path each :
                    packs.filter(file -> file.toString().endsWith(".pack")).toList()) {
                byte[] bytes = Files.readAllBytes(each);
                each.toFile().setWritable(true);
                Files.write(each, java.util.Arrays.copyOf(bytes, 20));
            }
        }
        ObjectId second = git.push("main", Map.of("a", large, "b", git.file("2")), first);

        fetched(second);

        assertThat(tar(cache, fixture.remote("shop"), second, "")).hasSize(2);
    }

    @Test
    void theLeastRecentlyUsedGoes() throws Exception {
        GitCache small = fixture.cache(limits(1 << 30, 1 << 20, 250_000, 40));
        TestGit other = fixture.repository("other");
        TestGit third = fixture.repository("third");
        ObjectId one = git.push("main", Map.of("a", random(git, 100_000, 1)));
        ObjectId two = other.push("main", Map.of("a", random(other, 100_000, 2)));
        ObjectId three = third.push("main", Map.of("a", random(third, 100_000, 3)));
        small.fetch(fixture.remote("shop"), one.name(), GitProgress.NONE);
        fixture.clock.advance(Duration.ofMinutes(1));
        small.fetch(fixture.remote("other"), two.name(), GitProgress.NONE);
        fixture.clock.advance(Duration.ofMinutes(1));
        small.fetch(fixture.remote("shop"), one.name(), GitProgress.NONE);
        fixture.clock.advance(Duration.ofMinutes(1));
        small.fetch(fixture.remote("third"), three.name(), GitProgress.NONE);

        fixture.server.remove("/shop.git");
        fixture.server.remove("/other.git");

        small.fetch(fixture.remote("shop"), one.name(), GitProgress.NONE);
        failure(
                GitError.REPOSITORY_NOT_FOUND,
                () -> small.fetch(fixture.remote("other"), two.name(), GitProgress.NONE));
    }

    @Test
    void aFetchCountsTheFilesOfItsOwnRepositoryAlone() throws Exception {
        GitCache small = fixture.cache(limits(1 << 30, 1 << 20, 250_000, 40));
        TestGit other = fixture.repository("other");
        ObjectId one = git.push("main", Map.of("a", random(git, 100_000, 1)));
        ObjectId two = other.push("main", Map.of("a", random(other, 100_000, 2)));
        small.fetch(fixture.remote("shop"), one.name(), GitProgress.NONE);
        Path shop = only(fixture.cached);
        assertThat(Files.readString(shop.resolve("used"))).matches("1[0-9]{5}");
        Path beside = Files.write(shop.resolve("beside"), new byte[300_000]);
        fixture.clock.advance(Duration.ofMinutes(1));
        small.fetch(fixture.remote("other"), two.name(), GitProgress.NONE);
        assertThat(beside).exists();

        // As a kill leaves it.
        Files.writeString(shop.resolve("used"), "");
        Files.setLastModifiedTime(shop.resolve("used"), FileTime.fromMillis(0));
        ObjectId next = other.push("main", Map.of("a", random(other, 100, 3)));
        small.fetch(fixture.remote("other"), next.name(), GitProgress.NONE);
        assertThat(beside).doesNotExist();
    }

    @Test
    void whatIsInUseStays() throws Exception {
        GitCache tiny = fixture.cache(limits(1 << 30, 1 << 20, 1, 40));
        TestGit other = fixture.repository("other");
        ObjectId one = git.push("main", Map.of("a", random(git, 100_000, 1)));
        ObjectId two = other.push("main", Map.of("a", random(other, 100_000, 2)));

        try (GitTree tree = tiny.tree(fixture.remote("shop"), one.name(), "", GitProgress.NONE)) {
            fixture.clock.advance(Duration.ofMinutes(1));
            tiny.fetch(fixture.remote("other"), two.name(), GitProgress.NONE);
            assertThat(TarEntries.read(tar(tree))).hasSize(1);
        }
    }

    @Test
    void manyPacksAreReplacedByOne() throws Exception {
        GitCache few = fixture.cache(limits(1 << 30, 1 << 20, 1 << 30, 3));
        ObjectId commit = git.push("main", Map.of("a", git.file("0")));
        for (int i = 1; i < 12; i++) {
            commit = git.push("main", Map.of("a", git.file("" + i)), commit);
            few.fetch(fixture.remote("shop"), commit.name(), GitProgress.NONE);
        }
        try (GitCache.Use use = few.use(fixture.remote("shop"))) {
            assertThat(use.repository().packs()).isLessThanOrEqualTo(3);
        }
        assertThat(tar(few, fixture.remote("shop"), commit, "")).hasSize(1);
    }

    @Test
    void manyAtOnceFetchOnce() throws Exception {
        ObjectId commit = git.push("main", Map.of("a", random(git, 200_000, 1)));

        AtOnce.run(8, number -> () -> {
            assertThat(tar(cache, fixture.remote("shop"), commit, "")).hasSize(1);
            return true;
        });

        assertThat(fixture.server.requests())
                .filteredOn(each -> each.startsWith("GET"))
                .hasSize(1);
    }

    @Test
    void moreThanIsAllowedIsRefused() {
        ObjectId commit = git.push("main", Map.of("a", random(git, 300_000, 1)));

        failure(
                PlatformError.PAYLOAD_TOO_LARGE,
                () -> fixture.cache(limits(100_000, 1 << 20, 1 << 30, 40))
                        .fetch(fixture.remote("shop"), commit.name(), GitProgress.NONE));
        fetched(commit);
    }

    @Test
    void theConsolesOwnHomeIsNotRead() {
        GitRemote own = GitRemote.parse("url", folder.resolve("home/x").toString(), false, true);

        failure(PlatformError.VALIDATION_FAILED, () -> cache.fetch(own, "1".repeat(40), GitProgress.NONE));
    }

    @Test
    void noSecretIsWrittenAnywhere() throws Exception {
        ObjectId commit = git.push("main", Map.of("a", git.file("one")));
        fixture.server.protect("ghp_verysecret");

        cache.fetch(fixture.remote("shop").as("bot", "ghp_verysecret"), commit.name(), GitProgress.NONE);

        String encoded =
                java.util.Base64.getEncoder().encodeToString("bot:ghp_verysecret".getBytes(StandardCharsets.UTF_8));
        assertThat(Tree.contents(fixture.cached).values())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each).doesNotContain("ghp_verysecret", encoded));
    }

    @Test
    void noConfigurationOfGitIsRead() throws Exception {
        SystemReader reader = SystemReader.getInstance();

        assertThat(reader.getenv("GIT_CONFIG_GLOBAL")).isNull();
        assertThat(reader.getenv("HOME")).isNull();
        assertThat(reader.getUserConfig().getSections()).isEmpty();
        assertThat(reader.getSystemConfig().getSections()).isEmpty();
        assertThat(reader.getJGitConfig().getSections()).isEmpty();
    }
}
