import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { isConsolePath } from './features/console/rules/path.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { SiteScript } from '#app/http/site-script.ts'
import { speculationRulesPath } from '#app/http/speculation-rules.ts'
import { Verified } from '#app/http/verified.ts'

export const streamTimeout = 5_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const { isVerified } = context.get(visitContext)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (isVerified && !isConsolePath(new URL(request.url).pathname))
    headers.set('Speculation-Rules', `"${speculationRulesPath}"`)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  let failed = false
  const document = (
    <Verified value={isVerified}>
      <SiteScript value={entry.manifest.entry}>
        <ServerRouter context={entry} url={request.url} />
      </SiteScript>
    </Verified>
  )
  const stream = await renderToReadableStream(document, {
    signal: AbortSignal.timeout(streamTimeout + 1_000),
    onError(error) {
      failed = true
      logFault(error, request, context)
    },
  })
  // Whole pages only: they are compressed in one go, and an error can still change the status.
  await stream.allReady
  return new Response(stream, { status: failed ? 500 : status, headers })
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
