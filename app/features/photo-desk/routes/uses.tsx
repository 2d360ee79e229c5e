import { z } from 'zod'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { hashInput, photosPath, refusalWords, subjectInput, useVerbs } from '../rules.ts'
import { changeUse } from '../store.server.ts'
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
  run: ({ desk: { ctx, actor }, input }) => changeUse(ctx, actor, input),
  to: ({ input }) => nextOf(input.next),
  refusal: ({ why }) => refusalWords[why],
})

export default function Uses({ actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title="Photographs"
      heading="Nothing was changed"
      action={<VerbLink to={nextOf(actionData?.given.next)}>Back</VerbLink>}
    >
      {actionData && (
        <SheetNotice kind="no">{Object.values(actionData.fieldErrors).flat()[0] ?? chooseWords}</SheetNotice>
      )}
    </Sheet>
  )
}
