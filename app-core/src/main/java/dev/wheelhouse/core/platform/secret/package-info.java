/**
 * Secrets at rest. A value is sealed under its table, record and field, so a sealed text moved elsewhere does not open.
 * Nothing here is ever logged or returned by a route.
 */
package dev.wheelhouse.core.platform.secret;
