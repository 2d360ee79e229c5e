import { createContext, use } from 'react'
import type { EntryContext } from 'react-router'

/** The script files of the page being rendered. Known on the server only. */
export const PageModules = createContext<readonly string[]>([])

/** Everything that a page's script is made of: the entry, its routes, and what they import. */
export function pageModules({ manifest, staticHandlerContext }: EntryContext): string[] {
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id])
  const parts = [manifest.entry, ...routes].filter((part) => part !== undefined)
  return [...new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]))]
}

/**
 * Has the page's script fetched behind its styles, fonts and pictures. `<Scripts/>` asks for the same files, but cannot
 * say how urgent they are: browsers fetch a file once, as it was first asked for.
 */
export function ModulePreloads() {
  return use(PageModules).map((href) => (
    <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
  ))
}
