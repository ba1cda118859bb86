/** The owner's settings as an immutable record and its file. */
package dev.wheelhouse.core.platform.settings;
