/** Notification channels over HTTP: translates, calls the service, answers. */
package dev.wheelhouse.api.notifications;
