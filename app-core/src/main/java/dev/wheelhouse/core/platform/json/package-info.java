/** JSON that must keep its exact text, and the one way the core writes JSON of its own. */
package dev.wheelhouse.core.platform.json;
