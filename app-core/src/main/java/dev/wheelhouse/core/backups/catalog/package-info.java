/** What a store has of a cluster: its complete bases, and how they come and go. */
package dev.wheelhouse.core.backups.catalog;
