import type { RouterContextProvider, ServerBuild } from 'react-router'
import { isOfSection, isOpenPage } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'

type Route = NonNullable<ServerBuild['routes'][string]>
type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Handler = (args: Args, ...more: unknown[]) => unknown

export function guardSections(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && isOfSection(sampleOf(route)) ? withGuard(route) : route,
    ]),
  )
  return { ...build, routes }
}

function sampleOf({ path = '' }: Route): string {
  return `/${path.replaceAll(/:\w+\??/g, 'x')}`
}

/** In the loader: the document of a missing page needs what its frame loads. A loader that runs after its action asks again. */
function withGuard(route: Route): Route {
  const { loader, action } = route.module
  return {
    ...route,
    module: {
      ...route.module,
      loader: guard((loader ?? (() => null)) as Handler),
      ...(action && { action: guard(action as Handler) }),
    },
  }
}

function guard(handler: Handler): Handler {
  return async (args, ...more) => {
    const { pathname, search } = new URL(args.request.url)
    const closed = await args.context.get(shopContext).closedPages()
    if (!isOpenPage(closed, pathname + search))
      throw notFound('Page not found', { text: 'Check the address, or the page may have moved.' })
    return handler(args, ...more)
  }
}
