/**
 * Who may call: organizations, members with roles, API keys. A key can do what its scopes and its creator's current role
 * both allow, decided anew at every call. Tokens are shown once and stored as SHA-256.
 */
package dev.wheelhouse.core.access;
