import { type ActionFunctionArgs, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { clearCookie, writeCookie } from '#app/http/cookies.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { answeredAt, recordKey, restrictedPath, secondsLeft } from '../rules.ts'
import { z } from 'zod'

/** The gate is shown in front of every page, and has no page of its own. */
export function loader() {
  return redirect('/')
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = parseForm(gateAnswer, await readForm(request))
  const shop = context.get(shopContext)
  const keeping = { https: isHttps(shop), httpOnly: false } // the record's script mirrors and clears it
  if (!form.ok) return redirect('/', 303) // an answer we do not know is none: ask again
  if (form.value.answer === 'minor')
    return redirect(restrictedPath, {
      status: 303,
      headers: { 'Set-Cookie': clearCookie(recordKey, keeping) },
    })

  const now = shop.now()
  const timestamp = answeredAt(form.value.timestamp, now)
  const maxAgeSeconds = secondsLeft(timestamp, now)
  const cookie = writeCookie(recordKey, timestamp, { ...keeping, maxAgeSeconds })
  const next = safeLocalPath(nextPage(request, form.value), '/')
  return redirect(next, { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** A gate before a shared page is the same for all, so its form names no campaign; without script `Referer` says where it was. */
function nextPage(request: Request, { next, timestamp }: GateAnswer): string | undefined {
  const from = URL.parse(request.headers.get('Referer') ?? '')
  if (timestamp || !next || !from || from.host !== new URL(request.url).host) return next
  return isSamePage(from.pathname, next.replace(/\?.*$/, '')) ? from.pathname + from.search : next
}

function isSamePage(one: string, other: string): boolean {
  const plain = (path: string) => path.toLowerCase().replace(/\/+$/, '')
  return plain(one) === plain(other)
}

/** The answer to the gate. `next` and `timestamp` are hints: whoever uses them decides whether to believe them. */
const gateAnswer = z.object({
  answer: z.enum(['adult', 'minor']),
  next: z.string().optional(),
  /** When the browser wrote its record, ISO. Empty without JavaScript. */
  timestamp: z.string().optional(),
})

type GateAnswer = z.infer<typeof gateAnswer>
