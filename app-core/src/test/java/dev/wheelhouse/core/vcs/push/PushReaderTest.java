package dev.wheelhouse.core.vcs.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.vcs.provider.VcsKind;
import dev.wheelhouse.core.vcs.push.TestPushes.Sent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PushReaderTest {

    private static final String BRANCH =
            "{\"ref\":\"refs/heads/main\",\"before\":\"1\",\"after\":\"" + TestPushes.AFTER + "\"";

    private static HookEvent read(Sent sent) {
        return PushReader.read(sent.kind(), sent.request());
    }

    private static Push push(Sent sent) {
        return (Push) read(sent);
    }

    @ParameterizedTest
    @EnumSource
    void readsAPushOfEachFormat(VcsKind kind) {
        Push push = push(TestPushes.of(kind, "d1"));
        assertThat(push.repository()).isEqualTo("acme/shop");
        assertThat(push.branch()).isEqualTo("main");
        assertThat(push.before()).isEqualTo(TestPushes.BEFORE);
        assertThat(push.after()).isEqualTo(TestPushes.AFTER);
        assertThat(push.isCreated()).isFalse();
        assertThat(push.isDeleted()).isFalse();
        assertThat(push.forced()).isFalse();
        assertThat(push.pusher()).isEqualTo("ada");
        assertThat(push.headMessage()).isEqualTo("Second\n\nMore of it");
        assertThat(push.commits()).extracting(PushedCommit::message).containsExactly("First", "Second\n\nMore of it");
        assertThat(push.changedPaths()).hasValue(Set.of("docs/a.md", "src/Main.java", "src/New.java", "src/Old.java"));
        assertThat(PushReader.deliveryId(kind, TestPushes.of(kind, "d1").request()))
                .hasValue("d1");
    }

    @ParameterizedTest
    @EnumSource
    void knowsNewDeletedAndOtherBranches(VcsKind kind) {
        Sent sent = TestPushes.of(kind, "d1");
        Push made = push(sent.with("before", TestPushes.NOTHING));
        assertThat(made.isCreated()).isTrue();
        assertThat(made.changedPaths()).as("all of it is new").isEmpty();
        Push deleted = push(sent.with("after", TestPushes.NOTHING).with("commits", List.of()));
        assertThat(deleted.isDeleted()).isTrue();
        assertThat(deleted.changedPaths()).isEmpty();
        assertThat(push(sent.with("ref", "refs/heads/feature/a b$(x)")).branch())
                .isEqualTo("feature/a b$(x)");
        assertThat(push(sent.with("before", "0".repeat(64))).isCreated()).isTrue();
    }

    @Test
    void aForcedPushDoesNotSayAllThatChanged() {
        Push forced = push(TestPushes.of(VcsKind.GITHUB, "d1").with("forced", true));
        assertThat(forced.forced()).isTrue();
        assertThat(forced.changedPaths()).isEmpty();
    }

    @Test
    void pathsAreUnknownWhenNotAllCommitsAreTold() {
        Sent gitLab = TestPushes.of(VcsKind.GITLAB, "d1");
        assertThat(push(gitLab.with("total_commits_count", 25)).changedPaths()).isEmpty();
        Sent gitea = TestPushes.of(VcsKind.GITEA, "d1");
        assertThat(push(gitea.with("total_commits", 3)).changedPaths()).isEmpty();
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 2048; i++) {
            many.add(TestPushes.commit("%040x".formatted(i + 1), "c" + i, List.of("a")));
        }
        Push cut = push(TestPushes.of(VcsKind.GITHUB, "d1").with("commits", many));
        assertThat(cut.isWhole()).isFalse();
        assertThat(cut.changedPaths()).isEmpty();
        assertThat(push(TestPushes.of(VcsKind.GITHUB, "d1").with("commits", List.of()))
                        .changedPaths())
                .as("a branch that was moved to commits that were there already")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void tellsTagsPingsAndTheRestApart(VcsKind kind) {
        Sent sent = TestPushes.of(kind, "d1");
        Sent tag = sent.with("ref", "refs/tags/v1.0");
        assertThat(read(kind == VcsKind.GITLAB ? tag.header("X-Gitlab-Event", "Tag Push Hook") : tag))
                .isEqualTo(new HookEvent.Tag("v1.0"));
        assertThat(read(sent.with("ref", "refs/notes/commits"))).isEqualTo(new HookEvent.Other("refs/notes/commits"));
        String header = switch (kind) {
            case GITHUB -> "X-GitHub-Event";
            case GITLAB -> "X-Gitlab-Event";
            case GITEA -> "X-Gitea-Event";
        };
        assertThat(read(sent.header(header, "Issue Hook"))).isEqualTo(new HookEvent.Other("Issue Hook"));
        assertThat(read(sent.header(header, ""))).isEqualTo(new HookEvent.Other(""));
        if (kind == VcsKind.GITHUB) {
            Sent ping = new Sent(
                    kind,
                    Map.of("zen", "Speak like a human.", "hook_id", 1, "hook", Map.of("type", "Repository")),
                    Map.of("X-GitHub-Event", "ping"));
            assertThat(read(ping)).isEqualTo(new HookEvent.Ping());
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsNoPush(VcsKind kind) {
        Sent sent = TestPushes.of(kind, "d1");
        for (String body : new String[] {
            "",
            "payload=%7B%22ref%22%3A%22refs%2Fheads%2Fmain%22%7D",
            "[]",
            "null",
            "1",
            "{}",
            "{\"ref\":7}",
            "{\"ref\":[]}",
            "{\"ref\":\"refs/heads/main\",\"before\":\"1\"}",
            "{\"ref\":\"refs/heads/main\",\"before\":\"1\",\"after\":\"--upload-pack=x\"}",
            BRANCH + ",\"commits\":{}}",
            BRANCH + ",\"commits\":[1]}",
            "[".repeat(3_000)
        }) {
            assertThatThrownBy(() -> PushReader.read(kind, sent.request(body.getBytes(StandardCharsets.UTF_8))))
                    .as(body)
                    .isInstanceOfSatisfying(
                            AppException.class,
                            refusal -> assertThat(refusal.errorCode()).isEqualTo(PlatformError.BAD_REQUEST));
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesWhatLacksAllThatItMay(VcsKind kind) {
        String body = BRANCH + ",\"commits\":[null,{}],\"pusher\":{}," + "\"repository\":{},\"head_commit\":null}";
        Push push =
                (Push) PushReader.read(kind, TestPushes.of(kind, "d1").request(body.getBytes(StandardCharsets.UTF_8)));
        assertThat(push.repository()).isEmpty();
        assertThat(push.pusher()).isEmpty();
        assertThat(push.headMessage()).isNull();
        assertThat(push.isSkipped()).isFalse();
        assertThat(push.commits()).containsExactly(new PushedCommit("", "", List.of()));
    }

    @Test
    void gitLabsDeliveryIsCalledByItsSignedIdFirst() {
        Sent sent = TestPushes.of(VcsKind.GITLAB, "d1");
        assertThat(PushReader.deliveryId(
                        VcsKind.GITLAB, sent.header("webhook-id", "signed").request()))
                .hasValue("signed");
        Sent older = new Sent(VcsKind.GITLAB, sent.body(), Map.of("X-Gitlab-Event-UUID", "u1"));
        assertThat(PushReader.deliveryId(VcsKind.GITLAB, older.request())).hasValue("u1");
        assertThat(PushReader.deliveryId(VcsKind.GITLAB, new Sent(VcsKind.GITLAB, sent.body(), Map.of()).request()))
                .isEmpty();
    }
}
