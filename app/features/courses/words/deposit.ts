import { formatCents } from '#app/kit/money.ts'
import { formatHour, formatSessionDay, zoneWords } from '../words.ts'

/** An instant as mails and pages about a seat write it: `Thursday 3 December, 9 AM EST`. */
export function formatClassTime(moment: Date, timeZone: string): string {
  return `${formatSessionDay(moment, timeZone)}, ${formatHour(moment, timeZone)} ${zoneWords(moment, timeZone)}`
}

/** What becomes of the deposit of a seat that is no more. `returnedCents` went back; 0 is a forfeited deposit. */
export function moneyAfterCanceling(by: 'student' | 'shop', returnedCents: number): string {
  if (by === 'shop') return 'Your deposit goes back in full to the card it came from.'
  return returnedCents > 0
    ? `${formatCents(returnedCents)} goes back to the card it came from. Your bank decides on which day it shows there.`
    : 'It was canceled after the time for refunds, so the deposit is forfeited.'
}

/** What a reminder says of the deposit. */
export function reminderRefundText(refundUntil: Date | null, now: Date, timeZone: string): string {
  return refundUntil && now < refundUntil
    ? `Until ${formatClassTime(refundUntil, timeZone)} you can cancel and the deposit goes back.`
    : 'The time for refunds is over. If you cannot come, give the seat up on its page: somebody is waiting for one.'
}
