/**
 * What the screens of schedules ask the core. The screens know these interfaces alone, so that they can be drawn and
 * tried with any schedules; the class {@code Core…} answers them from the core's services.
 */
package dev.wheelhouse.ui.schedules.gateway;
