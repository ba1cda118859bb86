/**
 * Outbound webhooks: events as signed requests to an address of somebody's choice, by Standard Webhooks 1.0
 * (https://www.standardwebhooks.com). {@code platform.delivery} decides when; here is what is sent, and how an answer is
 * judged. Invariants: id and body of a message stay the same over its attempts; the secret is shown when it is made and never
 * again; a message says what a reader of the events without the audit sees.
 */
package dev.wheelhouse.core.webhooks;
