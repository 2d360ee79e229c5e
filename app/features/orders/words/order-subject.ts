import { lowerFirst } from '#app/kit/lower-first.ts'
import { countOf } from '#app/kit/count.ts'
import type { Plate, SellableKind } from '../rules/goods.ts'

export type OrderSubject = {
  plate: { unitNumber: number } | null
  title: string
  kind: SellableKind
  count: number
}

export type SubjectNoun = 'number' | 'slot' | 'order'

export function subjectNounOf({ plate, kind, count }: Omit<OrderSubject, 'title'>): SubjectNoun {
  if (count !== 1) return 'order'
  if (plate) return 'number'
  return kind === 'build_slot' || kind === 'batch_slot' ? 'slot' : 'order'
}

type SubjectLine = Pick<OrderSubject, 'title' | 'kind'> & { detail: string; plate: Plate | null }

export function orderSubject(lines: readonly SubjectLine[]) {
  const first = lines.find(({ plate }) => plate !== null) ?? lines[0]
  return {
    title: first?.title ?? '',
    detail: first?.detail ?? '',
    plate: first?.plate ?? null,
    kind: first?.kind ?? ('drop_unit' as const),
    count: lines.length,
  }
}

/** The subject at the start of a sentence: `Number 7`, `The build slot`, a title, or `Your order` for several lines. */
export function heldSubject(subject: OrderSubject): string {
  if (subject.count !== 1) return 'Your order'
  if (subject.plate) return `Number ${subject.plate.unitNumber}`
  return subjectNounOf(subject) === 'slot' ? `The ${lowerFirst(subject.title)}` : subject.title
}

/** The subject within a sentence: `number 7`, `the build slot`, or `your order`. */
export function describeHeld(subject: OrderSubject): string {
  const noun = subjectNounOf(subject)
  if (noun === 'order') return 'your order'
  return subject.plate ? `number ${subject.plate.unitNumber}` : `the ${lowerFirst(subject.title)}`
}

/** What an order holds as the subject of a sentence, with its verb: `number 7 is`, `number 7 and Bore Cable are`. */
export function nameHeld(lines: readonly Omit<SubjectLine, 'detail'>[]): string {
  const names = lines.map(nameLine)
  const rest = names.splice(names.length > maxNamed ? maxNamed - 1 : maxNamed).length
  return `${list.format(rest > 0 ? [...names, countOf(rest, 'more item')] : names)} ${lines.length === 1 ? 'is' : 'are'}`
}

const maxNamed = 3
const list = new Intl.ListFormat('en-US')

function nameLine({ plate, kind, title }: Omit<SubjectLine, 'detail'>): string {
  const line = { plate, kind, title, count: 1 }
  if (kind === 'course_seat') return `your seat in ${title}`
  return subjectNounOf(line) === 'order' ? title : describeHeld(line)
}

export function reservePath(plate: { path: string; unitNumber: number }): string {
  return `${plate.path}/reserve?number=${plate.unitNumber}`
}

export const certificateWords = 'The code of your numbered certificate is on your order page.'
