import { brand } from '#app/kit/brand.ts'
import type { UnitStatus } from './rules.ts'

export const unitStatusWords: Record<UnitStatus, { label: string; text: string }> = {
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

export const pageWords = {
  title: `${brand} certificate registry`,
  lead: 'Every numbered unit has a signed certificate. Check a certificate code, or look up a number to see its status. The registry holds no names.',
  description: `Verify a ${brand} certificate by its code, look up the status of any numbered unit, and see how fast each run sold.`,
} as const

export const resultWords = {
  genuine: 'Genuine',
  forged: {
    title: 'Not genuine',
    text: 'None of our certificates has this code. Check it letter by letter: 16 letters and digits in four groups, starting with A.',
    after:
      'If you typed it correctly, we did not make this certificate. Do not pay for the item, and send us a photo of the certificate.',
  },
  noSuchNumber: (name: string, total: number) =>
    `${name} has ${total} ${total === 1 ? 'number' : `numbers, 1 to ${total}`}. No others exist.`,
  noSuchDrop: 'This drop is not in the registry.',
  proves:
    'The signature is ours and matches this number. It does not prove ownership: compare the number with the one engraved on the unit.',
  unowned: 'Nobody owns this number right now. Do not pay for a certificate of it.',
} as const

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const

/** A duration in its two largest units: `3 days 4 hours`, `18 hours 26 minutes`, `41 minutes`. */
export function durationWords(ms: number): string {
  let restMs = Math.round(ms / 60_000) * 60_000
  const parts: string[] = []
  for (const { name, ms: length } of units) {
    const count = Math.floor(restMs / length)
    restMs -= count * length
    if (count && parts.length < 2) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
    else if (parts.length) break
  }
  return parts.join(' ') || 'under a minute'
}

/** A share in whole percent; 100 and 0 only when exact. */
export function shareWords(part: number, whole: number): string {
  if (!whole) return '0%'
  const percent = (part / whole) * 100
  if (percent > 99 && part < whole) return '99%'
  return `${percent > 0 && percent < 1 ? 1 : Math.round(percent)}%`
}
