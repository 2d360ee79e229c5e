import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import settings from '../drizzle.config.ts'
import { keepNewestSnapshot } from './tasks.ts'

test('the migrations produce the declared tables', () => {
  const out = mkdtempSync(join(tmpdir(), 'paco-generate-'))
  cpSync('db/migrations', out, { recursive: true })
  const { dialect, schema, casing } = settings as { dialect: string; schema: string[]; casing: string }
  const options = { dialect, schema: schema.join(), casing, out: relative('.', out) }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const { stdout, stderr } = spawnSync('node_modules/.bin/drizzle-kit', ['generate', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(stdout + stderr, 'run "npm run db:generate -- --name <what changed>"').toContain('No schema changes')
  expect(readdirSync(out)).toEqual(readdirSync('db/migrations'))
})

test('the newest snapshot stays complete, with a line for each table', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'paco-snapshots-')), 'meta')
  mkdirSync(folder)
  const tables = { 'public.one': { columns: { id: 1 } }, 'public.two': { columns: {} } }
  const snapshot = { id: 'b', prevId: 'a', version: '7', dialect: 'postgresql', tables, enums: {} }
  writeFileSync(join(folder, '_journal.json'), '{}')
  writeFileSync(join(folder, '0001_snapshot.json'), JSON.stringify({ ...snapshot, id: 'a' }))
  writeFileSync(join(folder, '0010_snapshot.json'), JSON.stringify(snapshot, null, 2))
  keepNewestSnapshot(folder)
  expect(readdirSync(folder)).toEqual(['0010_snapshot.json', '_journal.json'])
  const text = readFileSync(join(folder, '0010_snapshot.json'), 'utf8')
  expect(JSON.parse(text)).toEqual(snapshot)
  expect(text.split('\n').filter((line) => line.includes('columns'))).toHaveLength(2)
})
