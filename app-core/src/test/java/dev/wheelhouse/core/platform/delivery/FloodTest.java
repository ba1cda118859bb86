package dev.wheelhouse.core.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told when; the target is told what is due once a second. */
class FloodTest {

    private static final Instant BEGIN = Instant.parse("2026-11-26T03:00:00Z");

    private static final Pattern SUBJECT = Pattern.compile("app_\\d+");

    private Flood flood = new Flood("chan_1", List.of(), BEGIN);
    private Instant now = BEGIN;
    private long ordinal;

    /** Such as {@code 30: app_1 x 3}, with the seconds since the beginning. */
    private final List<String> told = new ArrayList<>();

    private boolean happens(EventKind kind, String subject, Map<String, Object> data, Hearing hearing) {
        ordinal++;
        Event event = new Event("evt_" + ordinal, ordinal, kind.wireName(), subject, now, data, null);
        boolean heard = flood.isHeld(event, EventTopic.of(event, kind), hearing, now);
        tell();
        return heard;
    }

    private void crashes(String subject) {
        happens(EventKind.APP_CRASHED, subject, Map.of(), Hearing.ALWAYS);
    }

    private boolean recovers(String subject) {
        return happens(EventKind.APP_RECOVERED, subject, Map.of(), Hearing.IF_OPEN);
    }

    private void tell() {
        for (String topic : flood.due(now)) {
            List<FloodEntry> held = flood.held(topic);
            for (FloodEntry each : held) {
                told.add(Duration.between(BEGIN, now).toSeconds() + ": " + each.subjectId()
                        + (each.newestOpens() ? "" : " ok") + (each.held() == 1 ? "" : " x " + each.held()));
            }
            flood.told(held.stream().map(FloodEntry::key).toList(), now);
        }
    }

    private void passes(long seconds) {
        for (long i = 0; i < seconds; i++) {
            now = now.plusSeconds(1);
            tell();
        }
    }

    @Test
    void theFirstIsToldAtOnceAndWhatRepeatsOnceMore() {
        crashes("app_1");
        passes(10);
        crashes("app_1");
        crashes("app_1");
        passes(50);
        assertThat(told).containsExactly("0: app_1", "30: app_1 x 2");
    }

    @Test
    void pausesGrowWhileItGoesOnUpToAnHour() {
        for (int i = 0; i < 6 * 3600; i += 10) {
            crashes("app_1");
            passes(10);
        }
        List<Long> at = told.stream()
                .map(each -> Long.parseLong(each.substring(0, each.indexOf(':'))))
                .toList();
        assertThat(at.subList(0, 9)).containsExactly(0L, 30L, 90L, 210L, 450L, 930L, 1890L, 3810L, 7410L);
        assertThat(at.subList(9, at.size())).containsExactly(11010L, 14610L, 18210L);
    }

    @Test
    void whatStaysAwayForAWhileIsNewsAgain() {
        crashes("app_1");
        passes(20);
        crashes("app_1");
        passes(20 * 60);
        told.clear();
        crashes("app_1");
        passes(5);
        crashes("app_1");
        passes(30);
        assertThat(told).containsExactly("1220: app_1", "1250: app_1");
    }

    /** Every few minutes is a flood too, only a slow one. */
    @Test
    void whatComesEachMinuteIsNotToldEachMinute() {
        for (int i = 0; i < 60; i++) {
            crashes("app_1");
            passes(60);
        }
        assertThat(told).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void whatResolvesWhatWasToldIsToldAtOnce() {
        crashes("app_1");
        passes(5);
        assertThat(recovers("app_1")).isTrue();
        assertThat(told).containsExactly("0: app_1", "5: app_1 ok");
        assertThat(recovers("app_1")).as("it is over").isFalse();
        assertThat(recovers("app_2")).as("it was never told").isFalse();
        passes(100);
        assertThat(told).hasSize(2);
    }

    /** However often it goes up and down, the last word comes. */
    @Test
    void whatFlapsIsToldLessAndLessAndHowItEnded() {
        for (int i = 0; i < 200; i++) {
            crashes("app_1");
            passes(5);
            recovers("app_1");
            passes(5);
        }
        int until = told.size();
        passes(3600);
        assertThat(told).hasSizeLessThan(16);
        assertThat(told.getLast()).contains("app_1 ok");
        assertThat(told.size() - until).isLessThanOrEqualTo(1);
    }

    @Test
    void anOutageOfManyIsOneMessage() {
        for (int i = 0; i < 40; i++) {
            crashes("app_" + i);
        }
        passes(30);
        assertThat(told).hasSize(40);
        assertThat(told.getFirst()).isEqualTo("0: app_0");
        assertThat(told.subList(1, 40)).allMatch(each -> each.startsWith("30: "));
        told.clear();
        passes(60);
        for (int i = 0; i < 40; i++) {
            assertThat(recovers("app_" + i)).isTrue();
        }
        passes(30);
        assertThat(told.getFirst()).isEqualTo("90: app_0 ok");
        assertThat(told.subList(1, 40)).allMatch(each -> each.startsWith("120: ") && each.endsWith(" ok"));
    }

    @Test
    void anotherTopicWaitsForNothing() {
        crashes("app_1");
        happens(EventKind.SERVER_UNREACHABLE, "srv_1", Map.of(), Hearing.ALWAYS);
        assertThat(told).containsExactly("0: app_1", "0: srv_1");
    }

    @Test
    void aKindThatResolvesItselfIsToldByItsState() {
        happens(EventKind.SERVER_DISK_HIGH, "srv_1", Map.of("state", "high"), Hearing.ALWAYS);
        passes(3);
        happens(EventKind.SERVER_DISK_HIGH, "srv_1", Map.of("state", "normal"), Hearing.ALWAYS);
        assertThat(told).containsExactly("0: srv_1", "3: srv_1 ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {-3600, 3600})
    void aClockThatWasSetWhileNobodyLookedHoldsUpNothing(int seconds) {
        crashes("app_1");
        passes(10);
        crashes("app_1");
        List<FloodEntry> stored = stored();
        now = now.plusSeconds(seconds);
        flood = new Flood("chan_1", stored, now);
        passes(31);
        assertThat(told).hasSize(2);
    }

    private List<FloodEntry> stored() {
        return flood.changes().values().stream().flatMap(each -> each.stream()).toList();
    }

    @Test
    void goesOnAfterARestartAsItWas() {
        crashes("app_1");
        passes(10);
        crashes("app_1");
        flood = new Flood("chan_1", stored(), now);
        passes(10);
        crashes("app_1");
        passes(10);
        assertThat(recovers("app_1")).isTrue();
        assertThat(told).containsExactly("0: app_1", "30: app_1 x 2", "30: app_1 ok");
        assertThat(flood.changes()).as("only what changed is written again").hasSize(1);
    }

    @Test
    void forgetsWhatIsOver() {
        for (int i = 0; i < 50; i++) {
            crashes("app_" + i);
            recovers("app_" + i);
            passes(1);
        }
        passes(3600);
        crashes("app_new");
        assertThat(stored()).extracting(FloodEntry::subjectId).containsExactly("app_new");
    }

    /** Whatever happens in whatever order: each event is told once, and the last word of each subject is the last one told. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void tellsOfEachEventOnceAndEndsWithTheLastWord(long seed) {
        Random random = new Random(seed);
        int heard = 0;
        Map<String, Boolean> last = new TreeMap<>();
        for (int i = 0; i < 2_000; i++) {
            String subject = "app_" + random.nextInt(1 + random.nextInt(30));
            boolean down = random.nextBoolean();
            if (down) {
                crashes(subject);
                heard++;
                last.put(subject, false);
            } else if (recovers(subject)) {
                heard++;
                last.put(subject, true);
            }
            passes(random.nextInt(8) == 0 ? random.nextInt(120) : random.nextInt(2));
        }
        passes(3600);
        int events = told.stream()
                .mapToInt(each -> each.contains(" x ") ? Integer.parseInt(each.substring(each.indexOf(" x ") + 3)) : 1)
                .sum();
        assertThat(events).isEqualTo(heard);
        Map<String, Boolean> lastTold = new TreeMap<>();
        told.forEach(each -> lastTold.put(
                SUBJECT.matcher(each).results().findFirst().orElseThrow().group(), each.contains(" ok")));
        assertThat(lastTold).isEqualTo(last);
        assertThat(flood.held()).isEmpty();
    }
}
