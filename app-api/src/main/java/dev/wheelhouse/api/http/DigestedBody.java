package dev.wheelhouse.api.http;

import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.function.IntConsumer;

/** A body whose bytes go into a digest as they are read as a stream. */
record DigestedBody(RequestBody body, MessageDigest digest) implements RequestBody {

    @Override
    public boolean isPresent() {
        return body.isPresent();
    }

    @Override
    public void requireAnnouncedWithin(long maxBytes) {
        body.requireAnnouncedWithin(maxBytes);
    }

    @Override
    public byte[] readAll(int maxBytes, IntConsumer arrived) throws IOException {
        return body.readAll(maxBytes, arrived);
    }

    @Override
    public InputStream open(long maxBytes) {
        return new DigestInputStream(body.open(maxBytes), digest);
    }
}
