import { maxStaffUploads, uploadRefusalWords } from '#app/features/dealers/rules.ts'
import { openStages, type Stage } from '#app/features/orders/rules.ts'
import type { findBoard } from './store.server.ts'
import { stageLabels } from '#app/features/order-desk/listed.ts'

export type BoardRow = Awaited<ReturnType<typeof findBoard>>['rows'][number]
export type Slip = BoardRow['slips'][number]

/** The position of the median's tick on a slip, in percent: bars reach 2.6 medians. */
export const medianShare = 100 / 2.6
const longMedians = 1.5

export function barOf(days: number, median: number | null): { barShare: number; isLong: boolean } {
  if (median === null) return { barShare: 0, isLong: false }
  const scale = Math.max(median, 1)
  return { barShare: Math.min(100, (days / scale) * medianShare), isLong: days > scale * longMedians }
}

/** Days from one calendar day to another, never below zero. */
export function daysFrom(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000))
}

export function inBoardOrder<Row extends { name: string; slips: readonly unknown[] }>(rows: readonly Row[]) {
  return rows.toSorted(
    (one, other) =>
      Number(one.name === '') - Number(other.name === '') ||
      other.slips.length - one.slips.length ||
      one.name.localeCompare(other.name),
  )
}

export const [rowsPerPage, slipsPerCell] = [40, 6] as const

export type BoardSheet = ReturnType<typeof boardSheet>

export function boardSheet(rows: readonly BoardRow[], wanted: number) {
  const all = rows.flatMap(({ slips }) => slips)
  const pages = Math.max(1, Math.ceil(rows.length / rowsPerPage))
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages)
  const at = (stage: Stage, slips: readonly Slip[]) => slips.filter((slip) => slip.stage === stage)
  return {
    rows: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage).map(({ slips, ...row }) => ({
      ...row,
      cells: openStages.map((stage) => {
        const here = at(stage, slips).toSorted((one, other) => other.days - one.days)
        return { stage, slips: here.slice(0, slipsPerCell), more: Math.max(0, here.length - slipsPerCell) }
      }),
    })),
    counts: Object.fromEntries(openStages.map((stage) => [stage, at(stage, all).length])),
    open: all.length,
    long: all.filter(({ isLong }) => isLong).length,
    page,
    pages,
  }
}

/** As narrow as the columns of the board. */
export const stageHeads: Record<Stage, string> = {
  ...stageLabels,
  built: 'Built, Form 2',
  form3_approved: 'Form 3 appr.',
  form4_approved: 'Form 4 appr.',
}

export const staffUploadWords = {
  ...uploadRefusalWords,
  heic: 'This is an HEIC photo, which cannot be read here. Save it as a JPG.',
  too_many: `The file has ${maxStaffUploads} copies: those that are not accepted are deleted after 30 days.`,
}
