package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;

/** A UNIX socket of the console's own machine. */
final class LocalConnection implements HostConnection {

    private final SocketChannel channel;
    private final InputStream input;
    private final OutputStream output;
    private final Consumer<LocalConnection> whenClosed;

    private LocalConnection(SocketChannel channel, Consumer<LocalConnection> whenClosed) {
        this.channel = channel;
        this.input = Channels.newInputStream(channel);
        this.output = Channels.newOutputStream(channel);
        this.whenClosed = whenClosed;
    }

    static LocalConnection open(String path, Consumer<LocalConnection> whenClosed) {
        Path file = path(path);
        try {
            return new LocalConnection(SocketChannel.open(UnixDomainSocketAddress.of(file)), whenClosed);
        } catch (ClosedByInterruptException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Connecting to " + path + " was cancelled.", e);
        } catch (IOException e) {
            throw refusal(file, e);
        }
    }

    private static Path path(String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw HostFailures.badPath(path, e);
        }
    }

    /** Only one class of exception carries the system's own words. */
    private static AppException refusal(Path file, IOException failure) {
        String path = file.toString();
        String text = String.valueOf(failure.getMessage());
        if (text.contains("Permission denied")) {
            return HostFailures.socketForbidden(path, System.getProperty("user.name"), failure);
        }
        if (Files.notExists(file)) {
            return HostFailures.noSocket(path, failure);
        }
        if (!isSocket(file)) {
            return HostFailures.notASocket(path);
        }
        return text.contains("refused")
                ? HostFailures.socketDead(path, failure)
                : HostFailures.unavailable("The socket " + path + " could not be reached", failure);
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isOther();
        } catch (IOException _) {
            // Gone meanwhile, or not to be looked at: what connecting said is the better answer.
            return true;
        }
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public OutputStream output() {
        return output;
    }

    @Override
    public void close() {
        whenClosed.accept(this);
        try {
            channel.close();
        } catch (IOException _) {
            // It is of no use any more either way.
        }
    }
}
