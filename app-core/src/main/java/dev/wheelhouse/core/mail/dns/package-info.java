/**
 * DNS as a check sees it: every authoritative server of a name asked by itself, and a resolver for what the world sees. The
 * library's classes (dnsjava) stay in here.
 */
package dev.wheelhouse.core.mail.dns;
