import { eq, lte } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { formCreations } from './tables.ts'

export type SentForm = { key: string; typed: unknown }

/** Sent again, a form gets the first answer, which holds no personal data; of two presses at once the second waits. A refused one may be tried again. */
export async function makeOnce<Result extends { ok: boolean }>(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  form: SentForm,
  make: () => Promise<Result>,
): Promise<Result> {
  const onceKey = onceKeyOf(form)
  const [claimed] = await tx
    .insert(formCreations)
    .values({ onceKey, sentAt: now })
    .onConflictDoUpdate({ target: formCreations.onceKey, set: { onceKey } })
    .returning({ answer: formCreations.answer })
  if (claimed?.answer) return claimed.answer as Result
  const answer = await make()
  const isIt = eq(formCreations.onceKey, onceKey)
  await (answer.ok
    ? tx.update(formCreations).set({ answer }).where(isIt)
    : tx.delete(formCreations).where(isIt))
  return answer
}

const onceKeyOf = ({ key, typed }: SentForm) => fingerprint(JSON.stringify([key, typed]))

/** How long a form that was sent is remembered: longer than any page of the console stays open to be sent again. */
const formMemoryMs = 7 * day

export async function forgetForms(db: Db, now: Date): Promise<void> {
  await db.delete(formCreations).where(lte(formCreations.sentAt, after(now, -formMemoryMs)))
}
