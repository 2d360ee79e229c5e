import { data, type ServerBuild } from 'react-router'
import { connectionFault } from '#app/db/await-database.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { openFields } from '#app/http/submitted-fields.ts'
import { jsonError } from '#app/http/responses.server.ts'
import { type ChargeRisk, notProcessedWords, type Unavailable, unreadable } from '#app/http/errors.ts'
import { type Args, type Handler, withModules } from './guards.ts'

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
