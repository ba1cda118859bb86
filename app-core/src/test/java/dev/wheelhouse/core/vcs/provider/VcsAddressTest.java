package dev.wheelhouse.core.vcs.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VcsAddressTest {

    @Test
    void theProvidersOwnAddressIsTheDefaultWhereThereIsOne() {
        assertThat(VcsAddress.parse(VcsKind.GITHUB, null)).hasToString("https://github.com");
        assertThat(VcsAddress.parse(VcsKind.GITLAB, " ")).hasToString("https://gitlab.com");
        refused(VcsKind.GITEA, null, "Give the address of the server");
    }

    @ParameterizedTest
    @CsvSource({
        "GITHUB, https://github.com/, https://github.com, https://api.github.com",
        "GITHUB, HTTPS://GitHub.com, https://github.com, https://api.github.com",
        "GITHUB, https://octo.ghe.com, https://octo.ghe.com, https://api.octo.ghe.com",
        "GITHUB, https://git.example.com:8443/, https://git.example.com:8443, https://git.example.com:8443/api/v3",
        "GITLAB, https://gitlab.com, https://gitlab.com, https://gitlab.com/api/v4",
        "GITLAB, https://example.com/gitlab//, https://example.com/gitlab, https://example.com/gitlab/api/v4",
        "GITEA, https://codeberg.org, https://codeberg.org, https://codeberg.org/api/v1",
        "GITEA, https://bücher.example, https://xn--bcher-kva.example, https://xn--bcher-kva.example/api/v1",
        "GITEA, https://git_1.example.com, https://git_1.example.com, https://git_1.example.com/api/v1"
    })
    void theAddressOfTheApiFollowsFromTheOneThatPeopleOpen(VcsKind kind, String text, String base, String api) {
        URI parsed = VcsAddress.parse(kind, text);
        assertThat(parsed).hasToString(base);
        assertThat(VcsAddress.api(kind, parsed)).hasToString(api);
        assertThat(VcsAddress.parse(kind, base)).isEqualTo(parsed);
    }

    @ParameterizedTest
    @CsvSource({
        "GITHUB, https://api.github.com, Give https://github.com.",
        "GITHUB, https://www.github.com, Give https://github.com.",
        "GITHUB, https://github.com/acme, Leave out the path",
        "GITHUB, https://git.example.com/api/v3, Leave out the path of the API",
        "GITLAB, https://gitlab.example.com/api/v4/, Leave out the path of the API",
        "GITEA, https://git.example.com/x/api, Leave out the path of the API",
        "GITEA, git.example.com, Give an address that begins with",
        "GITEA, ftp://git.example.com, Give an address that begins with",
        "GITEA, https://u:p@git.example.com, Leave out user and password",
        "GITEA, https://git.example.com/?a=b, Leave out the query",
        "GITEA, https://git.example.com/#a, Leave out the fragment"
    })
    void whatIsNoSuchAddressIsRefusedWithWhatToDo(VcsKind kind, String text, String words) {
        refused(kind, text, words);
    }

    private static void refused(VcsKind kind, @Nullable String text, String words) {
        assertThatThrownBy(() -> VcsAddress.parse(kind, text))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED))
                .hasMessageStartingWith("baseUrl: " + words);
    }
}
