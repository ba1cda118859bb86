/** Stores of objects: a directory, and S3 and what speaks it; sealed or not. They know nothing of what lies in them. */
package dev.wheelhouse.core.backups.store;
