package dev.wheelhouse.core.platform.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventSubscriptionTest {

    @Test
    void anExactNameHearsOfThatKindAlone() {
        EventSubscription one = EventSubscription.of(List.of("deploy.failed"));
        assertThat(Arrays.stream(EventKind.values()).filter(one::matches)).containsExactly(EventKind.DEPLOY_FAILED);
    }

    @Test
    void aGroupHearsOfAllItsKindsAndOfNoOther() {
        EventSubscription group = EventSubscription.of(List.of("deploy.*"));
        assertThat(Arrays.stream(EventKind.values()).filter(group::matches))
                .hasSize(6)
                .allMatch(each -> each.wireName().startsWith("deploy."));
    }

    @Test
    void theStarHearsOfWhatConcernsPeople() {
        EventSubscription all = EventSubscription.of(List.of("*"));
        assertThat(List.of(
                        EventKind.APP_CRASHED,
                        EventKind.APP_RECOVERED,
                        EventKind.SERVER_DISK_HIGH,
                        EventKind.SCHEDULE_FAILED,
                        EventKind.SCHEDULE_SUCCEEDED,
                        EventKind.DEPLOY_SUCCEEDED,
                        EventKind.WEBHOOK_DISABLED))
                .allMatch(all::matches);
        assertThat(List.of(
                        EventKind.DATABASE_EDITED,
                        EventKind.DEPLOY_QUEUED,
                        EventKind.API_KEY_CREATED,
                        EventKind.SETTINGS_CHANGED,
                        EventKind.WEBHOOK_TEST))
                .noneMatch(all::matches);
    }

    @ParameterizedTest
    @EnumSource(EventKind.class)
    void whoHearsOfAnAlarmHearsOfItsEnd(EventKind kind) {
        EventSubscription all = EventSubscription.of(List.of("*"));
        if (all.matches(kind)) {
            kind.resolvedBy()
                    .flatMap(EventKind::find)
                    .ifPresent(end -> assertThat(all.matches(end)).isTrue());
        } else {
            assertThat(kind.severity()).isEqualTo(EventKind.Severity.INFO);
        }
    }

    @Test
    void patternsAddUpAndAreKeptOnceEach() {
        EventSubscription several = EventSubscription.of(List.of("database.edited", "deploy.*", "database.edited"));
        assertThat(several.patterns()).containsExactly("database.edited", "deploy.*");
        assertThat(several.matches(EventKind.DATABASE_EDITED)).isTrue();
        assertThat(several.matches(EventKind.DEPLOY_QUEUED)).isTrue();
        assertThat(several.matches(EventKind.APP_CRASHED)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "deploy",
                "deploy.",
                "deploy*",
                "dep*",
                "deploy.fail*",
                "*.failed",
                "**",
                ".*",
                "nosuch.*",
                "Deploy.failed",
                "deploy.failed "
            })
    void refusesWhatStandsForNoKind(String pattern) {
        assertThatThrownBy(() -> EventSubscription.of(List.of("deploy.failed", pattern)))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.details())
                                .isInstanceOfSatisfying(
                                        FieldProblems.class,
                                        problems -> assertThat(problems.errors())
                                                .extracting(FieldProblem::path)
                                                .containsExactly("events[1]")));
    }

    @Test
    void namesEveryUnknownOne() {
        assertThatThrownBy(() -> EventSubscription.of(List.of("a.b", "deploy.*", "c.d")))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(((FieldProblems) refusal.details()).errors())
                                .extracting(FieldProblem::path)
                                .containsExactly("events[0]", "events[2]"));
    }

    @Test
    void refusesNoneAndTooMany() {
        for (List<String> patterns : List.of(List.<String>of(), Collections.nCopies(101, "*"))) {
            assertThatThrownBy(() -> EventSubscription.of(patterns))
                    .isInstanceOf(AppException.class)
                    .hasMessageStartingWith("events: ");
        }
    }

    @Test
    void storedPatternsOfUnknownKindsStandForNothing() {
        EventSubscription stored = EventSubscription.ofStored(List.of("gone.kind", "deploy.failed"));
        assertThat(stored.patterns()).containsExactly("gone.kind", "deploy.failed");
        assertThat(Arrays.stream(EventKind.values()).filter(stored::matches)).containsExactly(EventKind.DEPLOY_FAILED);
    }
}
