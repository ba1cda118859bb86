package dev.wheelhouse.ui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogCallsTest {

    private final LogFiltering filtering = new LogFiltering(() -> {});

    private List<String> paths(LogOrigin... origins) {
        return new LogCalls(new LogTarget(List.of(origins)), filtering)
                .all().stream().map(call -> call.command().path()).toList();
    }

    @Test
    void namesThisMachineAsItsApiDoes() {
        assertThat(paths(LogOrigin.file("/var/log/a b.log")))
                .containsExactly(
                        "/servers/local/logs?path=%2Fvar%2Flog%2Fa%20b.log&tail=200",
                        "/servers/local/logs/stream?path=%2Fvar%2Flog%2Fa%20b.log",
                        "/servers/local/logs/search?path=%2Fvar%2Flog%2Fa%20b.log");
    }

    @Test
    void givesAMergeAsOneCall() {
        assertThat(paths(LogOrigin.app("app_1"), LogOrigin.serverFile("srv_2", "/x.log"), LogOrigin.file("/y.log")))
                .first()
                .isEqualTo("/logs?app=app_1&file=srv_2%3A%2Fx.log&file=local%3A%2Fy.log&tail=200");
    }

    @Test
    void saysTheFilterWhereItIsTakenAndNotWhereItIsNot() {
        filtering.add(new LogChip(new LogPattern("a.b", false, false), false));
        filtering.add(new LogChip(new LogPattern("c+", true, true), true));
        List<String> paths = paths(LogOrigin.app("app_1"));
        assertThat(paths.get(1)).isEqualTo("/apps/app_1/logs/stream");
        assertThat(paths.get(2))
                .isEqualTo("/apps/app_1/logs/search?include=%28%3Fi%29%5CQa.b%5CE&exclude=c%2B&regex=true"
                        + "&caseSensitive=true");
    }
}
