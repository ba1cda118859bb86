/** The list of schedules, what can be done with them, and how they read and look. */
package dev.wheelhouse.ui.schedules.list;
