/**
 * What stored bases and WAL can restore, and what of them may go. Pure: it reads no store and no clock.
 */
package dev.wheelhouse.core.backups.plan;
