package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.ui.list.PagedList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The deployments of all apps or of one, newest first; read again while somebody sees them. Belongs to the window's thread. */
final class DeploymentList extends PagedList<DeploymentList.Reading, DeploymentLine> {

    private static final Duration PACE = Duration.ofSeconds(2);
    private static final int PAGE = 100;

    private final Parts parts;
    private final @Nullable String appId;
    private final Supplier<Caller> callers;
    private final ReadOnlyObjectWrapper<@Nullable AppSource> source = new ReadOnlyObjectWrapper<>();

    /** @param names of the apps, by id */
    record Reading(Page<Deployment> page, Optional<AppSource> source, Map<String, String> names) {}

    /**
     * What all lists of deployments need.
     *
     * @param zone in which times are shown
     */
    record Parts(Deployments deployments, Clock clock, ZoneId zone) {}

    /** @param appId null for all apps */
    DeploymentList(Parts parts, @Nullable String appId, Workbench workbench) {
        super(workbench.background(), parts.clock(), PACE, DeploymentLine::id, PAGE);
        this.parts = parts;
        this.appId = appId;
        this.callers = workbench.callers();
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        return new Reading(
                withPinned(
                        caller, readPages(page -> parts.deployments().service().list(caller, appId, page))),
                appId == null ? Optional.empty() : parts.deployments().sources().find(caller, appId),
                parts.deployments().names().of(caller));
    }

    private Page<Deployment> withPinned(Caller caller, Page<Deployment> page) {
        String id = pinned();
        if (id == null || page.items().stream().anyMatch(each -> each.id().equals(id))) {
            return page;
        }
        try {
            List<Deployment> items = new ArrayList<>(page.items());
            items.add(parts.deployments().service().get(caller, id));
            return new Page<>(items, page.next());
        } catch (AppException e) {
            if (e.errorCode() != PlatformError.NOT_FOUND) {
                throw e;
            }
            return page;
        }
    }

    @Override
    protected List<DeploymentLine> lines(Reading reading) {
        setHasMore(reading.page().next() != null);
        source.set(reading.source().orElse(null));
        Instant now = clock().instant();
        Map<String, String> serving = new HashMap<>();
        reading.page().items().stream()
                .filter(each -> each.status() == DeploymentStatus.SUCCEEDED)
                .forEach(each -> serving.putIfAbsent(each.appId(), each.releaseId()));
        Set<String> seen = new HashSet<>();
        return reading.page().items().stream()
                .map(each -> DeploymentLine.of(
                        each,
                        reading.names().getOrDefault(each.appId(), "A deleted app"),
                        each.status() == DeploymentStatus.SUCCEEDED
                                && each.releaseId().equals(serving.get(each.appId())),
                        seen.add(each.appId()),
                        now,
                        parts.zone()))
                .toList();
    }

    /** Where the app's releases come from; null for none, for all apps, and until it was read. */
    ReadOnlyObjectProperty<@Nullable AppSource> sourceProperty() {
        return source.getReadOnlyProperty();
    }

    Parts parts() {
        return parts;
    }
}
