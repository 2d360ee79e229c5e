import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDb } from '#app/db/migrate.server.ts'
import { startPostgres } from '#db/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/**
 * A temporary folder per run, which goes with it, and one PostgreSQL: the server in DATABASE_URL, or an embedded one. Its migrated
 * database is the template that each worker copies.
 */
export default async function setup(project: TestProject) {
  const systemFolder = tmpdir()
  const folder = newFolder('paco-run-')
  process.env.TMPDIR = folder
  const server = process.env.DATABASE_URL ? await useServer(process.env.DATABASE_URL) : await startEmbedded()
  await migrateDb(server.url)
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    process.env.TMPDIR = systemFolder
    rmSync(folder, { recursive: true, force: true })
  }
}

function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user when we are root
  return folder
}

async function startEmbedded() {
  const folder = newFolder('paco-test-')
  const postgres = await startPostgres(folder, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '120',
    },
  })
  const stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}

/** Creates a database on an existing server. A run's databases share a prefix and are dropped with it. */
async function useServer(serverUrl: string) {
  const template = `paco_test_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  const { rows: roles } = await admin.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  // Tests empty tables whose triggers forbid it.
  if (!roles[0]?.rolsuper)
    throw new Error('The tests need a PostgreSQL role that is a superuser: DATABASE_URL names another one.')
  await admin.query(`create database ${template} template template0`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${template}`
  const stop = async () => {
    const client = new pg.Client(serverUrl)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
  return { url: url.href, stop }
}
