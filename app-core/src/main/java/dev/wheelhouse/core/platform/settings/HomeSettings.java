package dev.wheelhouse.core.platform.settings;

/** What holds on one console; kept in {@code settings.json} of its home. */
public record HomeSettings(ListenerSettings listener, Appearance appearance, Shares shares) {

    public static final HomeSettings DEFAULTS =
            new HomeSettings(ListenerSettings.DEFAULTS, Appearance.DEFAULTS, Shares.DEFAULTS);

    HomeSettings with(ListenerSettings other) {
        return new HomeSettings(other, appearance, shares);
    }
}
