import { redirect } from 'react-router'
import { z } from 'zod'
import {
  isRosterMark,
  type RosterMark,
  rosterMarks,
  classesPath,
  rosterPath,
  refusalWords,
} from '#app/features/courses/roster.ts'
import { mark as setMark } from '../flows.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { isUuid } from '#app/kit/ids.ts'
import type { Route } from './+types/marks'
import { requireSeats, rosterDesk } from '../desk.server.ts'

export const handle: StaffHandle = { right: 'classes' }

/** More students than a class has are no class. */
const maxRows = 24

export function loader({ params }: Route.LoaderArgs) {
  return redirect(rosterPath(params.session))
}

/** One refused mark holds up no other. Script gets the first refusal as JSON; a form comes back to the roster. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = rosterDesk(context)
  const form = await readForm(request)
  const session = await requireSeats(desk.ctx, params.session, desk.member)
  const parsed = parseForm(marksInput, form)
  if (!parsed.ok) return answer(request, params.session, 'not_marked')
  const rows = form.getAll('row').filter((row) => typeof row === 'string')
  let why: string | undefined
  for (const change of changesIn(parsed.value, rows.slice(0, maxRows))) {
    const done = await setMark(desk, session, change)
    if (!done.ok) why ??= done.why
  }
  return answer(request, session.id, why)
}

const marksInput = z.object({
  one: z
    .string()
    .regex(/^[0-9A-Z]{6,20}:[a-zA-Z]+:(set|unset)$/)
    .optional(),
  mark: z.enum(rosterMarks).optional(),
  to: z.enum(['set', 'unset']).optional(),
})

type Sent = { one?: string | undefined; mark?: RosterMark | undefined; to?: 'set' | 'unset' | undefined }

function changesIn({ one, mark, to }: Sent, rows: readonly string[]) {
  const [orderId = '', single = '', way] = one?.split(':') ?? []
  if (isRosterMark(single)) return [{ orderId, mark: single, isSet: way === 'set' }]
  if (!mark || !to) return []
  return rows.map((row) => ({ orderId: row, mark, isSet: to === 'set' }))
}

function answer(request: Request, sessionId: string, why: string | undefined): Response {
  if (request.headers.get('Accept')?.includes('application/json'))
    return Response.json(why === undefined ? {} : { refusal: refusalWords(why) }, {})
  const path = isUuid(sessionId) ? rosterPath(sessionId) : classesPath
  return redirect(why === undefined ? path : `${path}?refused=${why}`, 303)
}
