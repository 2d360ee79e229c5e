import { eq, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { statement } from '#app/db/statement.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { mailOutage } from './tables.ts'

/** Mails that fail for this long, with none that went out, raise the alert `mail_outage`. */
export const outageAlertMs = 15 * minute

/** When the mail server cannot be used at all, no mail job begins for this long: each would only fail in its turn. */
const mailPauseMs = 30 * second

const subject = 'mail'

/**
 * What a failure is about. `mail`: the server refused this address or this message for good (5xx), and works otherwise.
 * `delay`: it said "later" to this mail (4xx), which one address or everybody may hear. `server`: it cannot be reached or
 * does not let us in.
 */
export function failureOf(error: unknown): 'mail' | 'delay' | 'server' {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'server'
  return typeof responseCode === 'number' && responseCode >= 500 ? 'mail' : 'delay'
}

const pause = statement<{ isOn: boolean }>(
  () => sql`select paused_until > ${sql.placeholder('now')}::timestamptz as "isOn" from ${mailOutage}`,
)

/** Whether the mail server could not be used a moment ago, so that nothing should be tried yet. */
export async function isMailPaused(db: Db, now: Date): Promise<boolean> {
  const [found] = await pause(db, { now })
  return found?.isOn === true
}

/** Notes that a mail was not taken. Raises the alert when none has been for 15 minutes. */
export async function recordMailFailure(db: Db, now: Date, error: unknown): Promise<void> {
  const failure = failureOf(error)
  if (failure === 'mail') return
  const pausedUntil = failure === 'server' ? after(now, mailPauseMs) : null
  await db.transaction(async (tx) => {
    const [outage] = await tx
      .insert(mailOutage)
      .values({ id: 1, since: now, pausedUntil, failures: 1 })
      .onConflictDoUpdate({
        target: mailOutage.id,
        set: {
          pausedUntil: sql`greatest(${mailOutage.pausedUntil}, excluded.paused_until)`,
          failures: sql`${mailOutage.failures} + 1`,
        },
      })
      .returning()
    if (!outage || now.getTime() - outage.since.getTime() < outageAlertMs) return
    const detail = `No mail has gone out since ${outage.since.toISOString()}. Tries that failed: ${outage.failures}. Last failure: ${smtpCode(error)}.`
    await raiseAlert({ tx, now }, { kind: 'mail_outage', subject, detail })
  })
}

/** Notes that a mail went out: an outage is over, and its alert is cleared. */
export async function recordMailSent(db: Db, now: Date): Promise<void> {
  const ended = await db.delete(mailOutage).where(eq(mailOutage.id, 1)).returning({ id: mailOutage.id })
  if (ended.length > 0) await clearAlert({ tx: db, now }, 'mail_outage', subject)
}

/** What kind of failure it was. Never the whole message: servers put addresses into theirs. */
function smtpCode(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  return (
    [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ') ||
    'unknown'
  )
}
