/** Requests that leave the console on somebody's behalf. */
package dev.wheelhouse.core.platform.net;
