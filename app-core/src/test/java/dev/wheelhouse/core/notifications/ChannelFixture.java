package dev.wheelhouse.core.notifications;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.Answer;
import dev.wheelhouse.core.platform.delivery.FastDeliveries;
import dev.wheelhouse.core.platform.delivery.Message;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.mail.MailLimits;
import dev.wheelhouse.core.platform.mail.Mailer;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.settings.Smtp;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The feature over a state of its own, and a far side on loopback that answers as a test writes. */
final class ChannelFixture implements AutoCloseable {

    static final String TOKEN = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";
    static final String PATH = "/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX";

    private final OpenState state;
    private final Vault vault;
    private final EventLog events;
    private final Notifications notifications;
    private final ChannelSenders senders;
    private final Consoles consoles;
    private final Caller owner;
    private final HttpServer sink;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Replies answer = _ -> new Reply(200, Map.of(), "ok");
    private volatile @Nullable Smtp smtp;

    /** A request that the far side got. */
    record Received(String path, String body) {}

    record Reply(int status, Map<String, String> headers, String body) {}

    @FunctionalInterface
    interface Replies {
        Reply to(Received request);
    }

    ChannelFixture(StateKind kind, Path directory) {
        state = OpenState.create(kind, directory);
        vault = new Vault(state.home(), "srv_here", "own", state.store(), state.clock());
        events = new EventLog(state.store(), state.ids(), state.clock(), "srv_here");
        owner = state.organizations().newOrganization();
        try {
            sink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sink.setExecutor(state.workers().virtualThreads());
        sink.createContext("/", this::serve);
        sink.start();
        Mailer mailer = new Mailer(
                _ -> smtp, _ -> Optional.empty(), state.workers(), OutgoingRequests::systemTls, MailLimits.STANDARD);
        consoles = new Consoles(state.store(), state.clock(), "srv_here");
        consoles.beat();
        NotificationsConfig config = new NotificationsConfig(
                state.store(),
                vault,
                events,
                new EventFollowers(state.store(), events),
                new Leases(state.store(), consoles),
                new OutgoingRequests(() -> List.of("127.0.0.1"), state.workers()),
                mailer,
                URI.create(url("")),
                state.workers(),
                state.ids(),
                new Random(1),
                state.clock(),
                FastDeliveries.PACE,
                _ -> Duration.ofDays(30));
        notifications = new Notifications(config);
        JdbcChannelStore channels = new JdbcChannelStore();
        senders = new ChannelSenders(
                config, channels, new ChannelTargets(state.store(), vault, channels, config.telegram()));
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Received request = new Received(exchange.getRequestURI().toString(), body);
            received.add(request);
            Reply reply = answer.to(request);
            reply.headers().forEach(exchange.getResponseHeaders()::add);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** An address of the far side. */
    String url(String path) {
        return "http://127.0.0.1:" + sink.getAddress().getPort() + path;
    }

    String host() {
        return "127.0.0.1:" + sink.getAddress().getPort();
    }

    void answers(Replies next) {
        answer = next;
    }

    void answers(int status, String body) {
        answer = _ -> new Reply(status, Map.of(), body);
    }

    void smtp(Smtp server) {
        smtp = server;
    }

    List<Received> received() {
        return received;
    }

    /** A draft that leads to the far side. */
    ChannelDraft draft(ChannelKind kind) {
        String url = kind.fields().contains("url") ? url(PATH) : null;
        boolean telegram = kind == ChannelKind.TELEGRAM;
        return new ChannelDraft(
                kind,
                kind.wireName(),
                List.of("deploy.*", "app.crashed"),
                null,
                url,
                telegram ? TOKEN : null,
                telegram ? "-1001234567890" : null,
                kind == ChannelKind.EMAIL ? "bob@example.org" : null);
    }

    NotificationChannel create(ChannelKind kind) {
        return service().create(owner, draft(kind));
    }

    ChannelService service() {
        return notifications.service();
    }

    /** Over where the channel leads now. */
    Answer send(NotificationChannel channel, ChannelMessage message) {
        return senders.of(channel)
                .orElseThrow()
                .send(
                        new Message(message.id(), message.type(), message.toJson()),
                        state.clock().instant());
    }

    OpenState state() {
        return state;
    }

    Vault vault() {
        return vault;
    }

    EventLog events() {
        return events;
    }

    Caller owner() {
        return owner;
    }

    /** Begins to deliver. */
    void start() {
        notifications.start();
    }

    @Override
    public void close() {
        notifications.close();
        sink.stop(0);
        state.close();
    }
}
