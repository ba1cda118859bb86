/**
 * Threads and long work. All executors of the core are made here. A job moves queued → running → succeeded, failed or
 * cancelled; a final state never changes.
 */
package dev.wheelhouse.core.platform.job;
