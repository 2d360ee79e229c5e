import { sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { statement } from '#app/db/statement.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import type { MailFailure } from './mailer.ts'
import { mailOutage } from './tables.ts'

/** When mails fail for this long and none was sent, the alert `mail_outage` is raised. In milliseconds. */
export const outageAlertMs = 15 * minute

/** When the mail server cannot be used, no mail is tried for this long, in milliseconds: each would only fail. */
const mailPauseMs = 30 * second

const subject = 'mail'

/** `recipient`: this mail alone was refused. `refusal`: those of several people are. `server`: it cannot be reached or used. */
export function failureOf(error: unknown): 'recipient' | 'refusal' | 'server' {
  const { code, isAboutRecipient } = (error ?? {}) as { code?: unknown } & Partial<MailFailure>
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'server'
  return isAboutRecipient ? 'recipient' : 'refusal'
}

/** Not one of the replies that put a mail off (4xx), or a mail that cannot be sent at all. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode } = (error ?? {}) as { responseCode?: unknown }
  const isPutOff = typeof responseCode === 'number' && responseCode < 500
  return failureOf(error) === 'recipient' && !isPutOff
}

/** Whether the server got the whole mail and never answered: each further try may bring its recipient another copy. */
export function mayHaveArrived(error: unknown): boolean {
  return ((error ?? {}) as Partial<MailFailure>).mayHaveArrived === true
}

const pause = statement<{ isOn: boolean }>(
  () => sql`select paused_until > ${sql.placeholder('now')}::timestamptz as "isOn" from ${mailOutage}`,
)

export async function isMailPaused(db: Db, now: Date): Promise<boolean> {
  const [found] = await pause(db, { now })
  return found?.isOn === true
}

export async function recordMailFailure(db: Db, now: Date, error: unknown): Promise<void> {
  const failure = failureOf(error)
  if (failure === 'recipient') return
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

export function endOutage(db: Db, now: Date): Promise<unknown> {
  return clearAlert({ tx: db, now }, 'mail_outage', subject)
}

/** The kind of a failure. Never its whole message: servers quote addresses. */
function smtpCode(error: unknown): string {
  const { code, originalCode, responseCode } = (error ?? {}) as Record<string, unknown>
  return (
    [code, originalCode, responseCode]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .join(' ') || 'unknown'
  )
}
