import { clearAlert, listAlertSubjects, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findUnreadableParts } from './catalog.server.ts'
import { findUnreadableConversions, findUnreadablePackages } from './offers.server.ts'

/**
 * Raises an alert for each visible part, package and conversion that cannot be read, which pages leave out, and clears those of
 * rows that can be read again. Only a row that is new on the list, or no longer on it, costs a write.
 */
export async function reportUnreadableRows(work: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  const found = [
    ...named('part', await findUnreadableParts(work.tx)),
    ...named('package', await findUnreadablePackages(work.tx)),
    ...named('conversion', await findUnreadableConversions(work.tx)),
  ]
  const known = await listAlertSubjects(work.tx, kind)
  for (const { subject, detail } of found)
    if (!known.includes(subject)) await raiseAlert(work, { kind, subject, detail })
  for (const subject of known)
    if (!found.some((one) => one.subject === subject)) await clearAlert(work, kind, subject)
}

const kind = 'catalog_row_unreadable'

function named(noun: string, rows: readonly { id: string; why: string }[]) {
  return rows.map(({ id, why }) => ({ subject: `${noun} ${id}`, detail: why }))
}
