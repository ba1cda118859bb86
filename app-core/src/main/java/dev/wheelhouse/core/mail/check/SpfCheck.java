package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.spf.SpfEvaluation;

/**
 * A domain's SPF evaluated for an address that its mail comes from.
 *
 * @param address in its one form
 */
public record SpfCheck(String address, SpfEvaluation evaluation) {}
