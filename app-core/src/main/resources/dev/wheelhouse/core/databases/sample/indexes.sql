CREATE INDEX customers_last_name ON customers (last_name, first_name);

CREATE INDEX addresses_customer_id ON addresses (customer_id);

CREATE INDEX products_category_id ON products (category_id);

CREATE INDEX orders_customer_id ON orders (customer_id);

CREATE INDEX orders_ordered_at ON orders (ordered_at);

CREATE INDEX orders_open ON orders (status) WHERE status IN ('pending', 'paid');

CREATE INDEX order_items_product_id ON order_items (product_id);

CREATE INDEX payments_order_id ON payments (order_id);

CREATE INDEX reviews_product_id ON reviews (product_id);

CREATE VIEW order_overview AS
SELECT o.id, o.ordered_at, o.status, c.first_name || ' ' || c.last_name AS customer, n.name AS country, o.total
FROM orders AS o
JOIN customers AS c ON c.id = o.customer_id
JOIN countries AS n ON n.code = c.country_code;

CREATE VIEW best_sellers AS
SELECT p.id, p.name, sum(i.quantity) AS sold, sum(i.line_total) AS revenue
FROM order_items AS i
JOIN products AS p ON p.id = i.product_id
GROUP BY p.id
ORDER BY sold DESC;

CREATE VIEW monthly_revenue AS
SELECT strftime('%Y-%m', ordered_at) AS month, count(*) AS orders, round(sum(total), 2) AS revenue
FROM orders
WHERE status <> 'cancelled'
GROUP BY month
ORDER BY month;

ANALYZE;
