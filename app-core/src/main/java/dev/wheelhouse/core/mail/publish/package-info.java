/**
 * Managed mode: what publishing would do to a zone ({@link dev.wheelhouse.core.mail.publish.PublishPlan}, pure), and the port
 * over which it is done ({@link dev.wheelhouse.core.mail.publish.ZoneProvider}). A record that this console did not make is
 * changed only when somebody says so, and a set only while it is as it was previewed.
 */
package dev.wheelhouse.core.mail.publish;
