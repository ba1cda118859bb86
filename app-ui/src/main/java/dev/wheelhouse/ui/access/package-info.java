/** Members, invites, API keys, the audit log, and what the window says of who sits at it. */
package dev.wheelhouse.ui.access;
