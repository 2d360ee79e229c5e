import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { attach, detach, moveUse, setRole } from '#app/features/photos/store/library.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { allowed } from '#app/kit/refusal.ts'
import { formatSubject, hashInput, photosPath, refusalWords, subjectInput, useVerbs } from '../rules.ts'
import type { Route } from './+types/uses'

export const handle: StaffHandle = { right: 'catalog.write', title: 'Photographs' }

const chooseWords = 'Choose what to do.'

const nextOf = (next: unknown) => safeLocalPath(typeof next === 'string' ? next : null, photosPath)

export const action = staffAction({
  right: 'catalog.write',
  input: z.object({
    verb: z.enum(useVerbs, chooseWords),
    subject: subjectInput,
    photo: hashInput,
    next: z.string().optional(),
  }),
  run({ desk: { ctx, actor }, input: { verb, subject, photo } }) {
    const data = (done: object) => ({
      of: formatSubject(subject),
      ...('before' in done && { before: String(done.before) }),
    })
    return actAs(ctx, actor, { verb: `photo-${verb}`, subject: photo, data }, async (work) => {
      if (verb === 'attach') {
        await attach(work, subject, photo)
        return allowed
      }
      if (verb === 'detach') return detach(work, subject, photo)
      if (verb === 'earlier' || verb === 'later') return moveUse(work, subject, photo, verb)
      return setRole(work, subject, photo, verb)
    })
  },
  to: ({ input }) => nextOf(input.next),
  refusal: ({ why }) => refusalWords[why],
})

export default function Uses({ actionData }: Route.ComponentProps) {
  return (
    <Sheet
      heading="Nothing was changed"
      action={<VerbLink to={nextOf(actionData?.given.next)}>Back</VerbLink>}
    >
      {actionData && (
        <SheetNotice kind="no">{Object.values(actionData.fieldErrors).flat()[0] ?? chooseWords}</SheetNotice>
      )}
    </Sheet>
  )
}
