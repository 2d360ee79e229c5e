/** What a certificate of training says besides the student's name, as it was on the day. */
export type CertificateFacts = {
  course: string
  hours: number
  /** Rounds fired in the instructor's presence, at least. */
  liveFireRounds: number
  /** The calendar date of the class in the shop's zone: `2026-12-05`. */
  heldOn: string
  place: string
  instructor: string
  licenses: { name: string; number: string }[]
}

/** An instructor's license. `expiresOn` is the last day on which it is good. */
export type License = { name: string; number: string; expiresOn: string }

/** What decides about a certificate. */
export type CertificateBasis = {
  /** Rounds that the course demands; without live fire there is no certificate. */
  liveFireRounds: number
  instructor: { name: string; licenses: readonly License[] } | null
  /** The day of the class. */
  heldOn: string
  checkedInAt: Date | null
  liveFireAt: Date | null
  noShowAt: Date | null
}

/** Why there is no certificate. */
export type CertificateGap =
  | 'no_live_fire_course'
  | 'not_attended'
  | 'not_fired'
  | 'no_instructor'
  | 'no_license'

/** The licenses that were good on a day. */
export function licensesOn(licenses: readonly License[], day: string): License[] {
  return licenses.filter(({ expiresOn }) => expiresOn >= day)
}

/**
 * What is missing for a certificate of training, or null. The instructor, licensed on the day, saw the student attend and
 * fire: without any of these there is nothing to certify.
 */
export function certificateGap(basis: CertificateBasis): CertificateGap | null {
  const { liveFireRounds, instructor, heldOn, checkedInAt, liveFireAt, noShowAt } = basis
  if (liveFireRounds === 0) return 'no_live_fire_course'
  if (!checkedInAt || noShowAt) return 'not_attended'
  if (!liveFireAt) return 'not_fired'
  if (!instructor) return 'no_instructor'
  return licensesOn(instructor.licenses, heldOn).length === 0 ? 'no_license' : null
}

/** A code as people read it: `7KQ2-M94T-3BXA`. */
export function formatCertificateCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** How many letters a code has: 58 bits. */
export const certificateCodeLength = 12
