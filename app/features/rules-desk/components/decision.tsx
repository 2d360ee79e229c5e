import type { ReactNode } from 'react'
import { Form, Link, useLocation } from 'react-router'
import type { AffectedOrder } from '#app/features/orders/store/review.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { TextField } from '../../console/components/fields.tsx'
import { Revisions, Redline } from '../../console/components/revisions.tsx'
import { Section } from '../../console/components/section.tsx'
import { Status } from '../../console/components/status.tsx'
import { Verb } from '../../console/components/verb.tsx'
import type { FieldChange } from '../rules.ts'
import { outcomeLooks } from '../words.ts'

export type ShownReview = {
  id: number
  version: number | undefined
  at: string
  by: string
  evidence: string
  changes: string
}

type Deciding = {
  changes: readonly FieldChange[]
  /** Whether a proposal was sent, even one that changes nothing. */
  isProposed: boolean
  affected: readonly AffectedOrder[]
  affectedKey: string
  /** The current version; 0 for a new rule. */
  version: number
  values: Readonly<Record<string, string>>
  reviews: readonly ShownReview[]
}

type Props = Deciding & {
  path: string
  errors: FieldErrors
  evidence: string
  after: ReactNode
  affectedWords?: ReactNode
  button?: string
  look?: 'primary' | 'stop'
}

export function Decision(props: Props) {
  const { changes, isProposed, errors, affected, affectedWords } = props
  return (
    <div>
      {errors.form && (
        <p className="con-region con-error" role="alert">
          {errors.form.join(' ')}
        </p>
      )}
      <Section item={2} title="What changes">
        {changes.length > 0 ? (
          <ChangeList changes={changes} />
        ) : (
          <p className="text-muted">
            {isProposed
              ? 'Nothing differs from the current row.'
              : 'Change the row at the left and show what changes. Nothing counts before you confirm it here.'}
          </p>
        )}
      </Section>
      {changes.length > 0 && (
        <>
          <Section
            item={3}
            title="Who is affected"
            note={affectedWords ? undefined : 'open orders, judged as if it were in force'}
          >
            {affectedWords ?? <Affected orders={affected} />}
          </Section>
          <Confirmation {...props} />
        </>
      )}
      <Reviews reviews={props.reviews} />
    </div>
  )
}

function Affected({ orders }: { orders: readonly AffectedOrder[] }) {
  if (orders.length === 0) return <p className="text-muted">No open order changes its verdict.</p>
  return (
    <ul className="grid gap-1" aria-label="Affected orders">
      {orders.map(({ orderId, title, from, to }) => (
        <li key={orderId} className="flex flex-wrap items-center gap-3">
          <Link className="con-link" to={`/staff/orders/${orderId}`}>
            {orderId}
          </Link>
          <span className="con-clip">{title}</span>
          <Outcome outcome={to} />
          <span className="text-faint">was {outcomeLooks[from]?.word.toLowerCase() ?? from}</span>
        </li>
      ))}
    </ul>
  )
}

function Outcome({ outcome }: { outcome: string }) {
  const { kind, tone, word } = outcomeLooks[outcome] ?? { kind: 'todo' as const, word: outcome }
  return (
    <Status kind={kind} tone={tone}>
      {word}
    </Status>
  )
}

function Confirmation({ path, values, version, affectedKey, evidence, errors, after, button, look }: Props) {
  // The proposal is in the address: a refused confirmation comes back with it.
  const { search } = useLocation()
  return (
    <Section item={4} title="Confirm">
      <Form
        method="post"
        action={`${path}${search}`}
        className="grid gap-3"
        aria-label="Confirm the change"
        noValidate
      >
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="revision" value={version} />
        <input type="hidden" name="affected" value={affectedKey} />
        <TextField
          label="What you read, for the record"
          name="evidence"
          defaultValue={evidence}
          errors={errors.evidence}
        />
        <p className="con-hint">{after}</p>
        <span>
          <Verb look={look ?? 'primary'} busyWords="Confirming...">
            {button ?? `Confirm version ${version + 1}`}
          </Verb>
        </span>
      </Form>
    </Section>
  )
}

function Reviews({ reviews }: Pick<Deciding, 'reviews'>) {
  return (
    <Section item={5} title="Reviews">
      {reviews.length === 0 ? (
        <p className="text-muted">
          Nobody has confirmed this row in the console yet. It came with the shop’s reference data.
        </p>
      ) : (
        <Revisions
          caption="Reviews of this row"
          rows={reviews.map(({ id, version, at, by, evidence, changes }) => ({
            key: String(id),
            number: version,
            date: at,
            change: [evidence, changes].filter(Boolean).join(' '),
            by,
          }))}
        />
      )}
    </Section>
  )
}

function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-[10px] gap-y-[3px] [&>dt]:wrap-anywhere [&>dt]:text-faint [&>dd]:min-w-0 [&>dd]:wrap-anywhere">
      {changes.flatMap(({ field, before, after }) => [
        <dt key={field}>{field}</dt>,
        <dd key={`${field}-value`}>
          <Redline before={before || 'nothing'} after={after || 'nothing'} />
        </dd>,
      ])}
    </dl>
  )
}
