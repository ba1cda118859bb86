/** PostgreSQL's own client programs on a machine: where they lie, what is known of their releases, and how they are run. */
package dev.wheelhouse.core.backups.dump;
