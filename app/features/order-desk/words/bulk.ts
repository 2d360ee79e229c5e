import { formatDay } from '#app/kit/date-format.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { BulkStep } from '../bulk-flows.server.ts'
import type { BulkVerb } from '../input.ts'
import { stageLabels } from '../words.ts'

export const bulkWords: Record<BulkVerb, { title: string; button: string; done: string }> = {
  move_stage: {
    title: 'Move to the next stage',
    button: 'Move',
    done: 'moved',
  },
  request_balance: {
    title: 'Ask for the balance',
    button: 'Ask for the balance',
    done: 'asked for the balance',
  },
}

export function stepWords(step: BulkStep, timeZone: string): string {
  if (step.kind === 'moved') return `${step.title}: ${stageLabels[step.from]} to ${stageLabels[step.to]}`
  return `${step.title}: ${formatCentsExact(step.cents)} by ${formatDay(step.dueAt, timeZone)}`
}
