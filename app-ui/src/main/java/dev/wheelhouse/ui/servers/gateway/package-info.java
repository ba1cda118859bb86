/**
 * What the screens of servers ask the core, in the terms that they show. The screens know these interfaces alone, so that
 * they can be drawn and tried with any servers; the classes {@code Core…} answer them from the core's services.
 */
package dev.wheelhouse.ui.servers.gateway;
