import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { SharedHandle } from '#app/http/shared-page.ts'
import { isPlain, sectionOf } from './route-sections.ts'

export type SharedTarget = {
  path: string
  key: string
  request: Request
}

/** How many path matches are cached. The shop has some fifty paths; drops and typing mistakes make up the rest. */
const maxCached = 500

/** Rendered from one canonical request, without its first visitor's headers, unknown parameters and abort signal. */
export function findSharedRoutes({ routes }: Pick<ServerBuild, 'routes'>, publicUrl: string) {
  const tree: RouteObject[] = Object.values(routes).flatMap((route) => {
    // What hangs below another route is never shared, and its path alone says nothing.
    if (!route || route.id === 'root' || (route.parentId ?? 'root') !== 'root') return []
    const { id, path, index, caseSensitive, module } = route
    const shape = index ? { index: true as const } : { path, caseSensitive }
    return [{ id, ...shape, handle: module.handle }] as RouteObject[]
  })
  const ids = new Set(Object.keys(routes))
  const sections = new Set(
    tree.flatMap(({ path = '', handle }) => (isShared(handle) ? [sectionOf(`/${path}`)] : [])),
  )
  const remembered = new Map<string, { path: string; handle: SharedHandle } | undefined>()

  return (request: Request): SharedTarget | undefined => {
    const { pathname, searchParams } = new URL(request.url)
    const found = match(pathname)
    if (!found) return undefined
    const query = new URLSearchParams()
    for (const name of found.handle.sharedParams)
      for (const value of searchParams.getAll(name)) query.append(name, value)
    const { path } = found
    const key = query.size ? `${path}?${query}` : path
    return { path, key, request: new Request(new URL(key, publicUrl)) }
  }

  function match(pathname: string) {
    // Each buyer's order has an address of its own, and matching one address goes over every route.
    if (isPlain(pathname) && !sections.has(sectionOf(pathname))) return undefined
    if (remembered.has(pathname)) return remembered.get(pathname)
    const found = matchShared(pathname)
    const [oldest] = remembered.keys()
    if (remembered.size >= maxCached && oldest !== undefined) remembered.delete(oldest)
    remembered.set(pathname, found)
    return found
  }

  function matchShared(pathname: string) {
    const matched = matchRoutes(tree, pathname)?.at(-1)
    const id = matched?.route.id
    if (!matched || !id || !ids.has(id) || !isShared(matched.route.handle)) return undefined
    const path = (matched.route.path ?? '').replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(matched.params[name] ?? ''),
    )
    return { path: `/${path}`, handle: matched.route.handle }
  }
}

function isShared(handle: unknown): handle is SharedHandle {
  return typeof handle === 'object' && handle !== null && 'sharedParams' in handle
}
