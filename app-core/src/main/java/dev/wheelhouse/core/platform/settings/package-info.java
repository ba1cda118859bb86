/**
 * What the owner may set. What holds for an organization lies in the state and holds on all of its consoles; what holds for
 * one console lies in {@code settings.json} of its home. Readers ask {@link dev.wheelhouse.core.platform.settings.SettingsService}
 * at each use and keep nothing, so that a change holds at once.
 */
package dev.wheelhouse.core.platform.settings;
