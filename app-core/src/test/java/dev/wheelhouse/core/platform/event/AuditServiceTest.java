package dev.wheelhouse.core.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.StateKind;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class AuditServiceTest {

    private static final int EVENTS = 12;

    @TempDir
    private Path directory;

    private final StateKind kind;
    private final TestSigner signer = new TestSigner();
    private OpenState state;
    private EventLog log;
    private Caller owner;
    private AuditService audit;

    AuditServiceTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        state = OpenState.create(kind, directory);
        log = new EventLog(state.store(), state.ids(), state.clock(), "srv_here");
        owner = state.organizations().newOrganization();
        audit = new AuditService(state.store(), state.home(), "srv_here", signer, state.clock());
        append(EVENTS);
    }

    @AfterEach
    void close() {
        state.close();
    }

    private void append(int count) {
        for (int i = 0; i < count; i++) {
            NewEvent event = new NewEvent(
                    EventKind.API_KEY_CREATED,
                    "key_" + i,
                    Map.of("name", "a \"name\" ü\u2028" + i, "limit", 1.5e10, "list", List.of(1, "x", Map.of())));
            state.store().change(tx -> log.append(tx, owner, event));
        }
    }

    private void sql(String statement) {
        state.store().change(tx -> tx.execute(statement));
    }

    /** As whoever can write to the state would do it: nothing but what homes signed is left of it. */
    private void cutAfter(long ordinal) {
        sql("DELETE FROM event WHERE ordinal > " + ordinal);
        sql("UPDATE event_chain SET ordinal = " + ordinal + ", hash = (SELECT hash FROM event WHERE ordinal = "
                + ordinal + ")");
    }

    @Test
    void findsNothingWrongWithALogThatWasSigned() {
        audit.sign();
        append(3);
        assertThat(audit.verify(owner).fault()).isNull();
        assertThat(audit.verify(owner).last()).isEqualTo(EVENTS + 3);
    }

    @Test
    void findsThatTheNewestEventsWereCutOff() {
        audit.sign();
        append(1);
        cutAfter(EVENTS);
        assertThat(audit.verify(owner).fault()).isNull();
        cutAfter(EVENTS - 2);
        EventVerification.Result result = audit.verify(owner);
        assertThat(result.last()).isEqualTo(EVENTS - 2);
        assertThat(result.fault()).startsWith("The newest events are missing: the home srv_here signed event 12");
        // Also where the signature in the state went with them, for the home has it too.
        sql("DELETE FROM event_head");
        assertThat(audit.verify(owner).fault()).startsWith("The newest events are missing");
        // Another home knows it from the state alone.
        AuditService elsewhere = new AuditService(
                state.store(), Home.open(directory.resolve("elsewhere")), "srv_there", new TestSigner(), state.clock());
        assertThat(elsewhere.verify(owner).fault()).isNull();
        append(5);
        assertThat(audit.verify(owner).fault()).startsWith("Events were written anew");
    }

    @Test
    void doesNotSignALogThatIsNotTheOneItSigned() throws IOException {
        audit.sign();
        cutAfter(EVENTS - 2);
        audit.sign();
        assertThat(audit.verify(owner).fault()).startsWith("The newest events are missing");
        assertThat(verify(export()).signedBy()).isNull();
        // What the sentence says to do where the state was restored from a copy.
        Files.delete(directory.resolve("audit-heads.json"));
        audit.sign();
        assertThat(audit.verify(owner).fault()).isNull();
    }

    @Test
    void setsADamagedFileAsideAndGoesOn() throws IOException {
        audit.sign();
        for (String damaged :
                List.of("{\"org", "{}", "{\"heads\":{\"" + owner.organizationId() + "\":{\"ordinal\":1}}}")) {
            Files.writeString(directory.resolve("audit-heads.json"), damaged);
            assertThat(audit.verify(owner).fault()).as(damaged).isNotNull();
            state.clock().advance(Duration.ofSeconds(1));
            audit.sign();
            assertThat(audit.verify(owner).fault()).as(damaged).isNull();
        }
    }

    @Test
    void findsEventsBeforeAPlaceWhereTheLogDoesNotBegin() {
        sql("INSERT INTO event_checkpoint (organization_id, ordinal, hash, chained, removed_at)"
                + " SELECT organization_id, 12, hash, hash, 0 FROM event WHERE ordinal = 12");
        sql("DELETE FROM event WHERE ordinal > 10");
        assertThat(audit.verify(owner).fault()).isEqualTo("Event 1 stands before the place where the log begins.");
    }

    @Test
    void findsASignatureThatIsNotTheHomes() {
        audit.sign();
        sql("UPDATE event_head SET ordinal = ordinal - 1");
        assertThat(audit.verify(owner).fault()).contains("is not one of the home srv_here");
    }

    @Test
    void outlivesTheRemovalOfOldEvents() {
        audit.sign();
        state.clock().advance(Duration.ofDays(10));
        append(2);
        new EventRetention(state.store(), state.clock(), _ -> Duration.ofDays(5)).sweep();
        assertThat(audit.verify(owner).fault()).isNull();
        assertThat(audit.verify(owner).first()).isEqualTo(EVENTS + 1);
        assertThat(verify(export()).fault()).isNull();
        assertThat(verify(export()).first()).isEqualTo(EVENTS + 1);
    }

    @Test
    void signsNothingWhileTheKeysAreLocked() {
        signer.locked = true;
        audit.sign();
        assertThat(Files.exists(directory.resolve("audit-heads.json"))).isFalse();
        assertThat(verify(export()))
                .returns(null, ExportVerification.Result::signedBy)
                .returns(null, ExportVerification.Result::fault);
    }

    @Test
    void anExportIsProvenElsewhere() {
        ExportVerification.Result result = verify(export());
        assertThat(result.fault()).isNull();
        assertThat(result.first()).isEqualTo(1);
        assertThat(result.last()).isEqualTo(EVENTS);
        assertThat(result.signedBy()).isEqualTo("srv_here");
        assertThat(result.signedAt()).isEqualTo(state.clock().instant());
    }

    @Test
    void namesTheFirstEventThatIsNotAsItWasWritten() {
        List<String> lines = export();
        assertThat(verify(changed(lines, all -> all.remove(4))).fault()).isEqualTo("Event 5 is missing.");
        assertThat(verify(changed(lines, all -> all.set(4, all.get(4).replace("key_4", "key_5"))))
                        .fault())
                .isEqualTo("Event 5 was altered.");
        assertThat(verify(changed(lines, all -> Collections.swap(all, 4, 5))).fault())
                .isEqualTo("Event 5 is missing.");
        assertThat(verify(changed(lines, all -> all.add(5, all.get(4)))).fault())
                .isEqualTo("Event 5 stands behind event 5.");
        assertThat(verify(changed(lines, all -> all.remove(EVENTS - 1))).fault())
                .startsWith("Event 12 is missing: the home");
        assertThat(verify(changed(lines, all -> all.add(all.getFirst()))).fault())
                .startsWith("Line 14 stands behind");
        assertThat(verify(changed(lines, all -> all.set(3, "{}"))).fault()).isEqualTo("Line 4 is no event.");
        assertThat(verify(changed(lines, all -> all.set(3, "[1"))).fault()).isEqualTo("Line 4 is no event.");
        assertThat(verify(changed(lines, all -> all.set(EVENTS, "{\"signed\":3}")))
                        .fault())
                .isEqualTo("The signature cannot be read.");
        assertThat(verify(changed(lines, List::removeFirst)).fault())
                .isEqualTo("Event 1 is missing: the file begins with event 2.");
        String zero = lines.getFirst().replace("\"ordinal\":1,", "\"ordinal\":0,");
        assertThat(verify(changed(lines, all -> all.addFirst(zero))).fault()).isEqualTo("Line 1 is no event.");
        String more = lines.get(2).replace("{\"ordinal\"", "{\"signed\":{},\"ordinal\"");
        assertThat(verify(changed(lines, all -> all.set(2, more))).fault()).isEqualTo("Line 3 is no event.");
        String twice = lines.get(2).replace("{\"ordinal\"", "{\"ordinal\":3,\"ordinal\"");
        assertThat(verify(changed(lines, all -> all.set(2, twice))).fault()).isEqualTo("Line 3 is no event.");
        assertThat(verify(changed(lines, List::removeLast)).signedBy()).isNull();
        assertThat(verify(List.of()).last()).isZero();
    }

    @Test
    void findsAnyCharacterThatWasChanged() {
        List<String> lines = export();
        Property.holds(400, random -> {
            int at = random.nextInt(lines.size());
            String line = lines.get(at);
            int place = random.nextInt(line.length());
            char other = (char) ('!' + random.nextInt(90));
            String altered = line.substring(0, place) + other + line.substring(place + 1);
            ExportVerification.Result result = verify(changed(lines, all -> all.set(at, altered)));
            assertThat(altered.equals(line) || result.fault() != null || isLastOfBase64(line, place))
                    .as("%s%n%s", line, altered)
                    .isTrue();
        });
    }

    /** Some bits of the last character of a key or a signature stand for nothing. */
    private static boolean isLastOfBase64(String line, int place) {
        return line.startsWith("{\"signed\"") && line.charAt(place + 1) == '"';
    }

    private static List<String> changed(List<String> lines, Consumer<List<String>> change) {
        List<String> copy = new ArrayList<>(lines);
        change.accept(copy);
        return copy;
    }

    private List<String> export() {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        audit.export(owner, output);
        return output.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static ExportVerification.Result verify(List<String> lines) {
        try (BufferedReader reader = new BufferedReader(new StringReader(String.join("\n", lines)))) {
            return ExportVerification.verify(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
