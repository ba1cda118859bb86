/**
 * Finds things in bytes: line breaks, texts, and what regular expressions describe, by automata. Knows no log and no filter.
 *
 * <p>An expression becomes an {@code Expression} (parsed; null for what is not regular), a {@code Program} (a
 * nondeterministic automaton over bytes) and, for each search, a {@code LineAutomaton} that makes states of it as lines need
 * them.
 */
package dev.wheelhouse.core.logs.search;
