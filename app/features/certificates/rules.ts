import type { DropStatus, UnitState } from '../drops/rules.ts'
import { type Ending, isEnding, type Stage } from '#app/features/orders/rules.ts'

export const signatureLength = 12

export function normalizeCertificateCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

export function formatCertificateCode(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-')
}

export function unitNumberOf(code: string): number {
  return Number(/^[A-Z](\d{3})/.exec(code)?.[1] ?? 0)
}

const statusByStage: Record<Stage, UnitStatus> = {
  reserved: 'reserved',
  agreed: 'reserved',
  balance_paid: 'reserved',
  in_build: 'in_build',
  built: 'in_build',
  form3_filed: 'in_transfer',
  form3_approved: 'in_transfer',
  shipped: 'in_transfer',
  at_dealer: 'in_transfer',
  form4_filed: 'in_transfer',
  form4_approved: 'in_transfer',
  picked_up: 'transferred',
}

export function unitStatusOf({
  drop,
  unit,
  stage,
}: {
  drop: { status: DropStatus; pausedAt: Date | null }
  unit: UnitState
  /** Missing for units sold before the shop had orders. */
  stage?: Stage | Ending | undefined
}): UnitStatus {
  if (unit === 'held') return 'held'
  if (unit === 'open') return openUnitStatus(drop)
  if (stage === undefined) return 'taken'
  // It ended and was not released: a form is to be withdrawn first, or it is not back with us.
  return isEnding(stage) ? 'held_back' : statusByStage[stage]
}

export function hasOwner(status: UnitStatus): boolean {
  return ['reserved', 'in_build', 'in_transfer', 'transferred', 'taken'].includes(status)
}

function openUnitStatus({ status, pausedAt }: { status: DropStatus; pausedAt: Date | null }): UnitStatus {
  if (status === 'archived') return 'never_made'
  if (status === 'coming_soon') return 'to_come'
  return pausedAt ? 'held_back' : 'open'
}

export function unitArtPath(slug: string, number: number, version: string): string {
  return `/art/vault/${slug}/${number}.svg?v=${version}`
}

/** Coarser than what its buyer sees: the progress of a federal review is private, so filing to delivery is one status. */
export const unitStatusWords = {
  to_come: {
    label: 'Not released yet',
    text: 'The drop has not launched. Nobody holds or owns this number.',
  },
  open: { label: 'Open', text: 'Nobody owns this number. You can reserve it on the drop page.' },
  held_back: {
    label: 'Paused',
    text: 'Nobody owns this number, and nobody can reserve it right now.',
  },
  held: {
    label: 'Held',
    text: 'Someone is checking out with this number. It is theirs once they pay the deposit, and reopens if they do not.',
  },
  reserved: { label: 'Reserved', text: 'A deposit was paid on this number. The build has not started.' },
  in_build: { label: 'In build', text: 'This unit is being built and its number engraved.' },
  in_transfer: {
    label: 'In transfer',
    text: 'The federal transfer is in progress. The unit is with us or a licensed dealer until it is approved.',
  },
  transferred: { label: 'Transferred', text: 'This unit was handed over to its owner by a licensed dealer.' },
  taken: {
    label: 'Taken',
    text: 'This number has an owner. It was sold before the registry tracked builds and transfers.',
  },
  never_made: {
    label: 'Never made',
    text: 'The run closed with this number open. It was never sold and will not be made.',
  },
}
export type UnitStatus = keyof typeof unitStatusWords
