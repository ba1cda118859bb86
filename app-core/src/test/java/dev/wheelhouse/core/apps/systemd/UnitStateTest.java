package dev.wheelhouse.core.apps.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.apps.runtime.Instance.Use;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.ProcessTable;
import dev.wheelhouse.core.testing.Outputs.Output;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitStateTest {

    /** Of systemd 252 in a container. */
    private static final String CRON = """
        Type=simple
        MainPID=35
        ControlPID=0
        Result=success
        NRestarts=2
        ExecMainStartTimestamp=Sun 2026-11-22 01:54:16 UTC
        ExecMainStartTimestampMonotonic=12817472111
        ExecMainExitTimestamp=
        ExecMainCode=0
        ExecMainStatus=0
        ControlGroup=/system.slice/cron.service
        MemoryCurrent=[not set]
        CPUUsageNSec=[not set]
        MemoryMax=infinity
        Id=cron.service
        Description=Regular background = program
        LoadState=loaded
        ActiveState=active
        SubState=running
        UnitFileState=enabled
        InvocationID=d51fe0bad13a4fcf9964c5de0cab5f15
        """;

    private static final String MISSING = """
        MainPID=0
        ExecMainStartTimestamp=
        ExecMainStartTimestampMonotonic=0
        Id=nothere.service
        LoadState=not-found
        ActiveState=inactive
        SubState=dead
        InvocationID=
        """;

    private static UnitState one(String text) {
        return UnitState.parse(text).getFirst();
    }

    private static UnitState changed(String... changes) {
        return one(CRON + String.join("\n", changes) + "\n");
    }

    @Test
    void readsManyUnits() {
        List<UnitState> states = UnitState.parse(CRON + "\n" + MISSING);
        assertThat(states).extracting(UnitState::id).containsExactly("cron.service", "nothere.service");
        UnitState cron = states.getFirst();
        assertThat(cron.isRunning()).isTrue();
        assertThat(cron.mainPid()).isEqualTo(35);
        assertThat(cron.restarts()).isEqualTo(2);
        assertThat(cron.startedAt()).isEqualTo(Instant.parse("2026-11-22T01:54:16Z"));
        assertThat(cron.endedAt()).isNull();
        assertThat(cron.exitCode()).isNull();
        assertThat(cron.detail()).isEmpty();
        assertThat(cron.number("MemoryCurrent")).isNull();
        assertThat(cron.number("MemoryMax")).isNull();
        assertThat(cron.text("Description")).isEqualTo("Regular background = program");
        assertThat(cron.identity()).isEqualTo("d51fe0bad13a4fcf9964c5de0cab5f15:12817472111");
        UnitState missing = states.getLast();
        assertThat(missing.isRunning()).isFalse();
        assertThat(missing.identity()).isEmpty();
        assertThat(missing.exitCode()).isNull();
        assertThat(missing.detail()).contains("no such unit");
    }

    @ParameterizedTest
    @CsvSource({
        "exit-code, 1, 3, 3, ended with exit code 3",
        "signal, 2, 11, 139, killed by signal 11",
        "core-dump, 3, 6, 134, crashed with signal 6 and left a core dump",
        "oom-kill, 2, 9, 137, out of memory",
        "success, 2, 15, 0, ended by signal 15",
        "success, 1, 143, 0, 'ended with exit code 143, which the unit counts as success'",
        "success, 1, 0, 0, ''",
        "timeout, 0, 0, , took too long to start or stop",
        "something-new, 1, 2, 2, something-new"
    })
    void tellsHowItEnded(String result, int code, int status, Integer exitCode, String detail) {
        UnitState state = changed(
                "ActiveState=" + (result.equals("success") ? "inactive" : "failed"),
                "SubState=dead",
                "MainPID=0",
                "Result=" + result,
                "ExecMainCode=" + code,
                "ExecMainStatus=" + status,
                "ExecMainExitTimestamp=Sun 2026-11-22 02:00:00 UTC");
        assertThat(state.isRunning()).isFalse();
        assertThat(state.exitCode()).isEqualTo(exitCode);
        assertThat(state.detail()).isEqualTo(detail);
        assertThat(state.endedAt()).isEqualTo(Instant.parse("2026-11-22T02:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "active, running, true",
        "active, exited, true",
        "reloading, reload, true",
        "deactivating, stop-sigterm, true",
        "activating, start, true",
        "activating, auto-restart, false",
        "activating, auto-restart-queued, false",
        "inactive, dead, false",
        "failed, failed, false"
    })
    void knowsWhetherItRuns(String active, String sub, boolean running) {
        assertThat(changed("ActiveState=" + active, "SubState=" + sub).isRunning())
                .isEqualTo(running);
    }

    @Test
    void isNotRunningWhileItStartsWithoutAProcess() {
        assertThat(changed("ActiveState=activating", "SubState=start", "MainPID=0")
                        .isRunning())
                .isFalse();
        assertThat(changed("ActiveState=activating", "SubState=start-pre", "MainPID=0", "ControlPID=77")
                        .isRunning())
                .isTrue();
    }

    @Test
    void takesUseFromControlGroupsOfEitherVersion() {
        String second = "/sys/fs/cgroup/system.slice/cron.service/";
        assertThat(use(Map.of(
                        second + "cpu.stat", "usage_usec 1234\nuser_usec 1\n",
                        second + "memory.current", "5000\n",
                        second + "memory.stat", "anon 3\ninactive_file 1000\n",
                        second + "memory.max", "max\n")))
                .isEqualTo(new Use(1_234_000, 4000, 1_000_000));
        assertThat(use(Map.of(
                        "/sys/fs/cgroup/cpuacct/system.slice/cron.service/cpuacct.usage", "77\n",
                        "/sys/fs/cgroup/memory/system.slice/cron.service/memory.usage_in_bytes", "5000\n",
                        "/sys/fs/cgroup/memory/system.slice/cron.service/memory.stat", "total_inactive_file 6000\n",
                        "/sys/fs/cgroup/memory/system.slice/cron.service/memory.limit_in_bytes", "9000\n")))
                .isEqualTo(new Use(77, 0, 9000));
    }

    @Test
    void takesUseFromProcessesWhereThereIsNothingElse() {
        assertThat(use(Map.of("/sys/fs/cgroup/systemd/system.slice/cron.service/cgroup.procs", "35\n99\n")))
                .isEqualTo(new Use(1_500_000_000L, 70 * 4096, 1_000_000));
        assertThat(use(Map.of())).isEqualTo(new Use(1_000_000_000L, 60 * 4096, 1_000_000));
    }

    /** 35 with its child 36, and 99 that somebody else adopted. */
    private static @Nullable Use use(Map<String, String> files) {
        String stat = "%d (%s) S %d 1 1 0 -1 0 0 0 0 0 %d 10 10 10 20 0 1 0 500 9999 %d 0 0\n";
        String stats = stat.formatted(35, "a) (b", 1, 20, 10)
                + stat.formatted(36, "sh", 35, 20, 50)
                + stat.formatted(99, "sh", 1, 20, 10)
                + "nonsense\n1 (\n";
        return UnitUse.of(
                one(CRON),
                new ServerFacts(
                        1, 1_000_000, files, new ProcessTable(stats.lines().toList(), 100, 4096)));
    }

    @Test
    void hasNoUseWithoutAProcess() {
        UnitState exited = changed("SubState=exited", "MainPID=0", "ControlGroup=");
        assertThat(UnitUse.of(exited, new ServerFacts(1, 1, Map.of(), new ProcessTable(List.of(), 100, 4096))))
                .isNull();
    }

    @Test
    void splitsWhatTheScriptPrints() {
        assertThat(CommandResult.sections("Welcome!\nwheelhouse:units\na=1\n\nb=2\nwheelhouse:processes 100 4096\nx\n"))
                .containsEntry("units", "a=1\n\nb=2\n")
                .containsEntry("processes", "100 4096\nx\n\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nginx", "nginx.service", " nginx ", "worker@2", "a-b_c:d.e", "dev-disk\\x2dby", "worker@a@b"})
    void takesNamesOfServices(String written) {
        assertThat(UnitName.of(written).text())
                .endsWith(".service")
                .startsWith(written.strip().substring(0, 1));
        assertThat(UnitName.of(written).appName()).matches("[a-z0-9][a-z0-9_.-]{0,62}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".service",
                "-x",
                "--help",
                "*.service",
                "a?",
                "[a]",
                "a b",
                "a/b",
                "ä",
                "a;b",
                "$(x)",
                "getty@",
                "getty@.service",
                "@x",
                "cron.timer",
                "nginx.socket"
            })
    void refusesWhatIsNoName(String written) {
        assertThatThrownBy(() -> UnitName.of(written))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("unit");
        assertThatThrownBy(() -> new UnitName("x".repeat(250) + ".service")).isInstanceOf(AppException.class);
    }

    @Test
    void namesAppsAfterTheirUnits() {
        assertThat(new UnitName("User@1000.service").appName()).isEqualTo("user-1000");
        assertThat(new UnitName("_x.service").appName()).isEqualTo("x");
        assertThat(new UnitName("x".repeat(200) + ".service").appName()).hasSize(63);
    }

    @Test
    void listsWhatPeopleStart() {
        assertThat(UnitDiscovery.installed("""
            cron.service                 enabled         enabled
            getty@.service               enabled         enabled
            dbus.service                 static          -
            sshd.service                 alias           -
            rc.service                   masked          enabled
            mine.service                 disabled        disabled
            """)).isEqualTo(Set.of("cron.service", "mine.service"));
    }

    @ParameterizedTest
    @CsvSource({
        "Failed to start x.service: Access denied, polkit",
        "Failed to start x.service: Interactive authentication required., polkit",
        "System has not been booted with systemd as init system (PID 1). Can't operate., does not run systemd",
        "Failed to connect to bus: Host is down, does not run systemd",
        "'Failed to start x.service: Operation refused, unit x may be requested by dependency only.', dependency only"
    })
    void understandsRefusals(String said, String told) {
        assertThat(Refusals.of("x", said)).hasMessageContaining(told);
    }

    @Test
    void takesAUnitThatSystemdForgotForOneThatEndedWell() {
        String[] gone = {
            "ActiveState=inactive",
            "SubState=dead",
            "MainPID=0",
            "InvocationID=",
            "ExecMainStartTimestamp=",
            "ExecMainStartTimestampMonotonic=0"
        };
        assertThat(changed(gone).identity()).isEmpty();
        assertThat(changed(gone).exitCode()).isZero();
        assertThat(one(MISSING).exitCode()).isNull();
    }

    /** A unit that runs, one that failed, one that is masked while it runs, and one that is not there. */
    @ParameterizedTest
    @MethodSource("dev.wheelhouse.core.testing.Outputs#systemctl")
    void readsEverySystemctl(Output systemctl) {
        Map<String, String> sections = CommandResult.sections(systemctl.text());
        List<UnitState> units = UnitState.parse(sections.getOrDefault("units", ""));
        assertThat(units)
                .extracting(UnitState::id)
                .containsExactly("seen.service", "fails.service", "cron.service", "none.service");
        UnitState seen = units.getFirst();
        assertThat(seen.text("Description")).isEqualTo("Seen: ü \"quoted\" = sign");
        assertThat(seen.isRunning()).isTrue();
        assertThat(seen.number("MemoryMax")).isEqualTo(64 << 20);
        assertThat(seen.startedAt()).isAfter(Instant.parse("2026-11-01T00:00:00Z"));
        assertThat(units.get(1).isFailed()).isTrue();
        assertThat(units.get(1).exitCode()).isEqualTo(3);
        assertThat(units.get(1).number("MemoryMax")).isNull();
        assertThat(units.get(2).isMasked()).isTrue();
        assertThat(units.get(2).isRunning()).isTrue();
        assertThat(units.get(3).isMissing()).isTrue();
        assertThat(UnitDiscovery.installed(sections.getOrDefault("files", "")))
                .contains("ssh.service")
                .doesNotContain("cron.service", "apt-daily.service");
    }
}
