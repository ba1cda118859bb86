package dev.wheelhouse.ui.shell.palette;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaletteViewModelTest {

    private final List<String> opened = new ArrayList<>();
    private final SameThreadBackground background = new SameThreadBackground();
    private final PaletteViewModel model = new PaletteViewModel(background);

    private PaletteEntry entry(String title, String context) {
        return new PaletteEntry(title, context, "fth-grid", "", () -> opened.add(title));
    }

    private List<String> found() {
        return model.found().stream().map(PaletteEntry::title).toList();
    }

    @Test
    void offersEverythingInTheOrderOfItsSourcesUntilSomethingIsTyped() {
        model.add(() -> List.of(entry("Overview", "Screen")));
        model.add(() -> List.of(entry("orders", "shop")));
        model.open();

        assertThat(found()).containsExactly("Overview", "orders");
    }

    @ParameterizedTest
    @CsvSource({
        "orders, orders",
        "ord, orders",
        "items, order_items",
        "oi, order_items",
        "cust, customers",
        "public cust, customers",
    })
    void putsTheNameThatWasMeantFirst(String typed, String meant) {
        model.add(() -> List.of(
                entry("order_items", "shop · public"),
                entry("orders", "shop · public"),
                entry("customers", "shop · public"),
                entry("customers", "archive · old"),
                entry("Export as SQL", "Action")));
        model.open();
        model.typedProperty().set(typed);

        assertThat(found()).first().isEqualTo(meant);
    }

    private static List<String[]> lines(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(PaletteViewModelTest.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> (line + " ").split(" \\| ?", -1))
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> findsFirstWhatIsMeant() throws IOException {
        List<PaletteEntry> entries = lines("entries.txt").stream()
                .map(line -> new PaletteEntry(
                        line[0].strip(),
                        line[1].strip(),
                        "fth-grid",
                        "",
                        line.length > 2 && line[2].strip().equals("acts"),
                        () -> {}))
                .toList();
        return lines("pairs.txt").stream()
                .map(pair -> DynamicTest.dynamicTest(
                        pair[0],
                        () -> assertThat(PaletteViewModel.best(pair[0], entries).stream()
                                        .map(PaletteEntry::title)
                                        .findFirst()
                                        .orElse(""))
                                .isEqualTo(pair[1].strip())));
    }

    @Test
    void showsAnEntryInOneLine() {
        assertThat(entry("first\nsecond", "web-1\n").title()).isEqualTo("first");
    }

    @Test
    void findsNothingRatherThanAnything() {
        model.add(() -> List.of(entry("customers", "shop")));
        model.open();
        model.typedProperty().set("xyz");
        model.chosen().run();

        assertThat(found()).isEmpty();
        assertThat(opened).isEmpty();
    }

    @Test
    void opensWhatWasTypedEvenBeforeItWasLookedFor() {
        model.add(() -> List.of(entry("Drop the table", ""), entry("Show the table", "")));
        model.open();
        background.hold();
        model.typedProperty().set("show");
        model.chosen().run();
        background.release();

        assertThat(opened).containsExactly("Show the table");
        assertThat(found()).containsExactly("Show the table");
    }

    @Test
    void opensWhatIsSelectedAndMovesRoundTheEnds() {
        model.add(() -> List.of(entry("a", ""), entry("b", ""), entry("c", "")));
        model.open();
        model.move(-1);
        model.chosen().run();
        model.move(2);
        model.chosen().run();

        assertThat(opened).containsExactly("c", "b");
    }

    @Test
    void showsTheBestOfManyThousandNames() {
        model.add(() -> IntStream.range(0, 20_000)
                .mapToObj(i -> entry("table_" + i, "big · public"))
                .toList());
        model.open();
        model.typedProperty().set("table_19999");

        assertThat(found()).first().isEqualTo("table_19999");
        assertThat(found()).hasSizeLessThanOrEqualTo(PaletteViewModel.MOST_SHOWN);
    }

    @Test
    void findsWhatIsReadWhileItIsOpenAndStaysWhereSomebodyWent() {
        List<PaletteEntry> now = new ArrayList<>(List.of(entry("orders", "shop"), entry("order_items", "shop")));
        AtomicReference<Runnable> more = new AtomicReference<>();
        model.add(() -> now);
        model.prepareBy(more::set);
        model.open();
        model.typedProperty().set("ord");
        model.move(1);
        now.addFirst(entry("ord", "archive"));
        Objects.requireNonNull(more.get()).run();
        assertThat(found()).startsWith("ord");
        model.chosen().run();
        assertThat(opened).containsExactly("order_items");

        model.typedProperty().set("ord ");
        model.chosen().run();
        assertThat(opened).endsWith("ord");
    }

    @Test
    void asksItsSourcesAnewEachTimeItOpens() {
        List<PaletteEntry> now = new ArrayList<>();
        model.add(() -> now);
        model.open();
        now.add(entry("later", ""));
        model.open();

        assertThat(found()).containsExactly("later");
    }
}
