/** How apps run: the port, and its data types. Its adapters are the packages beside this one. */
package dev.wheelhouse.core.apps.runtime;
