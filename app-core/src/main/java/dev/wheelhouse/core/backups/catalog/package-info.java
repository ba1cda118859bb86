/** What a store has of a cluster or a database: complete bases, dumps and copies, and how they come and go. */
package dev.wheelhouse.core.backups.catalog;
