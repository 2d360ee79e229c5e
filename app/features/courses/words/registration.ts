import type { SeatRefusal } from '../store/seats.server.ts'
import { formatClassTime } from './deposit.ts'

/** The steps of the registration. */
export const wizardSteps = ['Course info', 'Scheduling', 'Payment', 'Confirmation'] as const

/** The checkout's texts for a seat. Success, failure and the busy button: specification, sections 4 and 8. */
export const checkoutWords = {
  attestation: 'I am {age} or older, and I accept that no-shows forfeit the deposit.',
  success: { title: 'Payment Successful', text: 'Your course registration deposit has been processed.' },
  failure: {
    title: 'Payment Failed',
    text: 'There was an error processing your payment. Please try again.',
  },
  busy: 'Processing...',
} as const

/** The texts of the registration pages. Buttons: specification, section 4. */
export const registrationWords = {
  title: 'Course Registration',
  progress: 'Progress',
  register: 'Register Now',
  registerShort: 'Register',
  waitlist: 'Join Waitlist',
  scheduling: 'Choose your date',
  schedulingLead: 'Classes are small. Your seat is held while you pay.',
  continue: 'Continue with Selected Date',
  toCart: 'Add to Cart',
  none: 'Select a date, then continue.',
  choose: 'Choose a date first.',
  widget: 'Scheduling calendar',
  widgetNote: 'Pick a time in the calendar, then select the same date below to hold your seat.',
}

/** Why a seat cannot be held, and what the student can do. */
export const seatRefusalWords: Record<
  SeatRefusal | 'key_reused' | 'try_again' | 'none_chosen',
  { title: string; text: string }
> = {
  session_not_found: {
    title: 'This date is no longer available',
    text: 'Choose another date. Nothing was charged.',
  },
  session_full: {
    title: 'This class is full',
    text: 'Join the waitlist, or choose another date. Nothing was charged.',
  },
  session_all_held: {
    title: 'All remaining seats are on hold',
    text: 'The last seats are held for students who are checking out or were next on the waitlist. Join the waitlist to be next, or choose another date.',
  },
  session_closed: {
    title: 'Registration for this date has closed',
    text: 'The roster has gone to the instructor. Choose another date.',
  },
  session_canceled: { title: 'This class was canceled', text: 'Choose another date.' },
  key_reused: {
    title: 'This form was already used',
    text: 'It held a seat on another date. Choose your date again.',
  },
  try_again: {
    title: 'Someone else got there first',
    text: 'The open seats just changed. Please try again.',
  },
  none_chosen: { title: 'No date selected', text: 'Choose a date first.' },
}

/** Whether a refusal of the order path has a text here. */
export function isSeatRefusal(why: string): why is keyof typeof seatRefusalWords {
  return Object.hasOwn(seatRefusalWords, why)
}

/** One sentence on whether a deposit paid at `now` is refundable, and until when. */
export function refundWords(refundUntil: Date, now: Date, zone: string): string {
  return now < refundUntil
    ? `The deposit is refundable until ${formatClassTime(refundUntil, zone)}.`
    : 'This class starts in less than 48 hours, so the deposit is not refundable.'
}
