/** The keys that sign a domain's mail (RFC 6376, RFC 8463), and how they get into the program that signs. */
package dev.wheelhouse.core.mail.dkim;
