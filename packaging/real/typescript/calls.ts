// What somebody writes against the generated types. Arguments: the API's address, a token, a file for a database.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const [address, token, file] = process.argv.slice(2);
if (!address || !token || !file) {
  throw new Error('calls.js ADDRESS TOKEN FILE');
}
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });

const made = await client.POST('/db-connections', {
  body: { name: 'generated', engine: 'sqlite', path: file, create: true, environment: 'development' },
});
if (!made.data) {
  throw new Error(made.error.detail ?? made.error.title);
}
const result = await client.POST('/db-connections/{id}/query', {
  params: { path: { id: made.data.id } },
  body: { sql: 'SELECT :number + 1 AS next', params: { number: 41 } },
});
const refused = await client.POST('/db-connections/{id}/query', {
  params: { path: { id: made.data.id } },
  body: { sql: 'SELECT nowhere' },
});
console.log(JSON.stringify({ rows: result.data?.rows, refused: refused.error?.code }));
