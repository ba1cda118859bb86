package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import io.undertow.connector.ByteBufferPool;
import io.undertow.protocols.ssl.UndertowXnioSsl;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.X509Certificate;
import org.xnio.OptionMap;
import org.xnio.Xnio;
import org.xnio.ssl.XnioSsl;

/** The TLS of one listener, by the certificate and the key that its files hold. Thread-safe. */
final class ListenerTls {

    private static final Logger LOG = System.getLogger(ListenerTls.class.getName());

    private final ListenerSettings.Tls files;
    private final UndertowXnioSsl ssl;
    private TlsFiles read;
    private volatile X509Certificate certificate;

    /** @throws AppException {@code validation_failed} on the field of a file that is no good */
    ListenerTls(ListenerSettings.Tls files, ByteBufferPool buffers) {
        this.files = files;
        this.read = TlsFiles.read(files);
        TlsIdentity identity = TlsIdentity.of(read);
        this.certificate = identity.certificate();
        this.ssl = new UndertowXnioSsl(
                Xnio.getInstance(ListenerTls.class.getClassLoader()), OptionMap.EMPTY, buffers, identity.context());
        warnOfOpenKey();
    }

    XnioSsl ssl() {
        return ssl;
    }

    /** What new connections are shown. */
    X509Certificate certificate() {
        return certificate;
    }

    /**
     * Uses what the files hold for connections from now on, if that is something else; open ones go on as they are.
     * Another context and not another key in this one: a resumed session would keep the old certificate.
     *
     * @return whether it was something else
     * @throws AppException {@code validation_failed} where it is no good, such as while files are being replaced; what was
     *     used before stays
     */
    synchronized boolean renew() {
        TlsFiles now = TlsFiles.read(files);
        if (now.equals(read)) {
            return false;
        }
        TlsIdentity identity = TlsIdentity.of(now);
        ssl.updateSSLContext(identity.context());
        certificate = identity.certificate();
        read = now;
        LOG.log(
                Level.INFO,
                "The API's certificate was renewed; it is valid until "
                        + certificate.getNotAfter().toInstant());
        warnOfOpenKey();
        return true;
    }

    private void warnOfOpenKey() {
        try {
            Path key = Path.of(files.keyFile());
            if (Files.getPosixFilePermissions(key).contains(PosixFilePermission.OTHERS_READ)) {
                LOG.log(Level.WARNING, "Every user of this machine can read the API's key. Run: chmod o-r " + key);
            }
        } catch (IOException | UnsupportedOperationException _) {
            // A system with other permissions.
        }
    }
}
