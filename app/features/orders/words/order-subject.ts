import type { Plate, SellableKind } from '../sellable.ts'

/** What an order is for, as far as its texts tell orders apart: what it is called, and whether it is one thing. */
export type OrderSubject = {
  plate: { unitNumber: number } | null
  title: string
  kind: SellableKind
  /** How many lines the order has. */
  count: number
}

/** What an order holds, as its texts call it: a numbered piece by its number, a build by its slot, all else as a whole. */
export type SubjectNoun = 'number' | 'slot' | 'order'

/** The noun for what an order holds. */
export function subjectNounOf({ plate, kind, count }: Omit<OrderSubject, 'title'>): SubjectNoun {
  if (count !== 1) return 'order'
  if (plate) return 'number'
  return kind === 'build_slot' ? 'slot' : 'order'
}

type SubjectLine = Pick<OrderSubject, 'title' | 'kind'> & { detail: string; plate: Plate | null }

/** What an order with these lines is for. A number stands for all, where there is one. */
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

/** What an order is called where a sentence begins with it: `Number 7`, or by its title; several lines as a whole. */
export function heldSubject(subject: OrderSubject): string {
  if (subject.count !== 1) return 'Your order'
  return subject.plate ? `Number ${subject.plate.unitNumber}` : subject.title
}

/** The same within a sentence: `number 7`, `the build slot`, or `your order`. */
export function describeHeld(subject: OrderSubject): string {
  const noun = subjectNounOf(subject)
  if (noun === 'order') return 'your order'
  return subject.plate
    ? `number ${subject.plate.unitNumber}`
    : `the ${subject.title.charAt(0).toLowerCase()}${subject.title.slice(1)}`
}

/** Where a numbered piece can be had again: the page that holds one number, or shows the nearest that are open. */
export function reservePath(plate: { path: string; unitNumber: number }): string {
  return `${plate.path}/reserve?number=${plate.unitNumber}`
}
