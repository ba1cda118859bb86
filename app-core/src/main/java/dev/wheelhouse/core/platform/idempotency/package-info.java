/**
 * Calls that may be sent again under the same key and are done once. Invariants: a key is stored in the first change of
 * the state that its call makes, so that whatever happened has its key; a key without an answer whose console has ended is
 * never run again.
 */
package dev.wheelhouse.core.platform.idempotency;
