package dev.wheelhouse.core.platform.settings;

/**
 * How long things are kept, in days, 1 to 3650 each.
 *
 * @param eventDays events and audit
 * @param historyDays statement history
 * @param jobDays ended jobs and runs of schedules
 * @param deliveryDays deliveries of webhooks and notifications
 */
public record Retention(int eventDays, int historyDays, int jobDays, int deliveryDays) {

    public static final Retention DEFAULTS = new Retention(400, 30, 90, 30);
}
