/** What the log screens ask the core for, in the words of the window; with the core behind it, or a test's own. */
package dev.wheelhouse.ui.logs.gateway;
