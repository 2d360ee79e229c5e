import { createRequestHandler, type ServerBuild } from 'react-router'

type Handler = ReturnType<typeof createRequestHandler>

/** The router compares an address with every route, several times for each request: with hundreds of routes that costs more than many loaders. */
export function createSectionedHandler(build: ServerBuild, mode: 'production' | 'development'): Handler {
  const whole = createRequestHandler(build, mode)
  const sections = new Set(topRoutes(build).flatMap((route) => fixedSection(route) ?? []))
  const handlers = new Map<string, Handler>()

  return (request, context) => {
    const { pathname } = new URL(request.url)
    const section = sectionOf(pathname)
    if (!isPlain(pathname) || !sections.has(section)) return whole(request, context)
    let handler = handlers.get(section)
    if (!handler) {
      handler = createRequestHandler(buildOfSection(build, section), mode)
      handlers.set(section, handler)
    }
    return handler(request, context)
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

type Route = NonNullable<ServerBuild['routes'][string]>

function topRoutes({ routes }: ServerBuild): Route[] {
  return Object.values(routes).flatMap((route) => (route?.parentId === 'root' ? [route] : []))
}

/** The section whose addresses alone this route matches; `undefined` if it may match others, too. */
function fixedSection({ path }: Route): string | undefined {
  const [first = ''] = (path ?? '').replace(/^\//, '').split('/')
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined
}

export function isPlain(pathname: string): boolean {
  return !pathname.includes('%')
}

/** The first segment of a path, in lower case: the router ignores case. A query may follow. */
export function sectionOf(path: string): string {
  return (path.split(/[/?]/, 2)[1] ?? '').toLowerCase()
}

/** Orders with their payments, what processors tell about these, and staff. Some of it waits for a gateway. */
const sectionsAhead = new Set(['checkout', 'orders', 'webhooks', 'staff'])

/** Whether an address belongs to who holds something: that goes ahead of new claims and of reading. */
export function isAhead(path: string): boolean {
  return sectionsAhead.has(sectionOf(path))
}
