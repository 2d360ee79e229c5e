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

/** Fetches the script of the page being rendered. */
export function ModulePreloads() {
  return <ScriptPreloads files={use(PageModules)} />
}

/**
 * Fetches scripts after styles, fonts and pictures. For the page's own: `<Scripts/>` requests the same files but cannot
 * set their priority, and browsers fetch a file once, with the priority of the first request. For what a page imports
 * only where it shows it: otherwise the browser would hear of it once it has run the rest.
 */
export function ScriptPreloads({ files }: { files: readonly string[] }) {
  return files.map((file) => <link key={file} rel="modulepreload" href={file} fetchPriority="low" />)
}
