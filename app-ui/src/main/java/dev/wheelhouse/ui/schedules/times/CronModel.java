package dev.wheelhouse.ui.schedules.times;

import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.fx.Background;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** A cron expression and its zone as a form has them, and what they mean now. Belongs to the window's thread. */
public final class CronModel {

    private static final Duration TICK = Duration.ofSeconds(10);

    private final ZoneId own;
    private final Clock clock;
    private final StringProperty cron;
    private final StringProperty timeZone;
    private final ReadOnlyObjectWrapper<CronReading> reading;
    private final Background.Handle ticking;

    /**
     * @param path of the expression, as the API names it
     * @param own the window's zone, which a new one begins with
     */
    public CronModel(String path, ZoneId own, Clock clock, Background background) {
        this.own = own;
        this.clock = clock;
        this.cron = new SimpleStringProperty(this, path, "");
        this.timeZone = new SimpleStringProperty(this, "timeZone", own.getId());
        this.reading = new ReadOnlyObjectWrapper<>(this, "reading", read());
        cron.addListener(_ -> readAgain());
        timeZone.addListener(_ -> readAgain());
        ticking = background.every(TICK, this::readAgain);
    }

    private CronReading read() {
        return CronReading.of(cron.get(), zone().orElse(null), own, clock.instant());
    }

    private void readAgain() {
        reading.set(read());
    }

    /** Says while somebody types what is wrong with the zone. */
    public void showProblemsIn(FormModel<?> form) {
        form.forgetProblemsOf(cron, timeZone);
        timeZone.addListener(_ -> {
            if (zone().isEmpty()) {
                form.problems().put(timeZone.getName(), zoneProblem());
            }
        });
    }

    /** What keeps a draft from being made; the core checks the expression. */
    public List<FieldProblem> problems() {
        List<FieldProblem> problems = new ArrayList<>();
        if (cron.get().isBlank()) {
            problems.add(new FieldProblem(cron.getName(), "Say when: five fields, @daily, or one of the usual times."));
        }
        if (zone().isEmpty()) {
            problems.add(new FieldProblem(timeZone.getName(), zoneProblem()));
        }
        return problems;
    }

    private String zoneProblem() {
        return "There is no time zone “" + timeZone.get().strip() + "”. Type a city, such as Zurich, or UTC.";
    }

    /** Fills the field with times that many choose. */
    void choose(UsualTimes times) {
        cron.set(times.expression(cron.get()));
    }

    public void show(String expression, ZoneId zone) {
        cron.set(expression);
        timeZone.set(zone.getId());
    }

    /** Whether the expression means nothing. */
    public boolean isWrong() {
        return reading.get() instanceof CronReading.Wrong;
    }

    public StringProperty cronProperty() {
        return cron;
    }

    /** As it is typed; a name of a zone once it is right. */
    public StringProperty timeZoneProperty() {
        return timeZone;
    }

    public Optional<ZoneId> zone() {
        return ZoneChoice.find(timeZone.get());
    }

    /** What the times mean, as they are typed. */
    public ReadOnlyObjectProperty<CronReading> readingProperty() {
        return reading.getReadOnlyProperty();
    }

    ZoneId own() {
        return own;
    }

    List<ZoneChoice> zones() {
        return ZoneChoice.all(own, clock.instant());
    }

    public void close() {
        ticking.cancel();
    }
}
