import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { speculationRulesPath } from '#app/http/site-request.ts'
import type { Environment } from './request-reports.ts'
import { hour } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'

export function serveFiles(app: Hono<Environment>, dataDir: string, root = './build/client') {
  // They do not change while we run. Reading the disk for every page would cost more than routing it.
  const files = new Set(globSync('**/*', { cwd: root }).map((file) => `/${file.replaceAll(sep, '/')}`))
  app.use('/assets/*', serveAssets(root))
  // Looked up each time: while several shops on this folder are updated, a page comes from a new one and its files from another.
  app.use('/assets/*', async (c: Context<Environment, string>, next) => {
    for (const version of listVersions(dataDir)) {
      const found = await serveAssets(version)(c, noNext)
      if (found) return found
    }
    return next()
  })
  const serve: MiddlewareHandler<Environment> = serveStatic({
    root,
    precompressed: true,
    onFound: (_path, c) => {
      c.header('Cache-Control', 'public, max-age=3600')
      // Browsers take the rules as no other type.
      if (c.req.path === speculationRulesPath) c.header('Content-Type', 'application/speculationrules+json')
    },
  })
  app.use('*', (c: Context<Environment, string>, next) => (files.has(c.req.path) ? serve(c, next) : next()))
}

function serveAssets(version: string): MiddlewareHandler<Environment> {
  return serveStatic({
    root: version,
    precompressed: true,
    // The name holds a hash of the content, so browsers need not revalidate it.
    onFound: (_path, c) => {
      c.header('Cache-Control', 'public, max-age=31536000, immutable')
      c.header('Last-Modified', undefined)
    },
  })
}

async function noNext() {}

// The client files of earlier versions. A page that was opened before an update goes on with the script it began with, and
// loads more of it as its visitor goes on: without these files it would lose a press, or what was typed.

const builtAssets = 'build/client/assets'

/** The running version and the five before it: some releases on one day leave a page of the morning whole. */
const maxVersions = 6

/** Writing a version takes seconds: one that began this long ago was left by a process that was killed. */
const maxWritingMs = hour

/** Also deletes the oldest and what a killed start left. Called before the first page is answered. @throws Error when they cannot be written: the shop can run without. */
export function storeAssets(dataDir: string, now: Date, built = builtAssets): void {
  const version = fingerprint(readdirSync(built).toSorted().join('\n')) // a file's name holds a hash of its content
  const folder = join(versionsFolder(dataDir), version)
  if (!existsSync(folder)) copyWhole(built, folder)
  utimesSync(folder, now, now)
  for (const oldest of listVersions(dataDir).slice(maxVersions))
    rmSync(oldest, { recursive: true, force: true })
  deleteUnfinished(versionsFolder(dataDir), now)
}

/** The folders of the stored versions, the last one started first. Each has its files under `assets`, as the site does. */
export function listVersions(dataDir: string): string[] {
  const folder = versionsFolder(dataDir)
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder)
    .filter((name) => !name.endsWith(unfinished))
    .map((name) => join(folder, name))
  const startedAt = new Map(versions.map((version) => [version, statSync(version).mtimeMs]))
  return versions.toSorted((a, b) => (startedAt.get(b) ?? 0) - (startedAt.get(a) ?? 0))
}

const versionsFolder = (dataDir: string) => join(dataDir, 'versions')
const unfinished = '.unfinished'

/** Leaves alone what another process may be writing at this moment. */
function deleteUnfinished(folder: string, now: Date) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(unfinished))) {
    const copy = join(folder, name)
    const begun = statSync(copy, { throwIfNoEntry: false })?.mtimeMs // none: the other process has just finished
    if (begun !== undefined && begun <= now.getTime() - maxWritingMs)
      rmSync(copy, { recursive: true, force: true })
  }
}

/** All files or none: a folder that is there is whole. */
function copyWhole(from: string, to: string) {
  const copy = `${to}.${process.pid}${unfinished}`
  try {
    mkdirSync(copy, { recursive: true })
    cpSync(from, join(copy, 'assets'), { recursive: true })
    renameSync(copy, to)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
