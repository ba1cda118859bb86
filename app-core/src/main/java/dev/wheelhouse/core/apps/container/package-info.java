/**
 * Apps that are containers: of the console's own making, found by their label {@code dev.wheelhouse.app}, or adopted by
 * name. {@code engine} speaks with the engine; {@code log} reads what they write.
 */
package dev.wheelhouse.core.apps.container;
