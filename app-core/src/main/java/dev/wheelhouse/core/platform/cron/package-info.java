/** When a schedule is due: cron expressions, what they mean in a time zone, and in words. Pure. */
package dev.wheelhouse.core.platform.cron;
