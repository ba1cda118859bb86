package dev.wheelhouse.ui.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Test;

class ServerListTest {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-14T09:26:53Z"));
    private final FakeServers servers = new FakeServers(clock);
    private final SameThreadBackground background = new SameThreadBackground();
    private final FakeWorkbench workbench = new FakeWorkbench(background);
    private final ServerList list = new ServerList(servers, workbench, clock);
    private final ServerCommands commands = new ServerCommands(servers, list, workbench);
    private final ListModel<ServerLine> model = new ListModel<>(list, ServerLine::matches);

    private List<String> names() {
        return model.shown().stream().map(each -> each.line().name()).toList();
    }

    @Test
    void listsTheOwnMachineFirstAndTheOthersByName() {
        servers.addSome();
        model.onShow();
        assertThat(names()).containsExactly("workbench", "build-7", "db-1", "mail-2", "web-1", "web-2");

        servers.put(servers.server("srv_a", FakeServers.ssh("alpha"), ServerStatus.UNKNOWN));
        background.advance(Duration.ofSeconds(3));
        assertThat(names()).startsWith("workbench", "alpha");

        model.onHide();
        servers.put(servers.server("srv_b", FakeServers.ssh("beta"), ServerStatus.UNKNOWN));
        background.advance(Duration.ofSeconds(30));
        assertThat(names()).doesNotContain("beta");
    }

    @Test
    void knowsTheOwnMachineFromTheOneOfBefore() {
        servers.addSome();
        servers.addFormer();
        model.onShow();
        assertThat(names()).startsWith("workbench", "archive");
        assertThat(list.own()).map(ServerLine::id).contains("srv_own");
        assertThat(list.rows())
                .extracting(each -> each.line().server().address())
                .startsWith("This machine", "Another console's machine");
    }

    @Test
    void asksForTheMachineOfBeforeWithoutAWordOfKeys() {
        servers.addFormer();
        model.onShow();
        commands.delete(servers.get("srv_former")).run();
        assertThat(workbench.questions)
                .extracting(Question::text)
                .containsExactly(
                        "The server “archive”, the machine of another console, is forgotten. On the machine itself"
                                + " nothing changes.");
        assertThat(names()).isEmpty();
    }

    @Test
    void letsAReadingEndThatTakesLongerThanTheTimeBetweenTwoLooks() {
        servers.addSome();
        background.hold();
        model.onShow();
        int once = background.asked();
        for (int i = 0; i < 5; i++) {
            background.advance(Duration.ofSeconds(3));
        }
        assertThat(background.asked()).isEqualTo(once);
        background.release();
        assertThat(names()).hasSize(6);
        background.advance(Duration.ofSeconds(3));
        assertThat(background.asked()).isEqualTo(once + 1);
    }

    @Test
    void filtersByNameAddressAndSystem() {
        servers.addSome();
        model.onShow();
        model.filterProperty().set("WEB");
        assertThat(names()).containsExactly("web-1", "web-2");
        model.filterProperty().set("ada@db-1.example");
        assertThat(names()).containsExactly("db-1");
        model.filterProperty().set("trixie");
        assertThat(names()).hasSize(4);
    }

    @Test
    void changesAServerInItsPlaceSoThatASelectionStays() {
        servers.addSome();
        model.onShow();
        List<String> changes = new ArrayList<>();
        model.shown().addListener((ListChangeListener<LiveRow<ServerLine>>) change -> {
            while (change.next()) {
                changes.add(change.getFrom() + (change.wasUpdated() ? " updated" : " moved"));
            }
        });
        servers.put(servers.server("srv_web2", FakeServers.ssh("web-2"), ServerStatus.OFFLINE));
        background.advance(Duration.ofSeconds(3));

        assertThat(changes).isNotEmpty().allMatch(each -> each.endsWith("updated"));
        assertThat(model.shown().getLast().line().isOnline()).isFalse();
    }

    @Test
    void goesOnWhenOneServerCannotSayWhatItMeasures() {
        servers.addSome();
        model.onShow();
        assertThat(list.find("srv_new").orElseThrow().latest()).isEmpty();
        assertThat(list.find("srv_web1").orElseThrow().value(Metric.CPU)).isPresent();
        assertThat(list.find("srv_web1").orElseThrow().cpu().size()).isGreaterThan(300);
    }

    @Test
    void leavesThePageOfAServerThatIsGone() {
        servers.addSome();
        model.onShow();
        model.open("srv_web1");
        servers.delete("srv_web1");
        background.advance(Duration.ofSeconds(3));
        assertThat(model.openProperty().get()).isNull();
    }

    @Test
    void asksByNameBeforeItRemovesAndSaysWhoNeedsTheServer() {
        servers.addSome();
        model.onShow();
        workbench.answer = false;
        commands.delete(servers.get("srv_web1")).run();
        assertThat(workbench.questions).extracting(Question::title).containsExactly("Remove web-1?");
        assertThat(servers.calls()).isEmpty();

        workbench.answer = true;
        servers.refusal = FakeServers.inUse();
        commands.delete(servers.get("srv_web1")).run();
        assertThat(workbench.errors)
                .extracting(AppException::getMessage)
                .containsExactly("The server web-1 is used by the database connection shop. Change that first.");
        assertThat(names()).contains("web-1");

        commands.delete(servers.get("srv_web1")).run();
        assertThat(names()).doesNotContain("web-1");
    }

    @Test
    void trustsAFirstKeyAtOnceAndAnotherOneOnlyWhenAsked() {
        servers.addSome();
        model.onShow();
        commands.trust(servers.get("srv_new")).run();
        assertThat(workbench.questions).isEmpty();
        assertThat(list.find("srv_new").orElseThrow().server().state()).isEqualTo(ServerState.ONLINE);

        workbench.answer = false;
        commands.trust(servers.get("srv_odd")).run();
        assertThat(workbench.questions).hasSize(1);
        assertThat(workbench.questions.getFirst().dangerous()).isTrue();
        assertThat(list.find("srv_odd").orElseThrow().server().state()).isEqualTo(ServerState.KEY_CHANGED);
    }

    @Test
    void saysHowATestWent() {
        servers.addSome();
        commands.test(servers.get("srv_web1")).run();
        servers.outcomes.put("srv_db", new ServerTest(false, "Port 22 is closed.", null, null));
        commands.test(servers.get("srv_db")).run();

        assertThat(workbench.notices.getFirst().text()).isEqualTo("web-1 answered: Debian GNU/Linux 13 (trixie).");
        assertThat(workbench.notices.getLast().text()).isEqualTo("db-1 did not answer.");
        assertThat(workbench.notices.getLast().details()).isEqualTo("Port 22 is closed.");
    }
}
