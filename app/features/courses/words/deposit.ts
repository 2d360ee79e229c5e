import { formatCents } from '#app/kit/money.ts'
import { formatHour, formatSessionDay, zoneWords } from '../words.ts'

/** A deadline of a seat as pages and emails write it, beside the date of the class: `Thursday, December 3, 9 AM EST`. */
export function formatClassTime(moment: Date, timeZone: string): string {
  return `${formatSessionDay(moment, timeZone, moment)}, ${formatHour(moment, timeZone)} ${zoneWords(moment, timeZone)}`
}

/** What happens to the deposit of a canceled seat. `returnedCents` is what is refunded; 0 means forfeited. */
export function moneyAfterCanceling(by: 'student' | 'shop', returnedCents: number): string {
  if (by === 'shop') return 'Your deposit is refunded in full to the card you paid with.'
  return returnedCents > 0
    ? `${formatCents(returnedCents)} is refunded to the card you paid with. When it posts depends on your bank.`
    : 'The refund deadline had passed, so the deposit is forfeited.'
}

/** What a reminder says about the deposit. */
export function reminderRefundText(refundUntil: Date | null, now: Date, timeZone: string): string {
  return refundUntil && now < refundUntil
    ? `You can cancel for a full refund of the deposit until ${formatClassTime(refundUntil, timeZone)}.`
    : 'The refund deadline has passed. If you can’t make it, please release your seat on its page so someone else can have it.'
}
