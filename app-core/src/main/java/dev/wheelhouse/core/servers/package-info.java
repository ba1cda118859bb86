/**
 * The machines that the console works, and whether they answer. Invariants: every console's own machine is a server with
 * the home's id, made at its first start and never deleted; secrets are in the vault, keys of servers in the home; one
 * live {@code Host} a server, closed when the server changes. Called by both faces and by every feature that touches a
 * machine.
 */
package dev.wheelhouse.core.servers;
