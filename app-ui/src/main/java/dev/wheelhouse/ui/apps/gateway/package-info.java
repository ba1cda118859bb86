/** What the screens of apps ask the core for. */
package dev.wheelhouse.ui.apps.gateway;
