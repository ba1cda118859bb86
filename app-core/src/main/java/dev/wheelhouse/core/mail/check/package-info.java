/**
 * Whether the records of a mail domain are there and right. A check decides by what {@link
 * dev.wheelhouse.core.mail.dns.DnsView} answers and reads nothing else; what did not answer leaves the status as it was.
 */
package dev.wheelhouse.core.mail.check;
