import { formatPhone } from '#app/kit/text.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import {
  type RosterMark,
  rosterPath,
  withQueue,
  dayMethods,
  type QueuedMark,
  markWords,
  methodWords,
  dequeueMark,
  enqueueMark,
  parseQueue,
} from '#app/features/courses/roster.ts'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { formatCents } from '#app/kit/money.ts'
import type { showRoster } from '../desk.server.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

type Props = {
  caption: string
  students: readonly Student[]
  queue: Pick<ReturnType<typeof useMarkQueue>, 'press' | 'pending' | 'refusals'>
  formKey: string
}

export function RosterTable({ caption, students, queue, formKey }: Props) {
  const { press, pending, refusals } = queue
  const shown = students.map((student) => ({
    ...student,
    marks: withQueue(student.marks, student.orderId, pending),
    refusal: refusals.find(({ order }) => order === student.orderId)?.words,
  }))
  const button = (mark: RosterMark) => (student: Student) => (
    <MarkButton student={student} mark={mark} press={press} />
  )
  return (
    <DenseTable
      caption={caption}
      rows={shown}
      id={({ orderId }) => orderId}
      selectIn={marksForm}
      selectLabel={({ name }) => `Select ${name}`}
      columns={[
        { label: 'Seat', width: 44, kind: 'number', render: ({ seat }) => seat },
        { label: 'Student', render: (student) => <Who student={student} refusal={student.refusal} /> },
        { label: 'Waiver', width: 150, render: button('waiver') },
        { label: 'In', width: 120, render: button('checkedIn') },
        { label: 'Live fire', width: 150, render: button('liveFire') },
        { label: 'No-show', width: 150, render: button('noShow') },
        {
          label: 'Balance',
          width: 190,
          render: (student) => <Balance student={student} formKey={formKey} />,
        },
        { label: 'Certificate', width: 170, render: (student) => <CertificateCell {...student} /> },
      ]}
      cards={shown.map((student) => (
        <Card
          key={student.orderId}
          student={student}
          refusal={student.refusal}
          press={press}
          formKey={formKey}
        />
      ))}
    />
  )
}

function Who({ student, refusal }: { student: Student; refusal: string | undefined }) {
  const { orderId, name, email, phone, isWalkIn } = student
  return (
    <span className="grid gap-1 py-1">
      <span className="flex flex-wrap items-center gap-x-3">
        <b>{name}</b>
        <OrderCode orderId={orderId} opens={student.opensOrders} />
        {isWalkIn && <span className="text-faint">walk-in</span>}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        {phone ? (
          <a className="con-link inline-flex min-h-6 items-center max-md:min-h-11" href={`tel:${phone}`}>
            {formatPhone(phone)}
          </a>
        ) : (
          <span className="text-faint">no phone</span>
        )}
        <a className="con-link con-clip min-h-6 leading-relaxed max-md:leading-11" href={`mailto:${email}`}>
          {email}
        </a>
      </span>
      {refusal && (
        <span role="alert">
          <Status kind="no">{refusal}</Status>
        </span>
      )}
    </span>
  )
}

type CardProps = { student: Student; refusal: string | undefined; press: Press; formKey: string }

function Card({ student, refusal, press, formKey }: CardProps) {
  return (
    <li data-stacked="" className="[&_.con-verb]:min-h-11">
      <span className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
        <label className="con-hit">
          <input
            type="checkbox"
            name="row"
            className="con-check"
            form={marksForm}
            value={student.orderId}
            aria-label={`Select ${student.name}`}
          />
        </label>
        <Who student={student} refusal={refusal} />
      </span>
      <span className="grid grid-cols-2 gap-3 [&>span]:grid [&>span]:content-start [&>span]:gap-1">
        <MarkButton student={student} mark="waiver" press={press} />
        <MarkButton student={student} mark="checkedIn" press={press} />
        <MarkButton student={student} mark="liveFire" press={press} />
        <MarkButton student={student} mark="noShow" press={press} />
      </span>
      <Balance student={student} formKey={formKey} />
      <CertificateCell {...student} />
    </li>
  )
}

export type Student = Awaited<ReturnType<typeof showRoster>>['students'][number]

type Press = (marks: readonly Omit<QueuedMark, 'id'>[]) => void

export const marksForm = 'marks'

function MarkButton({ student, mark, press }: { student: Student; mark: RosterMark; press: Press }) {
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

function OrderCode({ orderId, opens }: { orderId: string; opens: boolean }) {
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

function Balance({ student, formKey }: { student: Student; formKey: string }) {
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
          <SelectField
            label="Paid by"
            name="method"
            options={dayMethods.map((method) => [method, methodWords[method]])}
          />
          <TextField label="Number of slip or check" name="reference" maxLength={60} autoComplete="off" />
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

function CertificateCell({ certificate, gap }: Pick<Student, 'certificate' | 'gap'>) {
  if (certificate)
    return (
      <a className="con-link" href={certificate.path}>
        {certificate.code}
      </a>
    )
  return <span className="text-faint">{gap ?? 'none yet'}</span>
}

const retryMs = 4_000

/** In the order pressed, and stored in the browser until the shop has answered: neither a dead network nor a closed page loses one. */
export function useMarkQueue(sessionId: string, refresh: () => Promise<void>) {
  const storageKey = `paco-roster-${sessionId}`
  const queueRef = useRef<QueuedMark[]>([])
  const isRunning = useRef(false)
  const [queue, setQueue] = useState<QueuedMark[]>([])
  const [answered, setAnswered] = useState<QueuedMark[]>([])
  const [refusals, setRefusals] = useState<{ order: string; words: string }[]>([])
  const [state, setState] = useState<'sent' | 'sending' | 'waiting' | 'signed_out'>('sent')

  const store = useCallback(
    (next: QueuedMark[]) => {
      queueRef.current = next
      setQueue(next)
      window.localStorage.setItem(storageKey, JSON.stringify(next))
    },
    [storageKey],
  )

  const run = useCallback(async () => {
    if (isRunning.current) return
    isRunning.current = true
    for (let [next] = queueRef.current; next; [next] = queueRef.current) {
      setState('sending')
      const answer = await send(sessionId, next)
      if (answer === 'no_network' || answer === 'signed_out') {
        setState(answer === 'signed_out' ? 'signed_out' : 'waiting')
        break
      }
      const { id, order } = next
      const { refusal } = answer
      if (refusal)
        setRefusals((all) => [...all.filter((each) => each.order !== order), { order, words: refusal }])
      else setAnswered((all) => [...all, next])
      store(dequeueMark(queueRef.current, id))
    }
    isRunning.current = false
    if (queueRef.current.length > 0) return
    setState('sent')
    try {
      await refresh()
      setAnswered([])
    } catch {
      // The marks are shown as they were pressed.
    }
  }, [sessionId, store, refresh])

  // What an earlier visit could not hand over.
  useEffect(() => {
    const stored = parseQueue(window.localStorage.getItem(storageKey))
    if (stored.length === 0) return
    store(stored)
    void run()
  }, [storageKey, store, run])

  useEffect(() => {
    if (state !== 'waiting') return undefined
    const again = () => void run()
    const timer = window.setInterval(again, retryMs)
    window.addEventListener('online', again)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [state, run])

  const press = (marks: readonly Omit<QueuedMark, 'id'>[]) => {
    const orders = new Set(marks.map(({ order }) => order))
    setRefusals((all) => all.filter(({ order }) => !orders.has(order)))
    store(
      marks.reduce<QueuedMark[]>(
        (all, each) => enqueueMark(all, { ...each, id: crypto.randomUUID() }),
        queueRef.current,
      ),
    )
    void run()
  }

  return { press, pending: [...answered, ...queue], waiting: queue.length, refusals, state }
}

async function send(sessionId: string, { order, mark, to }: QueuedMark) {
  const body = new URLSearchParams({ row: order, mark, to })
  try {
    const response = await fetch(`${rosterPath(sessionId)}/marks`, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json' },
      redirect: 'manual',
    })
    // A redirect leads to the sign-in; 401 and 403 say the same in another way.
    if (response.type === 'opaqueredirect' || response.status === 401 || response.status === 403)
      return 'signed_out'
    if (response.status >= 500 || response.status === 429) return 'no_network'
    return (await response.json()) as { refusal?: string }
  } catch {
    return 'no_network'
  }
}
