package dev.wheelhouse.ui;

import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.shell.Watch;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * Goes through the window on a trial start, so that the start-up cache knows what each screen is made of and the first of
 * every kind opens as quickly as the next. Belongs to the window's thread.
 */
final class TrialTour implements Watch {

    /**
     * Where the tour goes.
     *
     * @param go opens it
     * @param stay until it is read, laid out and painted
     */
    record Stop(Runnable go, Duration stay) {}

    private final Background background;
    private final Iterator<Stop> stops;
    private final Runnable over;
    private Background.Handle next = Background.Handle.NONE;

    /** @param over runs when every stop was made */
    TrialTour(Background background, List<Stop> stops, Runnable over) {
        this.background = background;
        this.stops = stops.iterator();
        this.over = over;
    }

    @Override
    public void onShow() {
        goOn();
    }

    private void goOn() {
        if (!stops.hasNext()) {
            over.run();
            return;
        }
        Stop stop = stops.next();
        // First, so that a screen which fails does not keep the window open for ever.
        next = background.after(stop.stay(), this::goOn);
        stop.go().run();
    }

    @Override
    public void onHide() {
        next.cancel();
    }
}
