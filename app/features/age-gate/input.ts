import { z } from 'zod'

/** The answer to the gate. `next` and `timestamp` are hints: whoever uses them decides whether to believe them. */
export const gateAnswer = z.object({
  answer: z.enum(['adult', 'minor']),
  /** The requested page. */
  next: z.string().optional(),
  /** When the browser wrote its record, ISO. Empty without JavaScript. */
  timestamp: z.string().optional(),
})

/** A checked answer. */
export type GateAnswer = z.infer<typeof gateAnswer>
