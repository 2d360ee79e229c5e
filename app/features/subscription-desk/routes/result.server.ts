import type { Db } from '#app/db/db.server.ts'
import { countLeft, type Written } from '#app/features/subscriptions/store/written.server.ts'
import { countMailsLike } from '#app/mail/send-once.server.ts'

/** How an announcement has come along: sent, failed and tried again, and who left its list since it started. */
export async function findResult(
  db: Db,
  { announcementId, topic, startedAt }: Pick<Written, 'announcementId' | 'topic' | 'startedAt'>,
) {
  if (!announcementId || !startedAt) return undefined
  const [mails, unsubscribed] = await Promise.all([
    countMailsLike(db, `announcement:${announcementId}:`),
    countLeft(db, topic, startedAt),
  ])
  return { ...mails, unsubscribed }
}
