import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connectionsNeeded, embeddedConnections, findTooFewConnections } from './connections.ts'

test('the embedded server allows the connections of all processes together', () => {
  const settings = { WEB_PROCESSES: 16, DATABASE_CONNECTIONS: 12 }
  expect(connectionsNeeded(settings)).toBe(256)
  expect(embeddedConnections(settings)).toBeGreaterThan(256)
  expect(embeddedConnections({ WEB_PROCESSES: 1, DATABASE_CONNECTIONS: 2 })).toBe(100)
})

test('a warning names a server that allows too few connections, counting open ones', async () => {
  const url = inject('postgresUrl')
  expect(await findTooFewConnections(url, 1)).toBeUndefined()
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ allowed: number }>(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed",
  )
  const allowed = rows[0]?.allowed ?? 0
  expect(await findTooFewConnections(url, allowed)).toMatch(
    new RegExp(
      `allows ${allowed} connections and [1-9]\\d* are open already, but this shop may need ${allowed}`,
    ),
  )
})
