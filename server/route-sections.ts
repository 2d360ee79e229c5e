// Which routes an address may lead to, by its first segment, and which pages are the same for everybody.
import { createRequestHandler, matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { SharedHandle } from '#app/http/page-head.ts'
import { memoize } from '#app/kit/memoize.ts'
import { sectionOf } from './paths.ts'

type Handler = ReturnType<typeof createRequestHandler>
type Route = NonNullable<ServerBuild['routes'][string]>
type Routes = Pick<ServerBuild, 'routes'>

/** The router compares an address with every route, several times for each request: with hundreds of routes that costs more than many loaders. */
export function createSectionedHandler(build: ServerBuild, mode: 'production' | 'development'): Handler {
  const whole = createRequestHandler(build, mode)
  const sections = new Set(topRoutes(build).flatMap((route) => fixedSection(route) ?? []))
  const handlerOf = memoize(sections.size, (section: string) =>
    createRequestHandler(buildOfSection(build, section), mode),
  )
  return (request, context) => {
    const { pathname } = new URL(request.url)
    const section = sectionOf(pathname)
    const handle = isPlain(pathname) && sections.has(section) ? handlerOf(section) : whole
    return handle(request, context)
  }
}

export function buildOfSection(build: ServerBuild, section: string): ServerBuild {
  const tops = new Set(
    topRoutes(build)
      .filter((route) => [section, undefined].includes(fixedSection(route)))
      .map(({ id }) => id),
  )
  const isPart = (id: string): boolean => {
    const parentId = build.routes[id]?.parentId
    return parentId === undefined || tops.has(id) || (parentId !== 'root' && isPart(parentId))
  }
  const routes = Object.fromEntries(Object.entries(build.routes).filter(([id]) => isPart(id)))
  // All sheets stay known: that of the gate stands in place of any page's.
  return { ...build, routes }
}

/** How many path matches are cached. The shop has some fifty paths; drops and typing mistakes make up the rest. */
const maxCached = 500

/** Rendered from one canonical request, without its first visitor's headers, unknown parameters and abort signal. What hangs below another route is never shared. */
export function findSharedRoutes(build: Routes, publicUrl: string) {
  const tree = topRoutes(build).map(({ id, path, index, caseSensitive, module: { handle } }) => {
    const shape = index ? { index: true as const } : { path, caseSensitive }
    return { id, ...shape, handle } as RouteObject
  })
  const sections = new Set(
    tree.flatMap(({ path = '', handle }) => (isShared(handle) ? [sectionOf(`/${path}`)] : [])),
  )
  const match = memoize(maxCached, (pathname: string) => {
    const matched = matchRoutes(tree, pathname)?.at(-1)
    const handle: unknown = matched?.route.handle
    if (!matched || !isShared(handle)) return null
    const named = (matched.route.path ?? '').replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(matched.params[name] ?? ''),
    )
    return { path: `/${named}`, params: handle.sharedParams }
  })

  return (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    // Each buyer's order has an address of its own, and matching one address goes over every route.
    const found = isPlain(pathname) && !sections.has(sectionOf(pathname)) ? null : match(pathname)
    if (!found) return undefined
    const { path, params } = found
    const query = new URLSearchParams()
    for (const name of params) for (const value of searchParams.getAll(name)) query.append(name, value)
    const key = query.size ? `${path}?${query}` : path
    return { path, key, request: new Request(new URL(key, publicUrl)) }
  }
}

function topRoutes({ routes }: Routes): Route[] {
  return Object.values(routes).flatMap((route) => (route?.parentId === 'root' ? [route] : []))
}

/** The section whose addresses alone this route matches; `undefined` if it may match others, too. */
function fixedSection({ path }: Route): string | undefined {
  const [first = ''] = (path ?? '').replace(/^\//, '').split('/')
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined
}

function isPlain(pathname: string): boolean {
  return !pathname.includes('%')
}

function isShared(handle: unknown): handle is SharedHandle {
  return typeof handle === 'object' && handle !== null && 'sharedParams' in handle
}
