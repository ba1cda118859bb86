package dev.wheelhouse.api;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.service.ServiceAddress;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells where the API answers: one line for people, {@code api.json} (0600) in the home for scripts, and of a service a file
 * for everybody on the machine.
 */
public final class Announcement implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Announcement.class.getName());
    private static final String FILE = "api.json";

    private final Home home;
    private final ServiceAddress service;
    private boolean closed;

    Announcement(Home home, ServiceAddress service) {
        this.home = home;
        this.service = service;
    }

    /**
     * Announces a running server; the file goes away again when this is closed.
     *
     * @param place with its true port
     * @param certificate that the server shows; empty without TLS
     */
    static Announcement make(Core core, ListenerSettings place, Optional<X509Certificate> certificate, PrintStream out)
            throws IOException {
        ServiceAddress service =
                ServiceAddress.of(System.getenv(), ProcessHandle.current().pid());
        Announcement made = new Announcement(core.home(), service);
        made.write(place, certificate);
        String token = core.access().person().isPresent()
                ? "token: " + core.access().localTokenFile()
                : "nobody's home: no token";
        out.println("Wheelhouse " + ProductVersion.current() + " listening on " + place.url() + " (" + token + ")");
        out.flush();
        return made;
    }

    private void write(ListenerSettings place, Optional<X509Certificate> certificate) throws IOException {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("url", place.url());
        file.put("port", place.port());
        file.put("pid", ProcessHandle.current().pid());
        certificate.ifPresent(it -> file.put("certificateSha256", fingerprint(it)));
        home.writePrivately(FILE, Json.write(file) + "\n");
        service.tell(place.url());
    }

    /** Of the server's certificate, for programs of this home, which need no authority to know it. */
    private static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(Sha256.digest().digest(certificate.getEncoded()));
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The server has moved, or has another certificate. */
    synchronized void changed(ListenerSettings place, Optional<X509Certificate> certificate) {
        if (closed) {
            return;
        }
        try {
            write(place, certificate);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "api.json still names the former address or certificate", e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            Files.deleteIfExists(home.file(FILE));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "api.json could not be removed", e);
        }
        try {
            service.remove();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The address of the service could not be removed", e);
        }
    }
}
