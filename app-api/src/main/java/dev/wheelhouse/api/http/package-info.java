/**
 * HTTP without any feature: routes, requests, answers, and the one order in which a call is checked (guards, route,
 * credential, scope, body). Everything here runs on the caller's virtual thread and may block; the listener that reads
 * and writes sockets is in {@code http.transport}.
 */
package dev.wheelhouse.api.http;
