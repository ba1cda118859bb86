/** Operations 1 and 7: keys, members and their invites. */
package dev.wheelhouse.api.access;
