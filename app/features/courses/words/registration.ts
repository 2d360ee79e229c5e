import type { SessionView } from '../rules.ts'
import type { SeatRefusal } from '../store/seats.server.ts'
import { formatClassTime } from './deposit.ts'

/** The steps of the registration, as its progress shows them. */
export const wizardSteps = ['Course info', 'Scheduling', 'Payment', 'Confirmation'] as const

/** What the checkout says of a seat. Success, failure and the busy button are the specification's (sections 4 and 8). */
export const checkoutWords = {
  attestation: 'I am 18 or older, and I accept that no-shows forfeit the deposit.',
  success: { title: 'Payment Successful', text: 'Your course registration deposit has been processed.' },
  failure: {
    title: 'Payment Failed',
    text: 'There was an error processing your payment. Please try again.',
  },
  busy: 'Processing...',
} as const

/** The words of the registration's own pages. The buttons are the specification's (section 4). */
export const registrationWords = {
  title: 'Course Registration',
  progress: 'Progress',
  register: 'Register Now',
  registerShort: 'Register',
  waitlist: 'Join Waitlist',
  scheduling: 'Choose your date',
  schedulingLead: 'Twelve seats at most, and each is counted here as it goes. Yours is held while you pay.',
  continue: 'Continue with Selected Date',
  toCart: 'Add to Cart',
  none: 'Select a date, then continue.',
  choose: 'Choose a date first.',
  widget: 'Scheduling calendar',
  widgetNote: 'Pick a time in the calendar, then select the same date below: that is what holds your seat.',
}

/** Why a seat cannot be held, and what to do about it. */
export const seatRefusalWords: Record<
  SeatRefusal | 'key_reused' | 'try_again' | 'none_chosen' | 'cut_off',
  { title: string; text: string }
> = {
  session_not_found: { title: 'This date is gone', text: 'Choose another one: nothing was charged.' },
  session_full: {
    title: 'This class is full',
    text: 'Every seat is taken. Join its waitlist, or choose another date: nothing was charged.',
  },
  session_all_held: {
    title: 'Every seat left is being held',
    text: 'Others are paying for the last seats. A seat that is let go opens here at once.',
  },
  session_closed: {
    title: 'Registration for this date has closed',
    text: 'The list of students is with the instructor. Choose another date.',
  },
  session_canceled: { title: 'This class was called off', text: 'Choose another date.' },
  key_reused: {
    title: 'This form was already used',
    text: 'It held a seat on another date before. Choose the date again.',
  },
  try_again: { title: 'Somebody was a moment faster', text: 'The seats changed just now. Try once more.' },
  none_chosen: { title: 'No date selected yet', text: 'Choose a date first.' },
  cut_off: {
    title: 'We could not be reached',
    text: 'The connection failed before an answer came. Press again: the same press never holds two seats.',
  },
}

/** Whether there are words for a reason that came from the order path. */
export function isSeatRefusal(why: string): why is keyof typeof seatRefusalWords {
  return Object.hasOwn(seatRefusalWords, why)
}

/** What the waitlist of a full class says. */
export function waitlistWords({ course, when }: SessionView) {
  return {
    title: `${course.name}, waitlist`,
    description: `${when.day} is full. A seat that comes free is kept for the next in line for 24 hours.`,
    button: 'Join the Waitlist',
  }
}

/** What the deposit of a seat booked at `now` is worth: until when it comes back, or that it does not any more. */
export function refundWords(refundUntil: Date, now: Date, zone: string): string {
  return now < refundUntil
    ? `The deposit is refundable until ${formatClassTime(refundUntil, zone)}.`
    : 'This class begins in less than 48 hours: the deposit is not refundable any more.'
}
