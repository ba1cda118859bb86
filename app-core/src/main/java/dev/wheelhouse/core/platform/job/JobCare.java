package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Sees to it that no job stays running for ever: those of consoles that died are failed, and those that another console
 * failed or was asked to stop are stopped here. Thread-safe.
 */
public final class JobCare {

    private static final String STOPPED = "The console stopped while it ran; how far it came is not known.";
    private static final String LOST =
            "The console that worked on it stopped or lost the state; how far it came is not known.";
    private static final String STRAY = "The console lost the state when this began; whether it did is not known.";
    private static final String TAKEN_FOR_DEAD = "Another console took this one for dead.";

    private final StateStore store;
    private final JobService service;
    private final Consoles consoles;
    private final JdbcJobStore jobs;

    public JobCare(StateStore store, JobService service, Consoles consoles) {
        this.store = store;
        this.service = service;
        this.consoles = consoles;
        this.jobs = new JdbcJobStore(consoles.homeId());
    }

    /** Fails what this home left when its console last ended; before anything starts. */
    public void settleOwn() {
        store.read(tx -> jobs.unfinishedOf(tx, consoles.homeId())).forEach(each -> abandon(each, STOPPED, _ -> true));
    }

    /** Fails what nobody works on, and stops what another console has failed. Called once a heartbeat. */
    public void settle() {
        settleHere();
        for (String home : store.read(jobs::homesAtWork)) {
            if (!consoles.isAlive(home)) {
                // It may be back since.
                store.read(tx -> jobs.unfinishedOf(tx, home))
                        .forEach(each -> abandon(each, LOST, tx -> !consoles.isAlive(tx, home)));
            }
        }
    }

    private void settleHere() {
        Set<String> begun = service.launched();
        List<Job> told = store.read(tx -> jobs.unfinishedOf(tx, consoles.homeId()));
        // The state was lost in the moment in which it was to keep them.
        told.stream().filter(each -> !service.isHere(each.id())).forEach(each -> abandon(each, STRAY, _ -> true));
        Set<String> ids = told.stream().map(Job::id).collect(Collectors.toSet());
        // This console gave no sign of life for too long: the same work may be on its way elsewhere.
        begun.stream().filter(each -> !ids.contains(each)).forEach(each -> service.stop(each, TAKEN_FOR_DEAD));
    }

    /** Stops what other consoles were asked to stop here. */
    public void stopRequested() {
        if (!service.isIdle()) {
            store.read(tx -> jobs.stopRequests(tx, consoles.homeId())).forEach(service::stop);
        }
    }

    /** Each in a transaction of its own, so that two that settle the same ones do not wait for each other. */
    private void abandon(Job job, String error, Predicate<Transaction> stillRight) {
        store.change(tx -> {
            if (stillRight.test(tx)) {
                service.abandon(tx, job, error);
            }
        });
    }
}
