package dev.wheelhouse.core.backups.plan;

/**
 * What is kept.
 *
 * @param keepNewest 1..1000, so many complete bases always stay
 * @param days 1..3650, others go when they are older
 */
public record RetentionRule(int keepNewest, int days) {}
