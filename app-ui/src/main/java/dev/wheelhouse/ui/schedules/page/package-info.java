/** The page of one schedule: when it is due, what it runs, its runs and what they wrote. */
package dev.wheelhouse.ui.schedules.page;
