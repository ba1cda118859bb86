/** What was sent about events, as webhooks and notification channels show it. */
package dev.wheelhouse.api.delivery;
