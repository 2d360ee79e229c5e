import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { Environment } from './site.ts'

/** Serves what `npm run build` made for browsers, compressed beforehand. */
export function serveFiles(app: Hono<Environment>) {
  const root = './build/client'
  // They do not change while we run. Asking the disk for every page would cost more than the page's routing.
  const files = new Set(globSync('**/*', { cwd: root }).map((file) => `/${file.replaceAll(sep, '/')}`))
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      // The name holds a hash of the content: nobody has to ask whether it has changed.
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
