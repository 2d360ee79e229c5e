import { z } from 'zod'
import { retentionNames } from '#app/retention/kinds.ts'

/** Another period for one kind. `seen` is the revision that the form was made from. */
export const periodInput = z.object({
  name: z.enum(retentionNames as [(typeof retentionNames)[number], ...typeof retentionNames], 'Choose what'),
  days: z.coerce.number('Enter days').int('Enter whole days'),
  seen: z.coerce.number().int().min(0),
})
