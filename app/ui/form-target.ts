/** Where a route's script is, in the router's manifest. */
type RouteScript = {
  module: string
  clientActionModule?: string
  clientLoaderModule?: string
  clientMiddlewareModule?: string
  imports?: readonly string[]
  css?: readonly string[]
}

type Network = {
  fetch: (address: string, options?: RequestInit) => Promise<Response>
  importModule: (address: string) => Promise<unknown>
  /** The paths of the files that the document has received. */
  listReceived: () => ReadonlySet<string>
}

const browser: Network = {
  fetch: (address, options) => fetch(address, options),
  importModule: (address) => import(/* @vite-ignore */ address),
  listReceived: () =>
    new Set(
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200)
        .map(({ name }) => new URL(name).pathname),
    ),
}

/** The scripts and styles of the pages that forms lead to. */
export type FormTargets = {
  isReady: (pathname: string) => boolean
  /** Whether the form may be sent: false where the line is cut. Safe to repeat. `low`: whatever is on the screen comes first. */
  load: (pathname: string, priority?: RequestPriority) => Promise<boolean>
}

/**
 * Fetches the script of a form's target before the form is sent. The router would fetch it then, and reload the page where that
 * fails, with all that was typed; so does its `<PrefetchPageLinks>`. A browser never imports a file again that it could not
 * import once: each is fetched first, which may fail as often as it likes. What the document has received already is not
 * fetched again: on a slow phone each request costs, also one that the browser's cache answers.
 */
export function createFormTargets(
  version: string,
  { fetch, importModule, listReceived }: Network = browser,
): FormTargets {
  const ready = new Set<string>()
  const loading = new Map<string, Promise<boolean>>()

  async function load(pathname: string, priority: RequestPriority): Promise<boolean> {
    const reach = (address: string) => reachAt(address, { priority })
    try {
      const answer = await reach(manifestAddress(pathname, version))
      if (answer.headers.get('Content-Type')?.includes('json')) {
        const routes = Object.values((await answer.json()) as Record<string, RouteScript>)
        const received = listReceived()
        const files = routes.flatMap(({ imports = [], css = [], ...own }) => [
          ...modulesOf(own),
          ...imports,
          ...css,
        ])
        await Promise.all([...new Set(files)].filter((file) => !received.has(file)).map(reach))
        await Promise.allSettled(routes.flatMap(modulesOf).map((address) => importModule(address)))
      }
    } catch {
      return false
    }
    ready.add(pathname)
    return true
  }

  /** An answer of any kind means that the line is there, and that the router can say what is wrong. */
  async function reachAt(address: string, options: RequestInit): Promise<Response> {
    const answer = await fetch(address, options)
    if (answer.status >= 500) throw new Error(`${address}: ${answer.status}`)
    return answer
  }

  return {
    isReady: (pathname) => ready.has(pathname),
    load(pathname, priority = 'auto') {
      if (ready.has(pathname)) return Promise.resolve(true)
      const started =
        loading.get(pathname) ?? load(pathname, priority).finally(() => loading.delete(pathname))
      loading.set(pathname, started)
      return started
    },
  }
}

let shared: { version: string; targets: FormTargets } | undefined

/** Those of the document, which every part of it shares. */
export function formTargets(version: string): FormTargets {
  if (shared?.version !== version) shared = { version, targets: createFormTargets(version) }
  return shared.targets
}

function modulesOf(route: RouteScript): string[] {
  return [
    route.module,
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
  ].filter((module) => module !== undefined)
}

/** Spelled as the router spells it, so that its own request is answered from the browser's cache. */
export function manifestAddress(pathname: string, version: string): string {
  const slashes = [...pathname.matchAll(/\//g)].map(({ index }) => index).filter((index) => index > 0)
  const paths = [...new Set([...slashes.map((end) => pathname.slice(0, end)), pathname])]
  return `/__manifest?${new URLSearchParams({ paths: paths.toSorted().join(','), version })}`
}
