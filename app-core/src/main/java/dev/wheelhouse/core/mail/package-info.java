/**
 * Mail domains: the DNS records that they need, and proof that they are published. {@code spf} evaluates SPF records and
 * keeps how it came to its result.
 */
package dev.wheelhouse.core.mail;
