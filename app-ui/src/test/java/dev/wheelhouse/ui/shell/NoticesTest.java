package dev.wheelhouse.ui.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;

class NoticesTest extends FxTest {

    private final SameThreadBackground background = new SameThreadBackground();
    private final List<String> copied = new ArrayList<>();
    private final Notices notices = new Notices(background, copied::add);

    /** A window with a field above its lower edge, where the notices would be. */
    private TextField open(double width, double height) {
        TextField field = onFx(TextField::new);
        show(
                onFx(() -> {
                    field.setId("field");
                    field.setMaxWidth(200);
                    StackPane.setAlignment(field, Pos.BOTTOM_RIGHT);
                    StackPane.setMargin(field, new Insets(0, 30, 60, 0));
                    return new StackPane(field, notices.corner());
                }),
                width,
                height);
        click("#field");
        return field;
    }

    private void say(Notice notice) {
        onFx(() -> {
            notices.show(notice);
            return true;
        });
    }

    private void pass(Duration time) {
        onFx(() -> {
            background.advance(time);
            return true;
        });
    }

    private List<String> said() {
        return onFx(() -> notices.corner().lookupAll(".notice").stream()
                .map(each -> each.lookup(".label"))
                .map(each -> ((Labeled) each).getText())
                .sorted()
                .toList());
    }

    private Bounds place() {
        return onFx(() -> bounds(notices.corner().lookup(".notice")));
    }

    private static Bounds bounds(Node node) {
        return node.localToScene(node.getLayoutBounds());
    }

    @Test
    void liesAboveTheFieldThatSomebodyTypesIn() {
        TextField field = open(1000, 600);
        say(Notice.failure("api could not be started.", "exit 1"));
        Bounds input = onFx(() -> bounds(field));
        waitFor("the notice above", () -> place().getWidth() > 0 && place().getMaxY() < input.getMinY());
        assertThat(place().getMaxX()).isEqualTo(1000 - 16);
        assertThat(place().getWidth()).isEqualTo(420);
        onFx(() -> {
            field.setVisible(false);
            return true;
        });
        waitFor("the notice in its corner", () -> place().getMaxY() > input.getMinY());
    }

    @Test
    void fitsIntoAWindowThatIsNarrower() {
        open(400, 120);
        say(Notice.info("api was started."));
        waitFor("the notice", () -> place().getMinX() == 16 && place().getMaxX() == 400 - 16);
    }

    @Test
    void leavesTheKeyboardToWhoTypes() {
        TextField field = open(1000, 600);
        List<String> followed = new ArrayList<>();
        say(Notice.warning("nightly failed.").withLink("Open", () -> followed.add("nightly")));
        robot().write("a b");
        assertThat(field.getText()).isEqualTo("a b");
        click("Open");
        assertThat(followed).containsExactly("nightly");
        assertThat(said()).isEmpty();
        assertThat(onFx(field::isFocused)).isTrue();
    }

    @Test
    void endsAfterItsTimeButNotUnderTheMouse() {
        open(1000, 600);
        say(Notice.info("short"));
        say(Notice.failure("long", "details"));
        pass(Duration.ofSeconds(5));
        assertThat(said()).containsExactly("long");
        Node card = onFx(() -> notices.corner().lookup(".notice"));
        robot().moveTo(card);
        pass(Duration.ofSeconds(20));
        assertThat(said()).containsExactly("long");
        click("Copy details");
        assertThat(copied).containsExactly("details");
        assertThat(said()).isEmpty();
    }

    @Test
    void keepsFailuresWhereThereAreTooMany() {
        open(1000, 600);
        say(Notice.failure("1", ""));
        for (String each : List.of("2", "3", "4", "5", "6")) {
            say(Notice.info(each));
        }
        assertThat(said()).containsExactly("1", "4", "5", "6");
        pass(Duration.ofSeconds(30));
        assertThat(said()).isEmpty();
    }

    @Test
    void leavesWhatIsShortAsItIs() {
        assertThat(Notices.brief("api was started.")).isEqualTo("api was started.");
        assertThat(Notices.brief("")).isEmpty();
    }

    @Test
    void keepsToThreeLinesOfALogWithoutEnd() {
        String brief = Notices.brief("api: the deployment failed.\n"
                + "2026-11-30T10:00:00Z stderr F refused ".repeat(30) + "\n" + "x".repeat(400));
        assertThat(brief.lines()).hasSize(3).allMatch(line -> line.length() <= 58);
        assertThat(brief).startsWith("api: the deployment failed.\n").endsWith("…");
    }

    @Test
    void breaksAWordThatIsLongerThanALine() {
        assertThat(Notices.brief("x".repeat(100)).lines()).hasSize(2);
    }
}
