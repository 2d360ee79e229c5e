import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { Environment } from './request-reports.ts'

/** Serves the client build, which was compressed at build time. */
export function serveFiles(app: Hono<Environment>) {
  const root = './build/client'
  // They do not change while we run. Reading the disk for every page would cost more than routing it.
  const files = new Set(globSync('**/*', { cwd: root }).map((file) => `/${file.replaceAll(sep, '/')}`))
  app.use(
    '/assets/*',
    serveStatic({
      root,
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
