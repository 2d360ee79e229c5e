import { countOf } from '#app/kit/count.ts'
import type { CertificateFacts, CertificateGap } from '../rules/certificate.ts'

/** What the certificate claims and what it does not. */
export const acceptedBy =
  'Whether a certificate of training is accepted, and for what, is decided by the authority that you show it to.'

/** The texts of the certificate and of the page that checks one. */
export const certificateWords = {
  title: 'Certificate of Training',
  subject: 'Certificate of training in the safe handling of firearms',
  of: 'This certifies that',
  completed: 'completed the course',
  record: 'Instructor’s record',
  valid: { title: 'This certificate is valid', text: 'It says the following, and nothing else.' },
  revoked: {
    title: 'This certificate is no longer valid',
    text: 'We took it back because the record that it rested on was corrected.',
  },
  download: 'Certificate as PDF',
} as const

/** What the instructor attests: that the student attended, and fired live ammunition in the instructor's presence. */
export function attendedWords({ hours, liveFireRounds }: CertificateFacts): string {
  return `The student attended ${hours === 1 ? 'the hour' : `all ${hours} hours`} of the course. The instructor observed the student safely handle and fire a firearm with live ammunition, at least ${countOf(liveFireRounds, 'round')}, in the instructor’s physical presence, and keeps a record of it.`
}

/** Why a student has no certificate yet, for the roster. Nothing where the marks say it already. */
export const gapWords: Record<CertificateGap, string | null> = {
  no_live_fire_course: null,
  not_attended: null,
  not_fired: null,
  no_instructor: 'No instructor is named for this class, so no certificate is made.',
  no_license: 'The instructor has no license that is good on this day, so no certificate is made.',
}
