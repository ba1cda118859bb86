/**
 * The Sender Policy Framework (RFC 7208), evaluated with the tree of what was asked and answered. Pure: it reads no clock
 * and opens no socket; DNS is behind the port {@link dev.wheelhouse.core.mail.spf.SpfDns}.
 */
package dev.wheelhouse.core.mail.spf;
