package dev.wheelhouse.core.mail.dns;

/**
 * A server that is asked.
 *
 * @param name its host name, or its address where it has none
 * @param address without brackets; empty where its name has none
 * @param port 1 to 65535
 */
public record NameServer(String name, String address, int port) {}
