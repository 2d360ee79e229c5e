import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { speculationRulesPath } from '#app/http/site-request.ts'
import { listVersions } from './earlier-assets.ts'
import type { Environment } from './request-reports.ts'

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
