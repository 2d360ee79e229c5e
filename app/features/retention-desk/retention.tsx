import { KeyValues, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status, useStamp } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { countOf } from '#app/kit/text.ts'
import { listLastRuns, retentionKinds, retentionNames } from '#app/retention/retention.server.ts'
import type { Route } from './+types/retention'

export const handle: StaffHandle = { right: 'audit.read', title: 'Retention' }

export const loader = ({ context }: Route.LoaderArgs) => listLastRuns(context.get(shopContext).db)

export default function Retention({ loaderData: runs }: Route.ComponentProps) {
  const stamp = useStamp()
  return (
    <Sheet
      state={<Status kind="done">Each night deletes what is over its date</Status>}
      action={<VerbLink to="/staff/audit?verb=retention-delete">Audit</VerbLink>}
    >
      {retentionNames.map((name, at) => {
        const run = runs.get(name)
        const { what, why, days, from } = retentionKinds[name]
        return (
          <Section key={name} item={at + 1} title={what}>
            <KeyValues
              rows={[
                ['Why', why],
                ['Kept', `${countOf(days, 'day')} from ${from}`],
                ['Last run', run ? `${stamp(run.at)}: ${run.deleted} deleted` : 'Not yet'],
              ]}
            />
          </Section>
        )
      })}
      <Section title="Kept by other rules">
        <KeyValues rows={fixedRules} />
      </Section>
    </Sheet>
  )
}

const fixedRules = [
  [
    'Paid orders: buyer, lines, reviews, terms, parcels, refunds',
    'For good: records of the business, of taxes and of firearms',
  ],
  ['Ledger and audit log', 'For good. The audit log names no buyer, and only grows'],
  ['Marks of a class: check-in, waiver, live fire with its score, no-show', 'With the order of the seat'],
  ['Copies of dealers’ licenses', '30 days after the transfer; those of a dealer’s file while it is in use'],
  ['Private links', 'A month after they ended. Only a hash of each secret is stored'],
  ['Staff sessions, challenges and failed sign-ins', 'Until they end; failed tries for two days'],
  ['Holds of carts and checkouts', 'Deleted with their hold, the day after at the latest'],
  ['Sent emails', 'Only that they were sent: no address and no text is stored'],
  ['Age gate', 'Nothing on the server: the record is in the visitor’s browser'],
  ['Security log', 'Not in the database: the server’s log, without personal data'],
] as const
