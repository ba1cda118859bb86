package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.ImageReleases;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandOutput;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One app's containers in the test's memory: one that serves, and one beside it. */
final class ScriptedContainers implements AppRuntime, ImageReleases {

    /** A container, by the image it was made from. */
    private record Container(String image, String releaseId, String run, boolean served, boolean running) {}

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Set<String> images = ConcurrentHashMap.newKeySet();
    private final AtomicInteger runs = new AtomicInteger();
    private final Map<String, AppException> troubles = new ConcurrentHashMap<>();
    private volatile @Nullable Container serving;
    private volatile @Nullable Container next;
    private volatile boolean fixedPort;

    /** What was asked of it, in order. */
    List<String> calls() {
        return calls;
    }

    Set<String> kept() {
        return images;
    }

    /** What serves, by its image, with a dash before it where it does not run; empty for nothing. */
    String serving() {
        Container now = serving;
        return now == null ? "" : (now.running() ? "" : "-") + now.image();
    }

    boolean hasNext() {
        return next != null;
    }

    void hasFixedPort() {
        fixedPort = true;
    }

    /** What a call of that name fails with from now on; null for nothing. */
    void fail(String call, @Nullable String why) {
        if (why == null) {
            troubles.remove(call);
        } else {
            troubles.put(call, new AppException(PlatformError.STATE_INVALID, why));
        }
    }

    private void called(String call) {
        calls.add(call);
        troubled(call);
    }

    private void troubled(String call) {
        AppException trouble = troubles.get(call);
        if (trouble != null) {
            throw trouble;
        }
    }

    private static String image(App app) {
        return ((AppSpec.Container) app.spec()).image();
    }

    private Container run(String image, String releaseId, boolean served) {
        return new Container(image, releaseId, "run" + runs.incrementAndGet(), served, true);
    }

    private static Container stopped(Container it) {
        return new Container(it.image(), it.releaseId(), it.run(), it.served(), false);
    }

    private static AppSnapshot snapshot(@Nullable Container of) {
        return new AppSnapshot(
                of == null
                        ? List.of()
                        : List.of(new Instance(
                                of.run(), "shop", of.running(), null, Instant.EPOCH, null, null, 0, "", null)),
                0,
                null);
    }

    @Override
    public RuntimeKind kind() {
        return RuntimeKind.CONTAINER;
    }

    @Override
    public ImageReleases images() {
        return this;
    }

    @Override
    public AppSnapshot start(Host host, App app) {
        called("start");
        Container now = serving;
        if (now == null || !now.image().equals(image(app)) || !now.running()) {
            serving = run(image(app), "", false);
        }
        next = null;
        return snapshot(serving);
    }

    @Override
    public void stop(Host host, App app) {
        called("stop");
        serving = serving == null ? null : stopped(serving);
        next = null;
    }

    @Override
    public Map<String, AppSnapshot> look(Host host, List<App> apps) {
        return Map.of(apps.getFirst().id(), snapshot(serving));
    }

    @Override
    public LogSource log(Supplier<Host> host, App app) {
        throw new AppException(PlatformError.STATE_INVALID, "There is no log.");
    }

    @Override
    public List<FoundApp> discover(Host host) {
        return List.of();
    }

    @Override
    public void remove(Host host, App app) {
        serving = null;
    }

    @Override
    public void build(
            Host host,
            App app,
            String image,
            String dockerfile,
            CommandInput context,
            Duration limit,
            CommandOutput output) {
        called("build");
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        try {
            context.writeTo(tar);
            output.stdout(
                    ("built " + dockerfile + " of " + (tar.size() > 0 ? "files" : "nothing") + " with open-sesame-42\n")
                            .getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        images.add(image);
    }

    @Override
    public String pull(Host host, App app, String image, String name, JobProgress progress) {
        called("pull");
        calls.add(image);
        images.add(name);
        return "%064x".formatted(image.hashCode() & 0xffffL);
    }

    @Override
    public boolean has(Host host, App app, String image) {
        return images.contains(image);
    }

    @Override
    public void remove(Host host, App app, String image) {
        images.remove(image);
    }

    @Override
    public List<String> prune(Host host, App app, Collection<String> kept) {
        List<String> removed = new ArrayList<>();
        for (String each : List.copyOf(images)) {
            String release = each.substring(each.lastIndexOf(':') + 1);
            if (!kept.contains(release)) {
                images.remove(each);
                removed.add(release);
            }
        }
        return removed;
    }

    @Override
    public boolean stopsFirst(App app) {
        return fixedPort;
    }

    @Override
    public Optional<Integer> runOnce(Host host, App app, List<String> command, Duration limit, CommandOutput output) {
        called("runOnce");
        return Optional.of(0);
    }

    @Override
    public void startNext(Host host, App app, String releaseId) {
        Container now = serving;
        boolean served = now != null && now.running();
        if (fixedPort && now != null) {
            serving = stopped(now);
        }
        next = run(image(app), releaseId, served);
        called("startNext");
    }

    @Override
    public Containers containers(Host host, App app, boolean beside) {
        return new Containers() {
            @Override
            public AppSnapshot look() {
                return snapshot(beside ? next : serving);
            }

            @Override
            public List<String> addresses() {
                Container now = beside ? next : serving;
                return now == null ? List.of() : List.of(now.run());
            }

            @Override
            public String lastLines(int lines) {
                return "";
            }

            @Override
            public Optional<Integer> run(List<String> command, Duration limit, CommandOutput output) {
                called(beside ? "run beside" : "run");
                return Optional.of(0);
            }
        };
    }

    @Override
    public Optional<Boolean> servedBefore(Host host, App app, String releaseId) {
        troubled("servedBefore");
        for (Container each : new Container[] {serving, next}) {
            if (each != null && each.releaseId().equals(releaseId)) {
                return Optional.of(each.served());
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean servesWithout(Host host, App app, String releaseId) {
        Container now = serving;
        return now != null && now.running() && !now.releaseId().equals(releaseId);
    }

    @Override
    public void takeOver(Host host, App app) {
        serving = next;
        next = null;
        called("takeOver");
    }

    @Override
    public void dropNext(Host host, App app) {
        next = null;
    }
}
