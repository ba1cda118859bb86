/** Outbound webhooks over HTTP: translates, calls the service, answers. */
package dev.wheelhouse.api.webhooks;
