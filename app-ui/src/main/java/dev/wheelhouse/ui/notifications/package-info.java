/** Where events are sent, for people and for programs: one list of channels and webhooks, with what was delivered. */
package dev.wheelhouse.ui.notifications;
