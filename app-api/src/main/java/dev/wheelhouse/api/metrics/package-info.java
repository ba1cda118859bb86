/** What servers measure: operation 6, the latest values, the live stream, and where metrics come from. */
package dev.wheelhouse.api.metrics;
