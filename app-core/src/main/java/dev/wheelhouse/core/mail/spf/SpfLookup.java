package dev.wheelhouse.core.mail.spf;

/** One question to DNS and its answer. */
public record SpfLookup(SpfDns.Type type, String name, SpfAnswer answer) {}
