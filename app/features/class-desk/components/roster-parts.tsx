import { deskFieldsOf, SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { RosterMark } from '#app/features/courses/rules/roster.ts'
import { formatCents } from '#app/kit/money.ts'
import { dayMethods } from '../rules.ts'
import type { QueuedMark, ShownMarks } from '../rules/mark-queue.ts'
import { markWords, methodWords } from '../words.ts'

/** A student on the sheet. */
export type Student = {
  orderId: string
  seat: number
  name: string
  email: string
  phone: string
  marks: ShownMarks
  depositCents: number
  balanceCents: number
  /** When the balance was paid, and by which order. */
  balancePaid: { orderId: string; at: string } | null
  isWalkIn: boolean
  isMoveOpen: boolean
  /** Whether the member may open orders: an instructor only reads their codes. */
  opensOrders: boolean
  certificate: { code: string; path: string } | null
  /** Why there is no certificate although the marks are set. */
  gap: string | null
}

export type Press = (marks: readonly Omit<QueuedMark, 'id'>[]) => void

/** The form that buttons of marks belong to without script. */
export const marksForm = 'marks'

/** One mark: pressed with script it is queued, without it sends the form. */
export function MarkButton({ student, mark, press }: { student: Student; mark: RosterMark; press: Press }) {
  const { orderId, name, marks } = student
  const at = marks[mark]
  const to = at === null ? 'set' : 'unset'
  const { set, unset } = markWords[mark]
  return (
    <span className="inline-flex items-center gap-2 print:block">
      <Verb
        small
        form={marksForm}
        name="one"
        value={`${orderId}:${mark}:${to}`}
        aria-pressed={at !== null}
        aria-label={`${at === null ? set : unset}: ${name}`}
        onClick={(event) => {
          event.preventDefault()
          press([{ order: orderId, mark, to }])
        }}
      >
        {markWords[mark].column}
      </Verb>
      <span className="con-code text-faint print:hidden">{at}</span>
      <span className="hidden print:inline">{at ?? '☐'}</span>
    </span>
  )
}

/** Hits of a student whose live fire was seen. `action` is where marks go without script. */
export function ScoreField({ student, press, action }: { student: Student; press: Press; action: string }) {
  const { orderId, name, marks } = student
  if (marks.liveFire === null) return null
  return (
    <form
      method="post"
      action={action}
      className="inline-flex items-center gap-1 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('score')
        if (typeof typed === 'string' && /^\d{1,4}$/.test(typed))
          press([{ order: orderId, mark: 'liveFire', to: 'set', score: Number(typed) }])
      }}
    >
      <input type="hidden" name="row" value={orderId} />
      <input type="hidden" name="mark" value="liveFire" />
      <input type="hidden" name="to" value="set" />
      <input
        className="con-entry w-16"
        name="score"
        type="number"
        inputMode="numeric"
        min={0}
        max={2000}
        key={marks.score}
        defaultValue={marks.score ?? ''}
        aria-label={`Hits: ${name}`}
      />
      <Verb small look="quiet" aria-label={`Save hits: ${name}`}>
        Save
      </Verb>
    </form>
  )
}

/** The code of an order, which leads to its sheet where that may be opened. */
export function OrderCode({ orderId, opens }: { orderId: string; opens: boolean }) {
  if (!opens) return <span className="con-code text-muted print:hidden">{orderId}</span>
  return (
    <a
      className="con-code con-link inline-flex min-h-6 items-center print:hidden"
      href={`/staff/orders/${orderId}`}
    >
      {orderId}
    </a>
  )
}

/** What is due of a student, with the form that takes it. */
export function Balance({ student, formKey }: { student: Student; formKey: string }) {
  const { orderId, name, balanceCents, balancePaid } = student
  if (balanceCents === 0) return <Status kind="done">Paid in full</Status>
  if (balancePaid)
    return (
      <span>
        <Status kind="done" figure={balancePaid.at}>
          {formatCents(balanceCents)}
        </Status>{' '}
        <OrderCode orderId={balancePaid.orderId} opens={student.opensOrders} />
      </span>
    )
  return (
    <>
      <details className="print:hidden">
        <summary className="con-verb" data-small="" aria-label={`${formatCents(balanceCents)} due: ${name}`}>
          {formatCents(balanceCents)} due
        </summary>
        <form method="post" className="mt-2 grid gap-2">
          <input type="hidden" name="order" value={orderId} />
          <input type="hidden" name="amount" value={balanceCents} />
          <input type="hidden" name="key" value={`${formKey}${orderId}`} />
          <PaidBy field={deskFieldsOf({}, {})} />
          <Verb
            small
            look="primary"
            busyWords="Recording..."
            aria-label={`Record ${formatCents(balanceCents)}: ${name}`}
          >
            {`Record ${formatCents(balanceCents)}`}
          </Verb>
        </form>
      </details>
      <span className="hidden print:inline">{formatCents(balanceCents)} ☐</span>
    </>
  )
}

/** How money came. */
export function PaidBy({ field }: { field: ReturnType<typeof deskFieldsOf> }) {
  return (
    <>
      <SelectField
        label="Paid by"
        {...field('method', dayMethods[0])}
        options={dayMethods.map((method) => [method, methodWords[method]] as const)}
      />
      <TextField label="Number of slip or check" {...field('reference')} maxLength={60} autoComplete="off" />
    </>
  )
}

/** What there is of a student's certificate. */
export function CertificateCell({ certificate, gap }: Pick<Student, 'certificate' | 'gap'>) {
  if (certificate)
    return (
      <a className="con-link" href={certificate.path}>
        {certificate.code}
      </a>
    )
  return gap ? <span className="text-faint">{gap}</span> : <span className="text-faint">none yet</span>
}
