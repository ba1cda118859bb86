/**
 * Base backups on their way into a store: volumes, the check of each file against the server's own manifest, and what a
 * restore has to know of them.
 */
package dev.wheelhouse.core.backups.base;
