import { renderToStaticMarkup } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { standsWithoutGate } from './features/age-gate/rules.ts'
import { isConsolePath, isPreviewPath } from './features/console/rules/path.ts'
import { drawnDocument, SiteScript, Verified } from '#app/http/document.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { speculationRulesPath } from '#app/http/site-request.ts'

/** Whose sheet is the gate's. */
const gateRoute = 'features/age-gate/routes/restricted'

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  visitor: Readonly<RouterContextProvider>,
) {
  const { isVerified } = visitor.get(visitContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { pathname } = new URL(request.url)
  if (isVerified && !isConsolePath(pathname)) headers.set('Speculation-Rules', `"${speculationRulesPath}"`)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  // No page hydrates: nothing reads what the router would send along, nor any route but those of this page.
  const { matches, errors } = entry.staticHandlerContext
  const { serverHandoffStream: _, ...own } = entry
  const every = entry.manifest.routes
  const isGate =
    !isVerified && !isConsolePath(pathname) && !isPreviewPath(pathname) && !standsWithoutGate(pathname)
  const sheets = (ids: string[]) => [...new Set(ids.flatMap((id) => every[id]?.css ?? []))]
  const ids = matches.map(({ route: { id } }) => id)
  const routes = Object.fromEntries(
    ids.map((id) => [id, isGate && every[id] ? { ...every[id], css: [] } : every[id]]),
  )
  // The gate and an error are shown by the root, in place of the page. A page's sheet has the utilities of an error, too.
  if (routes.root && (isGate || errors))
    routes.root = { ...routes.root, css: sheets(isGate ? ['root', gateRoute] : ids) }
  const context: EntryContext = { ...own, manifest: { ...entry.manifest, routes } }
  const html = renderToStaticMarkup(
    <Verified value={isVerified}>
      <SiteScript value={entry.manifest.entry}>
        <ServerRouter context={context} url={request.url} />
      </SiteScript>
    </Verified>,
  )
  return drawnDocument(`<!DOCTYPE html>${html}`, { status, headers })
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) logFault(error, request, context)
}

function logFault(error: unknown, request: Request, context: Readonly<RouterContextProvider>) {
  const { requestId } = context.get(visitContext)
  const { pathname } = new URL(request.url)
  context
    .get(shopContext)
    .log.error({ err: error, requestId, method: request.method, path: pathname }, 'Request failed')
}
