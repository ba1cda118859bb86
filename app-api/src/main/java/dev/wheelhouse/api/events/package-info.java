/** Events over HTTP. */
package dev.wheelhouse.api.events;
