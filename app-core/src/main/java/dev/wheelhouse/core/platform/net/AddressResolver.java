package dev.wheelhouse.core.platform.net;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Looks names up. */
@FunctionalInterface
interface AddressResolver {

    /** What the machine itself uses, with its hosts file. */
    AddressResolver SYSTEM = name -> List.of(InetAddress.getAllByName(name));

    /**
     * @return at least one, in the order in which they shall be tried
     * @throws java.net.UnknownHostException when the name does not resolve
     */
    List<InetAddress> resolve(String name) throws IOException;
}
