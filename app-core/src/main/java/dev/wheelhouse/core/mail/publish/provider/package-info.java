/**
 * The providers of zones: dynamic updates (RFC 2136) signed with TSIG, Cloudflare and PowerDNS. The library's classes
 * (dnsjava) stay in here.
 */
package dev.wheelhouse.core.mail.publish.provider;
