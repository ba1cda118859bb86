/**
 * Mail to people, sent through the server that an organization names in its settings. That server may be a private one: it
 * is named by the owner, who alone may also allow private hosts, and a relay on this machine or its network is what most
 * have. A mail is tried once; its caller decides about retries.
 */
package dev.wheelhouse.core.platform.mail;
