import type { UnitStatus } from './rules.ts'

/** What each standing is called, and what it means. */
export const unitStatusWords: Record<UnitStatus, { label: string; text: string }> = {
  to_come: { label: 'Not released yet', text: 'The drop has not opened. Nobody holds or owns this number.' },
  open: { label: 'Open', text: 'Nobody owns this number. It can be reserved on the page of its drop.' },
  held_back: {
    label: 'Held back',
    text: 'Reservations of this drop are paused. Nobody owns this number, and nobody can take it now.',
  },
  held: {
    label: 'Held',
    text: 'Somebody is checking out with this number. It is theirs once the deposit is paid, and open again if not.',
  },
  reserved: { label: 'Reserved', text: 'A deposit is paid on this number. Its build has not begun.' },
  in_build: { label: 'In build', text: 'This unit is being built and its number engraved.' },
  in_transfer: {
    label: 'In transfer',
    text: 'The federal transfer is under way. The unit is with us or with a licensed dealer until it is approved.',
  },
  transferred: { label: 'Transferred', text: 'This unit was handed over to its owner by a licensed dealer.' },
  taken: {
    label: 'Taken',
    text: 'This number has an owner. It was taken before the registry began to follow builds and transfers.',
  },
  never_made: {
    label: 'Never made',
    text: 'The run closed with this number open. It was never taken and will not be made.',
  },
}

/** The words of the page. */
export const pageWords = {
  title: 'PACo certificate registry',
  lead: 'Every numbered unit has a signed certificate. Check the code on one, or look a number up and see where it stands. No names are kept here, so none can be shown.',
  description:
    'Check a PACo certificate by its code, look up the standing of any numbered unit, and see what the archive’s runs sold and how fast.',
} as const

/** The three answers to a code, and the two to a number. */
export const resultWords = {
  genuine: 'Genuine',
  forged: {
    title: 'Not genuine',
    text: 'No certificate of ours carries this code. Compare it letter by letter: it has 16 letters and digits in four groups, the first beginning with A.',
    after:
      'If it is spelled right, the certificate was not made by us. Do not pay for what comes with it, and write to us with a photograph of it.',
  },
  noSuchNumber: (name: string, total: number) =>
    `${name} has ${total} ${total === 1 ? 'number' : `numbers, 1 to ${total}`}. No other was made, and none ever will be.`,
  noSuchDrop: 'There is no such drop in the registry.',
  proves:
    'The signature is ours and belongs to this number. It does not say who owns it: compare the number with the one engraved on the unit.',
  unowned: 'Nobody owns this number at this moment. A certificate for it is nothing to pay for.',
} as const

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const

/** A length of time in its two largest units: `3 days 4 hours`, `18 hours 26 minutes`, `41 minutes`. */
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

/** A share in whole percent. All but everything stays below 100, all but nothing above 0. */
export function shareWords(part: number, whole: number): string {
  if (!whole) return '0%'
  const percent = (part / whole) * 100
  if (percent > 99 && part < whole) return '99%'
  return `${percent > 0 && percent < 1 ? 1 : Math.round(percent)}%`
}
