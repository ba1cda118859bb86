/** How apps run: the port, and what is told through it. Its adapters are the packages beside this one. */
package dev.wheelhouse.core.apps.runtime;
