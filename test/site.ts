// The whole request pipeline over the real routes, without a build.
import {
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { TestContext } from './db.ts'
import { givenShop, type TestShop } from './visit.ts'
import routes from '#app/routes.ts'
import { parseEnv, type Settings } from '#server/env.ts'
import { createSite } from '#server/site.ts'

type Module = ServerBuild['routes'][string] extends infer Route | undefined
  ? Route extends { module: infer Of }
    ? Of
    : never
  : never

const modules = import.meta.glob<Module>(
  ['../app/*.ts', '../app/features/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'],
  {
    import: '*',
  },
)

type RouteEntry = {
  /** The file's name inside its feature, such as `drops/vault`. */
  id: string
  parentId: string
  /** The path, without a leading slash. */
  path: string
  /** From its parent. */
  ownPath: string
  index: boolean
  file: string
}

/** Every route of the shop, including nested ones. */
export const routeEntries = entriesOf(routes)

function entriesOf(configs: readonly RouteConfigEntry[], parent?: RouteEntry): RouteEntry[] {
  return configs.flatMap(({ file, path = '', index = false, id, children = [] }) => {
    const entry: RouteEntry = {
      id: id ?? file.replace(/^features\//, '').replace(/\.tsx?$/, ''),
      parentId: parent?.id ?? 'root',
      path: [parent?.path, path].filter(Boolean).join('/'),
      ownPath: path,
      index,
      file,
    }
    return [entry, ...entriesOf(children, entry)]
  })
}

/**
 * The router's server build, made from the sources, without client scripts and styles. Loaded with this module: the first test of a
 * worker would have to wait for it.
 */
const build = await makeBuild()

async function makeBuild(): Promise<ServerBuild> {
  const [entry, root] = await Promise.all([
    import('#app/entry.server.tsx'),
    import('#app/root.tsx') as Promise<unknown> as Promise<Module>,
  ])
  const loaded = await Promise.all(
    routeEntries.map(async ({ id, parentId, ownPath: path, index, file }) => {
      const module = await modules[`../app/${file}`]?.()
      if (!module) throw new Error(`There is no route file ${file}`)
      return { id, parentId, index, module, ...(path && { path }) }
    }),
  )
  const all = [{ id: 'root', path: '', module: root }, ...loaded].map((route) => ({
    ...route,
    module: withProps(route.module),
  }))
  return {
    entry: { module: entry },
    routes: Object.fromEntries(all.map((route) => [route.id, route])) as never,
    assets: {
      entry: { imports: [], module: '/assets/entry.js' },
      routes: Object.fromEntries(
        all.map((route) => [
          route.id,
          {
            id: route.id,
            path: route.path,
            module: `/assets/${route.id}.js`,
            ...('parentId' in route && {
              parentId: route.parentId,
              index: route.index,
            }),
            hasLoader: Boolean(route.module.loader),
            hasAction: Boolean(route.module.action),
            hasErrorBoundary: Boolean(route.module.ErrorBoundary),
            hasDefaultExport: true,
          },
        ]),
      ) as never,
      url: '/assets/manifest.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
    allowedActionOrigins: ['**'],
  }
}

/** The router's Vite plugin passes props to pages in this way. */
function withProps(module: Module): Module {
  return {
    ...module,
    ...(module.default && { default: withComponentProps(module.default as never) as never }),
    ...(module.ErrorBoundary && {
      ErrorBoundary: withErrorBoundaryProps(module.ErrorBoundary as never) as never,
    }),
  }
}

/** A site for a test: its shop, and a way to request pages. */
export type TestSite = {
  shop: TestShop
  site: ReturnType<typeof createSite>
  /** Requests as a visitor who has passed the age gate, unless `isVerified` is false. */
  ask: (path: string, more?: Ask) => Promise<Response>
}

type Ask = RequestInit & { isVerified?: boolean; host?: string; form?: Record<string, string> }

/** Opens the site on a test's database. `settings` override the defaults. */
export async function givenSite(
  ctx: TestContext,
  { PUBLIC_URL = 'http://localhost:3000', ...more }: Partial<Settings> = {},
  change: (shop: TestShop) => TestShop = (shop) => shop,
  isReady: () => Promise<boolean> = async () => true,
): Promise<TestSite> {
  const settings: Settings = { ...parseEnv({ PUBLIC_URL: 'http://localhost:3000' }), PUBLIC_URL, ...more }
  const shop = change({ ...givenShop(ctx), publicUrl: settings.PUBLIC_URL })
  const open = { shop, isReady }
  const site = createSite(open, settings, { build, mode: 'production' })
  const own = new URL(settings.PUBLIC_URL)
  const prefix = own.protocol === 'https:' ? '__Host-' : ''
  return {
    shop,
    site,
    async ask(path, { isVerified = true, host = own.host, form, ...init } = {}) {
      const headers = new Headers(init.headers)
      headers.set('Host', host)
      const sent = [
        isVerified && `${prefix}paco-age=${encodeURIComponent(shop.now().toISOString())}`,
        headers.get('Cookie'),
      ].filter(Boolean)
      if (sent.length) headers.set('Cookie', sent.join('; '))
      if (form) headers.set('Origin', own.origin)
      const url = `http://${host}${path}`
      const body = form && { method: 'POST', body: new URLSearchParams(form) }
      return site.fetch(new Request(url, { ...init, ...body, headers }), {})
    },
  }
}
