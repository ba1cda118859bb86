/**
 * What every benchmark needs: one measurement, the conditions it was made under, the history that it is compared with, and
 * the table of all. It lies among the tests so that its rules are tested; the benchmarks themselves are in
 * {@code src/bench} and run by {@code mvn -Pbench verify}.
 */
@NullMarked
package dev.wheelhouse.core.bench;

import org.jspecify.annotations.NullMarked;
