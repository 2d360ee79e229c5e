import type { MiddlewareFunction, ServerBuild } from 'react-router'
import { guard } from '#app/features/staff/middleware.server.ts'
import type { StaffHandle, StaffRequirement } from '#app/features/staff/rules.ts'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/** For the loader and the action. A layout only needs a member, because every page in it has a guard of its own. */
export function guardStaff(build: ServerBuild): ServerBuild {
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId))
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route || !isStaffPath(fullPath(build.routes, route))) return [id, route]
      const requirement = requirementOf(route.module.handle) ?? (parents.has(id) ? 'member' : undefined)
      return [id, withGuard(route, guard(requirement))]
    }),
  )
  return { ...build, routes }
}

function isStaffPath(pathname: string): boolean {
  return /^\/staff(?:\/|$)/i.test(pathname)
}

function withGuard(route: Route, middleware: MiddlewareFunction<Response>): Route {
  const own = route.module.middleware ?? []
  return { ...route, module: { ...route.module, middleware: [middleware, ...own] } }
}

function fullPath(routes: Routes, { path, parentId }: Route): string {
  const parent = parentId ? routes[parentId] : undefined
  const before = parent ? fullPath(routes, parent) : ''
  return path ? `${before === '/' ? '' : before}/${path}` : before
}

function requirementOf(handle: unknown): StaffRequirement | undefined {
  return typeof handle === 'object' && handle !== null && 'right' in handle
    ? (handle as StaffHandle).right
    : undefined
}
