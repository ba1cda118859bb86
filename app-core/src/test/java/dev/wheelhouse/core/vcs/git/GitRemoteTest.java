package dev.wheelhouse.core.vcs.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.wheelhouse.core.platform.error.PlatformError;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitRemoteTest {

    private static final GitRemote SHOP =
            GitRemote.parse("url", "https://git.example:8443/team/shop.git", false, false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "shop",
                "git@git.example:team/shop.git",
                "ssh://git.example/shop",
                "https://bot:secret@git.example/x",
                "https://git.example/x?key=1",
                "ftp://git.example/x",
                "http://git.example/x",
                "/srv/git/shop.git",
                "file:///srv/git/shop.git",
                "ext::sh -c id",
                "https://",
                "-u https://git.example"
            })
    void addressesOfOtherFormsAreRefused(String text) {
        assertThat(GitFixture.failure(
                                PlatformError.VALIDATION_FAILED, () -> GitRemote.parse("cloneUrl", text, false, false))
                        .getMessage())
                .startsWith("cloneUrl: ")
                .doesNotContain("secret");
    }

    @Test
    void directoriesAndPlainHttpAreReadWhereTheyAreAllowed() {
        assertThat(GitRemote.parse("url", "http://git.example/x", true, false).url())
                .isEqualTo(URI.create("http://git.example/x"));
        assertThat(GitRemote.parse("url", " /srv/my git/../shop.git ", false, true)
                        .directory())
                .contains(Path.of("/srv/shop.git"));
        assertThat(GitRemote.parse("url", "file:///srv/my%20git", false, true).directory())
                .contains(Path.of("/srv/my git"));
        for (String wrong : new String[] {"file:srv", "file://host/x", "/a\0b"}) {
            GitFixture.failure(PlatformError.VALIDATION_FAILED, () -> GitRemote.parse("url", wrong, false, true));
        }
    }

    @Test
    void theSecretIsInNoText() {
        GitRemote remote = SHOP.as("bot", "ghp_secret");

        assertThat(remote.toString()).isEqualTo("GitRemote[https://git.example:8443/team/shop.git]");
        assertThat(remote.authorization()).contains("Basic Ym90OmdocF9zZWNyZXQ=");
        assertThat(SHOP.as(null, "x").authorization()).contains("Basic Z2l0Ong=");
        assertThat(SHOP.authorization()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> SHOP.as("a:b", "x"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example:8443/other.git, true",
        "https://GIT.example:8443/other.git, true",
        "https://git.example/other.git, false",
        "http://git.example:8443/other.git, false",
        "https://git.example.evil:8443/x, false",
        "https://evil/git.example:8443, false",
    })
    void theSecretGoesToItsOriginAlone(URI other, boolean same) {
        GitRemote moved = SHOP.as("bot", "secret").at(other);

        assertThat(moved.url()).isEqualTo(other);
        assertThat(moved.secret()).isEqualTo(same ? "secret" : null);
    }

    @ParameterizedTest
    @CsvSource({
        "../library.git, https://git.example:8443/team/library.git",
        "../../base, https://git.example:8443/base",
        "./nested.git, https://git.example:8443/team/shop.git/nested.git",
        "https://other.example/x.git, https://other.example/x.git",
        "git@git.example:team/library.git, https://git.example:8443/team/library.git",
        "ssh://git@git.example:22/team/library.git, https://git.example:8443/team/library.git",
        "ssh://GIT.example/team/library, https://git.example:8443/team/library",
    })
    void submodulesAreFoundBesideTheirParent(String url, URI expected) {
        GitRemote found = SubmoduleUrls.resolve(SHOP.as("bot", "secret"), "lib", url);

        assertThat(found.url()).isEqualTo(expected);
        assertThat(found.secret()).isEqualTo(expected.getHost().equals("git.example") ? "secret" : null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "../../../../x",
                "..",
                "../",
                "../x/../../y",
                "git@other:x",
                "/etc",
                "file:///x",
                "http://git.example/x",
                "https://bot:secret@git.example/x",
                "ext::sh -c id",
                "-oProxyCommand=id",
                "../a b"
            })
    void otherSubmodulesAreRefused(String url) {
        assertThat(GitFixture.failure(GitError.SUBMODULE_REFUSED, () -> SubmoduleUrls.resolve(SHOP, "lib", url))
                        .getMessage())
                .contains("\"lib\"")
                .doesNotContain("secret");
    }
}
