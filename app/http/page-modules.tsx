import { createContext, use } from 'react'
import type { EntryContext } from 'react-router'

/** The script files of the page being rendered. Known on the server only. */
export const PageModules = createContext<readonly string[]>([])

/** All modules of a page's script: the entry, its routes, and their imports. */
export function pageModules({ manifest, staticHandlerContext }: EntryContext): string[] {
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id])
  const parts = [manifest.entry, ...routes].filter((part) => part !== undefined)
  return [...new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]))]
}

/**
 * Fetches the page's script after its styles, fonts and pictures. `<Scripts/>` requests the same files but cannot set
 * their priority: browsers fetch a file once, with the priority of the first request.
 */
export function ModulePreloads() {
  return use(PageModules).map((href) => (
    <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
  ))
}
