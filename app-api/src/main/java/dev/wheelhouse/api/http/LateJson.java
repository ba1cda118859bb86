package dev.wheelhouse.api.http;

import dev.wheelhouse.api.http.json.JsonCodec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A value that takes long: the answer begins at once and goes on with blanks, which JSON allows before a value (RFC 8259
 * section 2), so that nobody on the way takes the connection for dead. A reader that goes away ends nothing but this.
 */
record LateJson(CompletableFuture<?> value, JsonCodec json, HttpLimits limits) implements Response.StreamWriter {

    @Override
    public void write(OutputStream output) throws IOException {
        while (!isThere()) {
            output.write(' ');
            output.flush();
        }
        output.write(json.write(value.resultNow()));
    }

    private boolean isThere() throws IOException {
        try {
            value.get(limits.heartbeat().toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw new IOException("The work that was waited for failed", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
