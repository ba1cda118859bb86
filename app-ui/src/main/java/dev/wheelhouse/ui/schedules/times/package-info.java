/** Times to come: what a cron expression means, its next times in two zones, and the choice of a zone. */
package dev.wheelhouse.ui.schedules.times;
