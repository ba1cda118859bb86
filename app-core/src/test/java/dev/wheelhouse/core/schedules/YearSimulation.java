package dev.wheelhouse.core.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.schedules.YearOracle.CronFields;
import dev.wheelhouse.core.testing.OpenState;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A year of schedules in three time zones, whose every due time must have run once, at its time. */
final class YearSimulation {

    private static final int MOST_DUE = 80;

    /** What runs need not end before the clock moves on; it ends in its order. */
    private static final int STEPS_AHEAD = 50;

    private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("2027-01-01T00:00:00Z");

    /** One changes its clocks by half an hour, on the other side of the year. */
    private static final List<ZoneId> ZONES =
            List.of(ZoneId.of("Europe/Zurich"), ZoneId.of("America/New_York"), ZoneId.of("Australia/Lord_Howe"));

    private final OpenState state;
    private final int schedules;
    private final Random random = new Random(6);
    private final Map<Schedule, Set<Instant>> expected = new LinkedHashMap<>();

    /** @param schedules how many, spread over the zones */
    YearSimulation(OpenState state, int schedules) {
        this.state = state;
        this.schedules = schedules;
    }

    /** @return how many due times there were */
    int run() {
        state.clock().set(FROM);
        Caller caller = state.organizations().newOrganization();
        try (HandConsole console = new HandConsole(state, caller, "srv_own")) {
            for (ZoneId zone : ZONES) {
                YearOracle oracle = new YearOracle(zone, FROM, TO);
                for (int i = ZONES.indexOf(zone); i < schedules; i += ZONES.size()) {
                    create(console, caller, "s-" + i, zone, oracle);
                }
            }
            Set<Instant> moments = new TreeSet<>();
            expected.values().forEach(moments::addAll);
            int steps = 0;
            for (Instant each : moments) {
                state.clock().set(each.plusMillis(random.nextInt(20_000)));
                console.wakeDue();
                if (++steps % STEPS_AHEAD == 0) {
                    console.finishAll();
                }
            }
            state.clock().set(TO.plusSeconds(59));
            console.wakeDue();
            console.finishAll();
            compare(console, caller);
        }
        return expected.values().stream().mapToInt(Set::size).sum();
    }

    private void create(HandConsole console, Caller caller, String name, ZoneId zone, YearOracle oracle) {
        CronFields fields = fields();
        Set<Instant> due = oracle.due(fields);
        while (due.isEmpty() || due.size() > MOST_DUE) {
            fields = fields();
            due = oracle.due(fields);
        }
        Schedule schedule = console.service()
                .create(
                        caller,
                        new ScheduleDraft(
                                name, "srv_own", "x", fields.cron(), zone.getId(), null, null, Overlap.QUEUE, null));
        expected.put(schedule, due);
    }

    /** Often in the hours in which clocks are changed. */
    private CronFields fields() {
        long minutes = some(0, 59, 1 + random.nextInt(2));
        long hours = random.nextBoolean() ? some(0, 3, 1 + random.nextInt(2)) : some(0, 23, 1);
        boolean pace = random.nextInt(6) == 0;
        long days = random.nextInt(3) == 0 ? some(1, 31, 1 + random.nextInt(3)) : CronFields.any();
        long months = random.nextInt(3) == 0 ? some(3, 11, 1 + random.nextInt(3)) : CronFields.any();
        long weekdays = random.nextBoolean() ? some(0, 6, 1 + random.nextInt(2)) : CronFields.any();
        return pace
                // The days around the changes, hour by hour.
                ? new CronFields(minutes, CronFields.any(), some(1, 31, 1), some(3, 11, 2), some(0, 0, 1))
                : new CronFields(minutes, hours, days, months, weekdays);
    }

    private long some(int from, int to, int count) {
        return CronFields.of(IntStream.range(0, count).mapToLong(_ -> from + random.nextInt(to - from + 1)));
    }

    private void compare(HandConsole console, Caller caller) {
        expected.forEach((schedule, due) -> {
            List<ScheduleRun> runs = console.runs()
                    .list(caller, schedule.id(), new PageRequest(2 * MOST_DUE, null))
                    .items();
            assertThat(runs).allMatch(each -> each.status() == RunStatus.SUCCEEDED);
            // The newest is first.
            assertThat(runs.reversed().stream().map(ScheduleRun::dueAt))
                    .as(schedule.cron().text() + " in " + schedule.timeZone())
                    .containsExactlyElementsOf(due);
        });
        assertThat(console.host.started)
                .hasSize(expected.values().stream().mapToInt(Set::size).sum());
    }
}
