// What is put before the loaders and actions of the routes: whoever adds a route cannot forget it.
import type { HeadersArgs, MiddlewareFunction, RouterContextProvider, ServerBuild } from 'react-router'
import { isOfSection, isOpenPage } from '#app/facts/sections.ts'
import { guard } from '#app/features/staff/access.server.ts'
import type { StaffHandle, StaffRequirement } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'

export type Route = NonNullable<ServerBuild['routes'][string]>
export type Args = { request: Request; context: Readonly<RouterContextProvider> }
export type Handler = (args: Args, ...more: unknown[]) => unknown

/** The build with other modules: `change` says what differs from those of a route. */
export function withModules(
  build: ServerBuild,
  change: (route: Route) => Partial<Record<keyof Route['module'], unknown>>,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: { ...route.module, ...change(route) } },
  ])
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}

/** For the loader and the action. A layout only needs a member, because every page in it has a guard of its own. */
export function guardStaff(build: ServerBuild): ServerBuild {
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId))
  return withModules(build, (route) => {
    if (!/^\/staff(?:\/|$)/i.test(fullPath(build.routes, route))) return {}
    const requirement = requirementOf(route.module.handle) ?? (parents.has(route.id) ? 'member' : undefined)
    const middleware: MiddlewareFunction<Response>[] = [
      guard(requirement),
      ...(route.module.middleware ?? []),
    ]
    return { middleware }
  })
}

function fullPath(routes: ServerBuild['routes'], { path, parentId }: Route): string {
  const parent = parentId ? routes[parentId] : undefined
  const before = parent ? fullPath(routes, parent) : ''
  return path ? `${before === '/' ? '' : before}/${path}` : before
}

function requirementOf(handle: unknown): StaffRequirement | undefined {
  return typeof handle === 'object' && handle !== null && 'right' in handle
    ? (handle as StaffHandle).right
    : undefined
}

/** In the loader: the document of a missing page needs what its frame loads. A loader that runs after its action asks again. */
export function guardSections(build: ServerBuild): ServerBuild {
  return withModules(build, ({ path = '', module: { loader, action } }) => {
    if (!isOfSection(`/${path.replaceAll(/:\w+\??/g, 'x')}`)) return {}
    return {
      loader: inOpenSection((loader ?? (() => null)) as Handler),
      ...(action && { action: inOpenSection(action as Handler) }),
    }
  })
}

function inOpenSection(handler: Handler): Handler {
  return async (args, ...more) => {
    const { pathname, search } = new URL(args.request.url)
    const closed = await args.context.get(shopContext).closedPages()
    if (!isOpenPage(closed, pathname + search))
      throw notFound('Page not found', { text: 'Check the address, or the page may have moved.' })
    return handler(args, ...more)
  }
}

/** Such as Retry-After: of a page without a `headers` export the router sends none but cookies. */
export function withOwnHeaders(build: ServerBuild): ServerBuild {
  return withModules(build, ({ module: { default: page, headers } }) =>
    page && !headers ? { headers: ownHeaders } : {},
  )
}

function ownHeaders({ parentHeaders, loaderHeaders, actionHeaders, errorHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders)
  for (const given of [loaderHeaders, actionHeaders, errorHeaders ?? []])
    for (const [name, value] of given) if (name !== 'set-cookie') headers.set(name, value)
  return headers
}
