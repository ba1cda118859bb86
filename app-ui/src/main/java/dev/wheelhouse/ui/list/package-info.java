/** Lists that the window reads again and again while somebody looks at them. Knows no feature. */
package dev.wheelhouse.ui.list;
