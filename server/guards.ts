// What is put before the loaders and actions of the routes: whoever adds a route cannot forget it.
import {
  data,
  type HeadersArgs,
  type MiddlewareFunction,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { isOfSection, isOpenPage } from '#app/facts/sections.ts'
import { guard } from '#app/features/staff/access.server.ts'
import type { StaffHandle, StaffRequirement } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import {
  type ChargeRisk,
  notFound,
  notProcessedWords,
  type Unavailable,
  unreadable,
} from '#app/http/errors.ts'
import { connectionFault } from '#app/db/await-database.server.ts'
import { readForm } from '#app/http/form.ts'
import { openFields } from '#app/http/submitted-fields.ts'
import { jsonError } from '#app/http/responses.server.ts'

type Route = NonNullable<ServerBuild['routes'][string]>
type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Handler = (args: Args, ...more: unknown[]) => unknown

/** The build with other modules: `change` says what differs from those of a route. */
function withModules(
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

/** A route whose action may charge a card sets this in its `handle`. */
type ChargingHandle = { mayCharge: true }

/** In bytes. Builds and contact forms are far smaller. */
const maxRetryBytes = 64 * 1024

/** At most one log line per this many milliseconds: an outage of a minute is one event. */
const logEveryMs = 10_000

/** 503 where the database is unreachable. Pages explain it and, without script, offer to send the form again; `/api` gets a typed error. */
export function handleOutages(build: ServerBuild): ServerBuild {
  let loggedAt = -logEveryMs

  return withModules(build, ({ module: { default: page, handle, loader, action, middleware } }) => {
    const isPage = Boolean(page)
    const answerAction = async ({ request }: Args, risk: ChargeRisk) =>
      answer(isPage, request, notProcessedWords(risk, await readRetry(request)))
    const answerReading = ({ request }: Args) => answer(isPage, request, unreadable)
    return {
      ...(loader && { loader: guard(loader as Handler, answerReading) }),
      ...(action && {
        action: guard(action as Handler, (args) =>
          answerAction(args, isCharging(handle) ? 'possible' : 'none'),
        ),
      }),
      ...(middleware && {
        middleware: middleware.map((one) =>
          guard(one as Handler, (args) =>
            args.request.method === 'POST' ? answerAction(args, 'none') : answerReading(args),
          ),
        ),
      }),
    }
  })

  function guard(handler: Handler, refuse: (args: Args) => unknown): Handler {
    return async (args, ...more) => {
      try {
        return await handler(args, ...more)
      } catch (error) {
        const fault = connectionFault(error)
        if (!fault) throw error
        if (Date.now() - loggedAt >= logEveryMs) {
          loggedAt = Date.now()
          args.context.get(shopContext).log.error({ fault: fault.words }, 'The database is unavailable')
        }
        throw await refuse(args)
      }
    }
  }
}

function answer(isPage: boolean, request: Request, words: Unavailable) {
  if (isPage) return data(words, { status: 503 })
  if (new URL(request.url).pathname.startsWith('/api/')) return jsonError(503, 'unavailable', words.text)
  return new Response(words.text, {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** What a browser without script has to send again. With script the form stays on its page. */
async function readRetry(request: Request): Promise<Unavailable['retry']> {
  const { headers, url } = request
  const isForm = headers.get('Content-Type')?.startsWith('application/x-www-form-urlencoded')
  const isSmall = Number(headers.get('Content-Length') ?? Infinity) <= maxRetryBytes
  if (!isForm || !isSmall || !headers.get('Accept')?.includes('text/html')) return null
  const sent = await readForm(request).catch(() => undefined)
  const fields = sent && openFields(sent)
  if (!fields) return null
  const { pathname, search } = new URL(url)
  return { action: pathname + search, fields }
}

function isCharging(handle: unknown): handle is ChargingHandle {
  return typeof handle === 'object' && handle !== null && 'mayCharge' in handle
}
