package dev.wheelhouse.core.apps.systemd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.Outputs.Output;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries as {@code journalctl -o export} of systemd 252 writes them. */
class JournalParserTest {

    private static final String CURSOR = "s=21cf8f9c7c174b21baec29f5d06152c5;i=21;b=332d54bc8cda453682ef5f1bc0dca708;"
            + "m=2fbfb201f;t=660d3c137663f;x=2ddf728c22302320";
    private static final String HEAD = "__CURSOR=" + CURSOR
            + "\n__REALTIME_TIMESTAMP=1795312456263231\n__MONOTONIC_TIMESTAMP=12817473567\n"
            + "_BOOT_ID=332d54bc8cda453682ef5f1bc0dca708\n";

    private final ByteArrayOutputStream export = new ByteArrayOutputStream();

    private JournalParserTest add(String text) {
        export.writeBytes(text.getBytes(UTF_8));
        return this;
    }

    private JournalParserTest binary(String name, byte[] value) {
        add(name + "\n");
        export.writeBytes(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value.length)
                .array());
        export.writeBytes(value);
        return add("\n");
    }

    private List<JournalEntry> parse(int chunk) throws InterruptedException {
        List<JournalEntry> entries = new ArrayList<>();
        JournalParser parser = new JournalParser(entries::add);
        byte[] all = export.toByteArray();
        for (int from = 0; from < all.length; from += chunk) {
            byte[] part = Arrays.copyOfRange(all, from, Math.min(all.length, from + chunk));
            parser.feed(part, part.length);
        }
        return entries;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 1000, 1 << 20})
    void readsEntriesInWhateverPiecesTheyCome(int chunk) throws Exception {
        add(HEAD + "PRIORITY=6\nMESSAGE=(CRON) INFO (pidfile fd = 3)\n\n");
        add(HEAD + "PRIORITY=3\n")
                .binary("MESSAGE", "two\nlines\n".getBytes(UTF_8))
                .add("\n");
        add(HEAD)
                .binary("MESSAGE", new byte[] {'a', (byte) 0xff, 0, 'b', (byte) 0xc3})
                .add("\n");
        add(HEAD + "\n");
        add(HEAD + "MESSAGE=grün = ✓\n\n");
        List<JournalEntry> entries = parse(chunk);
        assertThat(entries.stream()
                        .flatMap(each -> each.lines().stream())
                        .map(each -> each.line().text()))
                .containsExactly("(CRON) INFO (pidfile fd = 3)", "two", "lines", "a\ufffd\0b\ufffd", "", "grün = ✓");
        assertThat(entries.getFirst().time()).isEqualTo(Instant.parse("2026-11-22T01:54:16.263231Z"));
        assertThat(entries.get(0).lines().getFirst().line().stream()).isEqualTo(LogStream.STDOUT);
        assertThat(entries.get(1).lines().getFirst().line().stream()).isEqualTo(LogStream.STDERR);
        assertThat(entries.get(2).lines().getFirst().line().stream()).isEqualTo(LogStream.STDOUT);
    }

    @Test
    void cutsAValueThatIsTooLongAndGoesOnBehindIt() throws Exception {
        byte[] huge = "x".repeat(JournalParser.LONGEST_VALUE + 100_000).getBytes(ISO_8859_1);
        add(HEAD).binary("MESSAGE", huge).add("PRIORITY=2\n\n" + HEAD + "MESSAGE=after\n\n");
        for (int chunk : new int[] {16 << 10, 16 << 20}) {
            List<JournalEntry> entries = parse(chunk);
            assertThat(entries).hasSize(2);
            assertThat(entries.getFirst().message()).hasSize(JournalParser.LONGEST_VALUE);
            assertThat(entries.getFirst().priority()).isEqualTo(2);
            assertThat(entries.getLast().message()).asString(UTF_8).isEqualTo("after");
        }
    }

    @Test
    void survivesWhatIsNoJournal() throws Exception {
        add("\n\nnothing\n=\n==\n\nMESSAGE=without a cursor\n\n__CURSOR=--after-cursor\nMESSAGE=x\n\n");
        add("PRIORITY=abc\n__REALTIME_TIMESTAMP=\n" + HEAD + "MESSAGE=end\n\n");
        assertThat(parse(1 << 20)).isEmpty();
        assertThat(parse(1)).isEmpty();
    }

    @Test
    void namesThePlaceBehindEachLine() throws Exception {
        add(HEAD).binary("MESSAGE", "one\r\ntwo\n\nfour\n".getBytes(UTF_8)).add("\n");
        JournalEntry entry = parse(1 << 20).getFirst();
        List<PlacedLine> lines = entry.lines();
        assertThat(lines).extracting(each -> each.line().text()).containsExactly("one", "two", "", "four");
        assertThat(lines).extracting(each -> each.after().text()).allMatch(each -> each.matches("[!-~]{1,512}"));
        for (int i = 0; i < lines.size(); i++) {
            JournalPlace place =
                    JournalPlace.of(new LogPosition(lines.get(i).after().text()));
            assertThat(place.cursor()).isEqualTo(CURSOR);
            assertThat(place.time()).isEqualTo(entry.time());
            assertThat(new BehindPlace(place).of(entry)).isEqualTo(lines.subList(i + 1, lines.size()));
        }
        JournalPlace elsewhere = new JournalPlace("s=1;i=2", 0);
        BehindPlace behind = new BehindPlace(elsewhere);
        assertThat(behind.of(entry)).hasSize(4);
        assertThat(new BehindPlace(null).of(entry)).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "s-1",
                "s-1.i-2 --file=/etc/passwd",
                "s-1.i-2~0",
                "s-1.i-2~",
                "s=1;i=2",
                "S-1.i-2",
                "s-1.i-2\n"
            })
    void refusesPlacesThatItHasNotGiven(String position) {
        assertThatThrownBy(() -> JournalPlace.of(new LogPosition(position)))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("after");
    }

    @ParameterizedTest
    @MethodSource("dev.wheelhouse.core.testing.Outputs#journalctl")
    void readsEveryJournalctl(Output journalctl) throws Exception {
        export.writeBytes(journalctl.bytes());
        List<JournalEntry> entries = parse(100);
        List<String> messages = entries.stream()
                .map(each -> new String(each.message(), ISO_8859_1))
                .collect(Collectors.toList());
        // Systemd says this itself, before or behind what the unit writes.
        assertThat(messages.removeIf(each -> each.startsWith("Started "))).isTrue();
        assertThat(messages).containsExactly("to output", "to errors", "bell \u0007 and ÿ", "one", "  two");
        assertThat(entries).allSatisfy(each -> {
            assertThat(each.priority()).isEqualTo(6);
            assertThat(each.time()).isAfter(Instant.parse("2026-11-01T00:00:00Z"));
            assertThat(each.cursor()).startsWith("s=");
        });
    }
}
