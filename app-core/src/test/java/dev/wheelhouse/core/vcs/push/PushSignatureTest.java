package dev.wheelhouse.core.vcs.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.vcs.provider.HookSecrets;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.push.TestPushes.Sent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PushSignatureTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final HookSecrets SECRETS =
            new HookSecrets("whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", "plain-token");
    private static final HookSecrets OTHERS = new HookSecrets("whsec_" + "A".repeat(43) + "=", "another-token");

    private static boolean isValid(VcsKind kind, PushRequest request) {
        return PushSignature.isValid(kind, true, SECRETS, request, NOW);
    }

    /** The example of GitHub's "Validating webhook deliveries". */
    @Test
    void takesThePublishedExample() {
        HookSecrets secrets = new HookSecrets("It's a Secret to Everybody", null);
        Map<String, String> headers = Map.of(
                "X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
        PushRequest request = new PushRequest(
                name -> Optional.ofNullable(headers.get(name)), "Hello, World!".getBytes(StandardCharsets.UTF_8));
        assertThat(PushSignature.isValid(VcsKind.GITHUB, true, secrets, request, NOW))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void takesWhatIsSignedOverItsBytes(VcsKind kind) {
        assertThat(isValid(kind, TestPushes.of(kind, "d1").signed(SECRETS, NOW).request()))
                .isTrue();
        byte[] any = {0, (byte) 0xff, '{', '\r', '\n'};
        assertThat(isValid(
                        kind,
                        TestPushes.of(kind, "d1").signed(SECRETS, NOW, any).request(any)))
                .isTrue();
        byte[] none = {};
        assertThat(isValid(
                        kind,
                        TestPushes.of(kind, "d1").signed(SECRETS, NOW, none).request(none)))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void refusesOneOverTheSameJsonWrittenAnew(VcsKind kind) {
        byte[] sent = "{\"ref\": \"refs/heads/main\", \"a\":\"\\u00e4\"}".getBytes(StandardCharsets.UTF_8);
        byte[] anew = Json.write(Json.readObject(new String(sent, StandardCharsets.UTF_8)))
                .getBytes(StandardCharsets.UTF_8);
        assertThat(anew).isNotEqualTo(sent);
        Sent push = TestPushes.of(kind, "d1");
        assertThat(isValid(kind, push.signed(SECRETS, NOW, sent).request(sent))).isTrue();
        assertThat(isValid(kind, push.signed(SECRETS, NOW, sent).request(anew))).isFalse();
        assertThat(isValid(kind, push.signed(SECRETS, NOW, anew).request(sent))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void refusesOneThatIsMissingOfAnOldSecretOrInAnotherForm(VcsKind kind) {
        Sent push = TestPushes.of(kind, "d1");
        assertThat(isValid(kind, push.request())).isFalse();
        assertThat(isValid(kind, push.signed(OTHERS, NOW).request())).isFalse();
        String header = switch (kind) {
            case GITHUB -> "X-Hub-Signature-256";
            case GITLAB -> "webhook-signature";
            case GITEA -> "X-Gitea-Signature";
        };
        String right = push.signed(SECRETS, NOW).headers().getOrDefault(header, "");
        for (String wrong : new String[] {
            "",
            " ",
            "sha256=",
            "v1,",
            right.substring(1),
            right.substring(0, right.length() - 1),
            right + "0",
            right.toUpperCase(Locale.ROOT),
            "sha256=" + right,
            right + "," + right
        }) {
            assertThat(isValid(
                            kind,
                            push.signed(SECRETS, NOW).header(header, wrong).request()))
                    .as(wrong)
                    .isFalse();
        }
        for (VcsKind other : VcsKind.values()) {
            if (other != kind) {
                assertThat(isValid(
                                kind,
                                TestPushes.of(other, "d1").signed(SECRETS, NOW).request()))
                        .as("the signature of " + other)
                        .isFalse();
            }
        }
    }

    @Test
    void anySignatureOfSeveralCountsForGitLab() {
        Sent push = TestPushes.of(VcsKind.GITLAB, "d1");
        String right = push.signed(SECRETS, NOW).headers().getOrDefault("webhook-signature", "");
        String old = push.signed(OTHERS, NOW).headers().get("webhook-signature");
        for (String both : new String[] {old + " " + right, right + " " + old}) {
            assertThat(isValid(
                            VcsKind.GITLAB,
                            push.signed(SECRETS, NOW)
                                    .header("webhook-signature", both)
                                    .request()))
                    .isTrue();
        }
    }

    @Test
    void gitLabsSignatureIsOfItsIdAndOfNow() {
        Sent push = TestPushes.of(VcsKind.GITLAB, "d1");
        for (Duration off : new Duration[] {Duration.ofMinutes(5), Duration.ofMinutes(-5)}) {
            assertThat(isValid(
                            VcsKind.GITLAB, push.signed(SECRETS, NOW.plus(off)).request()))
                    .isTrue();
            assertThat(isValid(
                            VcsKind.GITLAB,
                            push.signed(SECRETS, NOW.plus(off.multipliedBy(301).dividedBy(300)))
                                    .request()))
                    .isFalse();
        }
        assertThat(isValid(
                        VcsKind.GITLAB,
                        push.signed(SECRETS, NOW).header("webhook-id", "d2").request()))
                .isFalse();
        for (String bad : new String[] {"", "x", "-1", "99999999999999999999", "1767323045.5", "０"}) {
            assertThat(isValid(
                            VcsKind.GITLAB,
                            push.signed(SECRETS, NOW)
                                    .header("webhook-timestamp", bad)
                                    .request()))
                    .as(bad)
                    .isFalse();
        }
    }

    @Test
    void aTokenAloneIsTakenOnlyOfAGitLabThatDoesNotSign() {
        PushRequest named = TestPushes.of(VcsKind.GITLAB, "d1")
                .header("X-Gitlab-Token", "plain-token")
                .request();
        assertThat(PushSignature.isValid(VcsKind.GITLAB, false, SECRETS, named, NOW))
                .isTrue();
        assertThat(PushSignature.isValid(VcsKind.GITLAB, true, SECRETS, named, NOW))
                .isFalse();
        for (String wrong : new String[] {"", "plain-toke", "plain-token2", SECRETS.signing()}) {
            PushRequest other = TestPushes.of(VcsKind.GITLAB, "d1")
                    .header("X-Gitlab-Token", wrong)
                    .request();
            assertThat(PushSignature.isValid(VcsKind.GITLAB, false, SECRETS, other, NOW))
                    .as(wrong)
                    .isFalse();
        }
        HookSecrets tokenless = new HookSecrets(SECRETS.signing(), null);
        assertThat(PushSignature.isValid(
                        VcsKind.GITLAB,
                        false,
                        tokenless,
                        TestPushes.of(VcsKind.GITLAB, "d1")
                                .header("X-Gitlab-Token", "null")
                                .request(),
                        NOW))
                .isFalse();
    }
}
