package dev.wheelhouse.api.jobs;

import dev.wheelhouse.api.http.EventFeed;
import dev.wheelhouse.core.platform.job.JobFollowing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Jobs as events, each whenever it changed. A reader that came back too late, or was too slow, is told with an event
 * {@code gap} that it has to list the jobs again.
 */
final class JobFeedEvents implements EventFeed {

    private final JobFollowing following;

    JobFeedEvents(JobFollowing following) {
        this.following = following;
    }

    @Override
    public List<Event> next(Duration patience) throws InterruptedException {
        List<JobFollowing.Change> changes = following.next(patience);
        List<Event> events = new ArrayList<>();
        if (following.takeMissed()) {
            events.add(new Event("gap", "gap", Map.of()));
        }
        changes.forEach(each -> events.add(new Event(each.id(), "job", JobJson.from(each.job()))));
        return events;
    }

    @Override
    public void close() {
        following.close();
    }
}
