package dev.wheelhouse.core.mail.publish.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Applied;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Refused;
import dev.wheelhouse.core.mail.publish.ApplyOutcome.Unknown;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneProvider.State;
import dev.wheelhouse.core.mail.publish.provider.ZoneServer.Fault;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server in memory that does what RFC 2136 says, and then does not. */
class UpdateFaultsTest extends UpdateContract {

    private static final Duration SHORT = Duration.ofMillis(300);

    /** No resolver has to be asked for it. */
    private static final String LONG_LABEL = "x".repeat(64);

    private final ZoneServer server = server();

    private static ZoneServer server() {
        try {
            return new ZoneServer();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void noFault() {
        server.fault(Fault.NONE);
    }

    @Override
    int port() {
        return server.port();
    }

    private ApplyOutcome applyWith(Fault fault, List<SetChange> changes) {
        server.fault(fault);
        DnsTimeouts timeouts = fault == Fault.SILENT ? new DnsTimeouts(TIMEOUTS.connect(), SHORT) : TIMEOUTS;
        return new Rfc2136Provider(TestZone.access(port()), TestZone.NAME, Clock.systemUTC(), timeouts).apply(changes);
    }

    private static List<SetChange> add(String name) {
        return List.of(change(name, DnsType.TXT, 60, List.of(), List.of("ours")));
    }

    private void assertUnknown(Fault fault, String name, String words, State state) {
        List<SetChange> changes = add(name);
        assertThat(applyWith(fault, changes))
                .isInstanceOfSatisfying(
                        Unknown.class,
                        unknown -> assertThat(unknown.words()).isEqualTo(words.formatted("127.0.0.1:" + port())));
        assertThat(provider().state(changes)).isEqualTo(state);
    }

    @Test
    void aLostUpdateIsFoundNotToBeDone() {
        assertUnknown(
                Fault.LOSES_UPDATE,
                "lost-update",
                "The update was sent to %s, and the connection was closed.",
                State.BEFORE);
    }

    @Test
    void aLostAnswerIsFoundToBeDone() {
        assertUnknown(
                Fault.LOSES_ANSWER,
                "lost-answer",
                "The update was sent to %s, and the connection was closed.",
                State.AFTER);
    }

    @Test
    void aServerThatSaysNothingIsNotWaitedForLonger() {
        assertUnknown(
                Fault.SILENT, "silent", "The update was sent to %s, and no answer came within 300 ms.", State.AFTER);
    }

    @Test
    void anAnswerThatNobodySignedProvesNothing() {
        assertUnknown(
                Fault.UNSIGNED,
                "unsigned-answer",
                "The update was sent to %s, and the answer is not signed with the key.",
                State.AFTER);
    }

    @Test
    void whatTheServerLeavesOutWithoutAWordIsNoticed() {
        assertUnknown(
                Fault.IGNORES,
                "ignored",
                "%s took the update, and the zone is not as the update should have made it.",
                State.BEFORE);
    }

    @Test
    void anUpdateThatFailsIsRefused() {
        assertThat(applyWith(Fault.FAILS, add("fails"))).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo("SERVFAIL");
            assertThat(refused.words()).startsWith("127.0.0.1:" + port() + " could not do it: its log says why.");
        });
    }

    @Test
    void answersToOthersArePassedOver() {
        assertThat(applyWith(Fault.CHATTERS, add("chatters"))).isEqualTo(new Applied());
    }

    @Test
    void aServerThatIsAwayWasSentNothing() throws IOException {
        int free = FreePort.next();
        ZoneProvider away = provider(TestZone.access(free), Clock.systemUTC());
        assertThatThrownBy(() -> away.apply(add("away")))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.UPSTREAM_FAILED))
                .hasMessageStartingWith("127.0.0.1:" + free + ": ");
    }

    @Test
    void aServerThatTakesNoPartInTheConversationTimesOut() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            ZoneProvider provider = new Rfc2136Provider(
                    TestZone.access(mute.getLocalPort()),
                    TestZone.NAME,
                    Clock.systemUTC(),
                    new DnsTimeouts(SHORT, SHORT));
            assertThatThrownBy(provider::test)
                    .isInstanceOfSatisfying(
                            AppException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(PlatformError.UPSTREAM_TIMEOUT))
                    .hasMessage("127.0.0.1:" + mute.getLocalPort() + ": no answer came within 300 ms.");
        }
    }

    @Test
    void aNameThatDoesNotResolveIsSaid() {
        Rfc2136Access nowhere = new Rfc2136Access(
                LONG_LABEL + ".invalid", 53, null, TestZone.KEY, TsigAlgorithm.HMAC_SHA256, TestZone.SECRET);
        assertThatThrownBy(() -> provider(nowhere, Clock.systemUTC()).test())
                .hasMessage(LONG_LABEL + ".invalid:53: this name does not resolve.");
    }

    @Test
    void theSecretIsNotInItsText() {
        assertThat(TestZone.access(53)).hasToString("Rfc2136Access[127.0.0.1:53, wheelhouse]");
    }
}
