package dev.wheelhouse.core.vcs.git;

import static dev.wheelhouse.core.vcs.git.GitFixture.failure;
import static dev.wheelhouse.core.vcs.git.GitFixture.tar;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.vcs.git.TarEntries.Entry;
import dev.wheelhouse.core.vcs.git.TestGit.Node;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitTreeTest {

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

    private List<Entry> sent(ObjectId commit) {
        return tar(cache, fixture.remote("shop"), commit, "");
    }

    private AppException refused(Node tree) {
        ObjectId commit = git.commit(tree, "Hostile");
        return failure(
                GitError.TREE_REFUSED, () -> cache.tree(fixture.remote("shop"), commit.name(), "", GitProgress.NONE));
    }

    @Test
    void sendsFilesProgramsLinksAndFolders() throws Exception {
        ObjectId commit = git.push(
                "main",
                Map.of(
                        "README", git.file("Hello\n"),
                        "bin/run", git.program("#!/bin/sh\n"),
                        "bin/alias", git.link("run"),
                        "empty", git.file("")));
        long when = TestGit.WHEN.getEpochSecond();

        assertThat(sent(commit))
                .containsExactly(
                        new Entry("README", '0', "644", when, "Hello\n"),
                        new Entry("bin/", '5', "755", when, ""),
                        new Entry("bin/alias", '2', "777", when, "run"),
                        new Entry("bin/run", '0', "755", when, "#!/bin/sh\n"),
                        new Entry("empty", '0', "644", when, ""));
        try (GitTree tree = cache.tree(fixture.remote("shop"), commit.name(), "", GitProgress.NONE)) {
            assertThat(tree.files()).isEqualTo(4);
            assertThat(tree.bytes()).isEqualTo(16);
            assertThat(tree.commit().author()).isEqualTo("Ada Lovelace");
            assertThat(tree.commit().subject()).startsWith("Change [").doesNotContain("\n");
            assertThat(tree.commit().committedAt()).isEqualTo(TestGit.WHEN);
            assertThat(tree.commit().shortId()).isEqualTo(commit.name().substring(0, 7));
            assertThat(tar(tree)).as("the same bytes again").isEqualTo(tar(tree));
        }
    }

    @Test
    void sendsOnlyTheFolderThatIsAskedFor() {
        ObjectId commit = git.push(
                "main",
                Map.of("README", git.file("Hello"), "web/app/index.html", git.file("<html>"), "web/x", git.file("x")));

        assertThat(tar(cache, fixture.remote("shop"), commit, "/web/./app/"))
                .extracting(Entry::path)
                .containsExactly("index.html");
        for (String wrong : List.of("web/none", "README", "..", "web/../web")) {
            AppException failure = failure(
                    GitError.TREE_REFUSED,
                    () -> cache.tree(fixture.remote("shop"), commit.name(), wrong, GitProgress.NONE));
            assertThat(failure).hasMessageContaining(wrong);
        }
    }

    @Test
    void namesOfAnyBytesArriveAsTheyAre() {
        String odd = "-rf \n\u0001\u00ff'$(id)";
        String deep = "d".repeat(60) + "/" + "e".repeat(90) + "/" + "f".repeat(90) + "/" + "g".repeat(90);
        String wide = "w".repeat(250);
        ObjectId commit = git.push(
                "main",
                Map.of(odd, git.file("odd"), deep, git.file("deep"), wide, git.file("wide"), "l", git.link(deep)));

        assertThat(sent(commit))
                .filteredOn(each -> each.type() != '5')
                .extracting(Entry::path, Entry::content)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(odd, "odd"),
                        org.assertj.core.groups.Tuple.tuple(deep, "deep"),
                        org.assertj.core.groups.Tuple.tuple("l", deep),
                        org.assertj.core.groups.Tuple.tuple(wide, "wide"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", ".git", ".GIT", ".gIt", "git~1", ".g\u00e2\u0080\u008cit", "../x", "a/b"})
    void namesThatAreNoFileAreRefused(String name) {
        AppException failure =
                refused(git.tree(List.of(Map.entry("a", git.file("a")), Map.entry(name, git.file("x")))));

        assertThat(failure).hasMessageContaining("Nothing was sent");
        refused(git.tree(List.of(Map.entry("sub", git.tree(List.of(Map.entry(name, git.file("x"))))))));
    }

    @Test
    void aNameThatStandsTwiceIsRefused() {
        Node inside = git.tree(List.of(Map.entry("x", git.file("x"))));
        AppException failure = refused(git.tree(
                List.of(Map.entry("a", git.link("b")), Map.entry("a.b", git.file("between")), Map.entry("a", inside))));

        assertThat(failure).hasMessageContaining("\"a\" stands twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../../x", "../..", "up/../../x", "./../../a", "file/../x", "none/../x"})
    void linksThatLeadOutAreRefused(String target) {
        AppException failure = refused(git.files(Map.of(
                "a/link",
                git.link(target),
                "a/up",
                git.link("../a"),
                "a/file",
                git.file("x"),
                "a/dir/x",
                git.file("x"))));

        assertThat(failure).hasMessageContaining("\"a/link\" is a link");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../b/x", "dir/x", "./dir/../file", "..", "nowhere", "../b/"})
    void linksWithinAreSent(String target) {
        ObjectId commit = git.push(
                "main",
                Map.of(
                        "a/link", git.link(target),
                        "a/file", git.file("x"),
                        "a/dir/x", git.file("x"),
                        "b/x", git.file("x")));

        assertThat(sent(commit)).anySatisfy(each -> {
            assertThat(each.path()).isEqualTo("a/link");
            assertThat(each.content()).isEqualTo(target);
        });
    }

    @Test
    void aLinkOutOfTheFolderThatIsSentIsRefused() {
        ObjectId commit = git.push("main", Map.of("web/link", git.link("../shared"), "shared", git.file("x")));

        assertThat(sent(commit)).hasSize(3);
        failure(
                GitError.TREE_REFUSED,
                () -> cache.tree(fixture.remote("shop"), commit.name(), "web", GitProgress.NONE));
    }

    @Test
    void aFolderOfManyFilesIsSent() {
        Map<String, Node> files = new TreeMap<>();
        Node same = git.file("same");
        for (int i = 0; i < 40_000; i++) {
            files.put(String.format("file-with-a-name-%06d.txt", i), same);
        }
        assertThat(sent(git.push("main", files))).hasSize(40_000);
    }

    @Test
    void countsWhatItSends() throws Exception {
        ObjectId commit = git.push("main", Map.of("a", git.file("12345"), "b", git.file("678"), "c", git.link("a")));
        List<String> told = new ArrayList<>();
        try (GitTree tree =
                cache.tree(fixture.remote("shop"), commit.name(), "", (step, bytes, files) -> told.add(step.name()))) {
            assertThat(told).contains("FETCH");
            tree.writeTar(
                    java.io.OutputStream.nullOutputStream(),
                    (step, bytes, files) -> told.add(step + " " + bytes + " " + files));
        }
        assertThat(told).endsWith("SEND 5 1", "SEND 8 2", "SEND 8 3");
    }

    @Test
    void submodulesStandInTheirPlace() {
        TestGit base = fixture.repository("base");
        ObjectId innermost = base.push("main", Map.of("base.txt", base.file("base")));
        TestGit library = fixture.repository("library");
        ObjectId inner = library.push(
                "main",
                Map.of(
                        "lib.txt", library.file("lib"),
                        "deps/base", TestGit.submodule(innermost),
                        ".gitmodules", modules(library, "deps/base", "../base.git")));
        ObjectId commit = git.push(
                "main",
                Map.of(
                        "web/vendor/library", TestGit.submodule(inner),
                        ".gitmodules", modules(git, "web/vendor/library", fixture.server.url("/library.git"))));

        assertThat(tar(cache, fixture.remote("shop"), commit, "web"))
                .extracting(Entry::path)
                .containsExactly(
                        "vendor/",
                        "vendor/library/",
                        "vendor/library/.gitmodules",
                        "vendor/library/deps/",
                        "vendor/library/deps/base/",
                        "vendor/library/deps/base/base.txt",
                        "vendor/library/lib.txt");
    }

    private static Node modules(TestGit git, String path, String url) {
        return git.file("[submodule \"x\"]\n\tpath = " + path + "\n\turl = " + url + "\n");
    }

    private AppException submoduleFailure(
            dev.wheelhouse.core.platform.error.ErrorCode code, GitRemote remote, String url) {
        ObjectId commit = git.push(
                "main",
                Map.of(
                        "sub", TestGit.submodule(ObjectId.fromString("1".repeat(40))),
                        ".gitmodules", modules(git, "sub", url)));
        return failure(code, () -> cache.tree(remote, commit.name(), "", GitProgress.NONE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc",
                "file:///etc",
                "git@other.example:team/x.git",
                "ssh://git@other.example/x",
                "git://h/x",
                "ext::sh -c id"
            })
    void submodulesElsewhereThanOnTheWebAreRefused(String url) {
        assertThat(submoduleFailure(GitError.SUBMODULE_REFUSED, fixture.remote("shop"), url))
                .hasMessageContaining("\"sub\"");
    }

    @Test
    void aSubmoduleOnAPrivateHostIsRefused() {
        assertThat(submoduleFailure(
                        PlatformError.VALIDATION_FAILED, fixture.remote("shop"), "http://127.0.0.2:1/x.git"))
                .hasMessageContaining("The submodule \"sub\"")
                .hasMessageContaining("private");
    }

    @Test
    void aSubmoduleOfARepositoryThatIsReadOverTlsIsNotReadWithout() {
        assertThat(submoduleFailure(GitError.SUBMODULE_REFUSED, git.remote(), "http://127.0.0.1/x.git"))
                .hasMessageContaining("Use https");
    }

    @Test
    void aSubmoduleWithoutAnAddressIsNamed() {
        ObjectId commit = git.push("main", Map.of("sub", TestGit.submodule(ObjectId.fromString("1".repeat(40)))));

        assertThat(failure(
                        GitError.SUBMODULE_REFUSED,
                        () -> cache.tree(fixture.remote("shop"), commit.name(), "", GitProgress.NONE)))
                .hasMessageContaining("has no address in .gitmodules");
    }

    @Test
    void submodulesThatContainEachOtherEnd() {
        TestGit other = fixture.repository("other");
        ObjectId inner = git.push("main", Map.of("end", git.file("end")));
        for (int i = 0; i < 6; i++) {
            ObjectId middle = other.push(
                    "main", Map.of("m", TestGit.submodule(inner), ".gitmodules", modules(other, "m", "../shop.git")));
            inner = git.push(
                    "main", Map.of("m", TestGit.submodule(middle), ".gitmodules", modules(git, "m", "../other.git")));
        }
        ObjectId commit = inner;

        assertThat(failure(
                        GitError.SUBMODULE_REFUSED,
                        () -> cache.tree(fixture.remote("shop"), commit.name(), "", GitProgress.NONE)))
                .hasMessageContaining("nested deeper than 8");
    }

    @Test
    void theSecretGoesToItsOwnHostAlone() {
        try (GitServer elsewhere = new GitServer()) {
            TestGit library = fixture.repository("library");
            ObjectId inner = library.push("main", Map.of("lib.txt", library.file("lib")));
            elsewhere.serving("/library.git", library);
            ObjectId commit = git.push(
                    "main",
                    Map.of(
                            "here", TestGit.submodule(inner),
                            "there", TestGit.submodule(inner),
                            ".gitmodules",
                                    git.file("[submodule \"h\"]\npath = here\nurl = ../library.git\n[submodule \"t\"]\n"
                                            + "path = there\nurl = " + elsewhere.url("/library.git") + "\n")));
            fixture.server.protect("secret");

            assertThat(tar(cache, fixture.remote("shop").as("bot", "secret"), commit, ""))
                    .hasSize(5);

            assertThat(elsewhere.requests()).isNotEmpty().noneMatch(each -> each.contains("secret"));
            assertThat(fixture.server.requests()).allMatch(each -> each.endsWith(" bot:secret"));
        }
    }

    private Node pointer(String content) {
        return git.file("version https://git-lfs.github.com/spec/v1\noid sha256:" + Sha256.hexOf(content) + "\nsize "
                + content.length() + "\n");
    }

    private Map<String, Node> lfsFiles(String content) {
        return Map.of(
                ".gitattributes", git.file("*.bin filter=lfs diff=lfs merge=lfs -text\n"),
                "assets/logo.bin", pointer(content),
                "fixture.txt", pointer(content));
    }

    private void serveLfs(String answer, String content) {
        fixture.server.handle("/shop.git/info/lfs/objects/batch", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(request).contains("\"operation\":\"download\"").contains(Sha256.hexOf("the content"));
            GitServer.answer(exchange, "application/vnd.git-lfs+json", answer.getBytes(StandardCharsets.UTF_8));
        });
        fixture.server.handle(
                "/content", exchange -> GitServer.answer(exchange, "x", content.getBytes(StandardCharsets.UTF_8)));
    }

    private static String lfsAnswer(String href) {
        return "{\"objects\":[{\"oid\":\"" + Sha256.hexOf("the content")
                + "\",\"size\":11,\"actions\":{\"download\":{\"href\":\"" + href + "\"}}}]}";
    }

    @Test
    void contentsOfGitLfsStandInTheirPlace() {
        ObjectId commit = git.push("main", lfsFiles("the content"));
        serveLfs(lfsAnswer(fixture.server.url("/content")), "the content");
        GitRemote remote = fixture.remote("shop").as("bot", "secret");

        List<Entry> sent = tar(cache, remote, commit, "");

        assertThat(sent)
                .filteredOn(each -> each.path().equals("assets/logo.bin"))
                .extracting(Entry::content)
                .containsExactly("the content");
        assertThat(sent)
                .as("what .gitattributes do not name stays")
                .filteredOn(each -> each.path().equals("fixture.txt"))
                .extracting(Entry::content)
                .allMatch(each -> each.startsWith("version https://git-lfs"));
        assertThat(fixture.server.requests()).allMatch(each -> each.endsWith(" bot:secret"));
        int asked = fixture.server.requests().size();
        tar(cache, remote, commit, "");
        assertThat(fixture.server.requests()).as("nothing is asked for twice").hasSize(asked);
    }

    @Test
    void aContentThatIsMissingIsNamed() {
        ObjectId commit = git.push("main", lfsFiles("the content"));
        String oid = Sha256.hexOf("the content");
        for (String answer : List.of(
                "{\"objects\":[]}",
                "{}",
                "{\"objects\":[{\"oid\":\"" + oid + "\",\"error\":{\"code\":404,\"message\":\"Not\\nthere\"}}]}",
                lfsAnswer(fixture.server.url("/nothing")),
                lfsAnswer("http://[broken"))) {
            serveLfs(answer, "");
            assertThat(lfsFailure(GitError.LFS_OBJECT_MISSING, commit)).hasMessageContaining("\"assets/logo.bin\"");
        }
        serveLfs(lfsAnswer(fixture.server.url("/content")), "other text!");
        assertThat(lfsFailure(GitError.LFS_OBJECT_MISSING, commit)).hasMessageContaining("another SHA-256");
        serveLfs(lfsAnswer("http://127.0.0.2/content"), "");
        assertThat(lfsFailure(PlatformError.VALIDATION_FAILED, commit)).hasMessageContaining("private");
        serveLfs("<html>", "");
        lfsFailure(PlatformError.UPSTREAM_FAILED, commit);
    }

    private AppException lfsFailure(dev.wheelhouse.core.platform.error.ErrorCode code, ObjectId commit) {
        return failure(code, () -> cache.tree(fixture.remote("shop"), commit.name(), "", GitProgress.NONE));
    }

    @Test
    void contentsOfARepositoryOfThisMachineAreFoundBesideIt() throws Exception {
        ObjectId commit = git.push("main", lfsFiles("the content"));
        failure(GitError.LFS_OBJECT_MISSING, () -> cache.tree(git.remote(), commit.name(), "", GitProgress.NONE));
        String oid = Sha256.hexOf("the content");
        Path place = Files.createDirectories(git.directory()
                .resolve("lfs/objects")
                .resolve(oid.substring(0, 2))
                .resolve(oid.substring(2, 4)));
        Files.writeString(place.resolve(oid), "the content");

        assertThat(tar(cache, git.remote(), commit, ""))
                .filteredOn(each -> each.path().equals("assets/logo.bin"))
                .extracting(Entry::content)
                .containsExactly("the content");
    }
}
