import { topicParts, type Topic } from '../rules.ts'

/** Where an announcement that staff wrote is in its life. Only a draft can be changed. */
export type WrittenState = 'draft' | 'scheduled' | 'sending' | 'sent'

/** The facts that decide it. `startedAt` is when the first emails went, `doneAt` when the last did. */
export type WrittenFacts = { sendAt: Date | null; startedAt: Date | null; doneAt: Date | null }

/** The state of an announcement. */
export function writtenStateOf({ sendAt, startedAt, doneAt }: WrittenFacts): WrittenState {
  if (doneAt) return 'sent'
  if (startedAt) return 'sending'
  return sendAt ? 'scheduled' : 'draft'
}

/** A text in paragraphs: they are parted by empty lines; the lines of one are joined. */
export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}

/** Lists that staff write to by hand: those on which something scarce waits for the first in line are mailed by the shop alone. */
export function mayWriteTo(topic: Topic): boolean {
  return topicParts(topic).kind !== 'returned-units' && topicParts(topic).kind !== 'course'
}
