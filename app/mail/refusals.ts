import { day, hour, minute } from '#app/kit/clock.ts'

/**
 * Waits between the tries of a mail whose recipient the mail server refuses for good (5xx), in milliseconds. One try would do for
 * an address that does not exist, and more of them harm the sender's reputation. But some servers greylist with 5xx replies, and
 * their delays are between minutes and hours.
 */
const waitsMs = [10 * minute, hour, 4 * hour] as const
const longestWaitMs = waitsMs[2]

/** How many refusals fit into two days. A mail that fails for longer is given up whatever the reason, as in any other outage. */
const maxRefusals = waitsMs.length + Math.ceil((2 * day) / longestWaitMs)

/** How long to wait after this many refusals of a recipient, in milliseconds. */
export function refusalWaitMs(refusals: number): number {
  return waitsMs[refusals - 1] ?? longestWaitMs
}

/**
 * Whether a mail is undeliverable after this many refusals of its recipient. A server that accepts nobody's mail gives the same
 * replies, so until it has accepted somebody else's during the last wait, the mail stays in the queue.
 */
export function mayGiveUpAfter(refusals: number, hasServerWorked: boolean): boolean {
  return refusals > (hasServerWorked ? waitsMs.length : maxRefusals)
}
