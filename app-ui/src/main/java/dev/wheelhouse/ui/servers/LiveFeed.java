package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.LatestOpened;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The readings of one server, a second apart, for as long as somebody looks; opens again by itself when it breaks off.
 * Belongs to the window's thread.
 */
final class LiveFeed {

    private static final Duration BEFORE_RETRY = Duration.ofSeconds(5);

    private final ServerGateway servers;
    private final Background background;
    private final String serverId;
    private final Consumer<List<LiveReading>> taken;
    private final LatestOpened<Background.Handle> opening;
    private Background.Handle following = Background.Handle.NONE;
    private Background.Handle retry = Background.Handle.NONE;
    private int opened;

    LiveFeed(ServerGateway servers, Background background, String serverId, Consumer<List<LiveReading>> taken) {
        this.servers = servers;
        this.background = background;
        this.serverId = serverId;
        this.taken = taken;
        this.opening = new LatestOpened<>(background, Background.Handle::cancel);
    }

    void open() {
        close();
        int own = opened;
        opening.run(
                () -> servers.follow(
                        serverId,
                        readings -> onWindow(own, () -> taken.accept(readings)),
                        () -> onWindow(own, this::openLater)),
                followed -> following = followed,
                _ -> openLater());
    }

    /** What comes from a feed that was closed meanwhile is of no use. */
    private void onWindow(int own, Runnable update) {
        background.onWindow(() -> {
            if (own == opened) {
                update.run();
            }
        });
    }

    private void openLater() {
        retry = background.after(BEFORE_RETRY, this::open);
    }

    /** Nothing is taken any more; the server is watched no longer than the core thinks right. */
    void close() {
        opened++;
        opening.cancel();
        retry.cancel();
        following.cancel();
        following = Background.Handle.NONE;
    }
}
