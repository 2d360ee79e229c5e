import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { listVersions } from './earlier-assets.ts'
import type { Environment } from './request-reports.ts'

/** Serves the client build, which was compressed at build time, and the scripts and styles of earlier versions in `dataDir`. */
export function serveFiles(app: Hono<Environment>, dataDir: string, root = './build/client') {
  // They do not change while we run. Reading the disk for every page would cost more than routing it.
  const files = new Set(globSync('**/*', { cwd: root }).map((file) => `/${file.replaceAll(sep, '/')}`))
  for (const version of [root, ...listVersions(dataDir)])
    app.use(
      '/assets/*',
      serveStatic({
        root: version,
        precompressed: true,
        // The name holds a hash of the content, so browsers need not revalidate it.
        onFound: (_path, c) => {
          c.header('Cache-Control', 'public, max-age=31536000, immutable')
          c.header('Last-Modified', undefined)
        },
      }),
    )
  const serve: MiddlewareHandler<Environment> = serveStatic({
    root,
    precompressed: true,
    onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=3600'),
  })
  app.use('*', (c: Context<Environment, string>, next) => (files.has(c.req.path) ? serve(c, next) : next()))
}
