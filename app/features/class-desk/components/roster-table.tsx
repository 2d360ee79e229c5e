import { formatPhone } from '#app/kit/phone.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import type { RosterMark } from '#app/features/courses/rules/roster.ts'
import { rosterPath } from '../rules.ts'
import { withQueue } from '../rules/mark-queue.ts'
import {
  Balance,
  CertificateCell,
  MarkButton,
  marksForm,
  OrderCode,
  type Press,
  ScoreField,
  type Student,
} from './roster-parts.tsx'
import type { useMarkQueue } from './use-mark-queue.ts'

type Queue = Pick<ReturnType<typeof useMarkQueue>, 'press' | 'pending' | 'refusals'>

type Props = {
  sessionId: string
  caption: string
  students: readonly Student[]
  queue: Queue
  formKey: string
}

const columns = [
  { key: 'seat', label: 'Seat', width: 44, kind: 'number' as const },
  { key: 'student', label: 'Student' },
  { key: 'waiver', label: 'Waiver', width: 150 },
  { key: 'in', label: 'In', width: 120 },
  { key: 'fire', label: 'Live fire', width: 250 },
  { key: 'noShow', label: 'No-show', width: 150 },
  { key: 'balance', label: 'Balance', width: 190 },
  { key: 'certificate', label: 'Certificate', width: 170 },
]

/** The students of a class with their marks. Phones show each as a card with buttons of a thumb's size. */
export function RosterTable({ sessionId, caption, students, queue, formKey }: Props) {
  const action = `${rosterPath(sessionId)}/marks`
  const { press, pending, refusals } = queue
  const shown = students.map((student) => ({
    ...student,
    marks: withQueue(student.marks, student.orderId, pending),
    refusal: refusals.find(({ order }) => order === student.orderId)?.words,
  }))
  const button = (student: Student, mark: RosterMark) => (
    <MarkButton student={student} mark={mark} press={press} />
  )
  return (
    <DenseTable
      caption={caption}
      columns={columns}
      selectIn={marksForm}
      selectLabel={(id) => `Select ${students.find(({ orderId }) => orderId === id)?.name ?? id}`}
      rows={shown.map((student) => ({
        id: student.orderId,
        cells: [
          student.seat,
          <Who key="who" student={student} refusal={student.refusal} />,
          button(student, 'waiver'),
          button(student, 'checkedIn'),
          <span key="fire" className="flex flex-wrap items-center gap-2">
            {button(student, 'liveFire')}
            <ScoreField student={student} press={press} action={action} />
          </span>,
          button(student, 'noShow'),
          <Balance key="balance" student={student} formKey={formKey} />,
          <CertificateCell key="certificate" {...student} />,
        ],
      }))}
      cards={shown.map((student) => (
        <Card
          key={student.orderId}
          student={student}
          refusal={student.refusal}
          press={press}
          action={action}
          formKey={formKey}
        />
      ))}
    />
  )
}

function Who({ student, refusal }: { student: Student; refusal: string | undefined }) {
  const { orderId, name, email, phone, isWalkIn, isMoveOpen } = student
  return (
    <span className="grid gap-1 py-1">
      <span className="flex flex-wrap items-center gap-x-3">
        <b>{name}</b>
        <OrderCode orderId={orderId} opens={student.opensOrders} />
        {isWalkIn && <span className="text-faint">walk-in</span>}
        {isMoveOpen && <Status kind="wait">Has not answered the move</Status>}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        {phone ? (
          <a className="con-link inline-flex min-h-6 items-center max-md:min-h-11" href={`tel:${phone}`}>
            {formatPhone(phone)}
          </a>
        ) : (
          <span className="text-faint">no phone</span>
        )}
        <a className="con-link con-clip min-h-6 leading-6 max-md:leading-11" href={`mailto:${email}`}>
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

type CardProps = {
  student: Student
  refusal: string | undefined
  press: Press
  action: string
  formKey: string
}

function Card({ student, refusal, press, action, formKey }: CardProps) {
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
      <ScoreField student={student} press={press} action={action} />
      <Balance student={student} formKey={formKey} />
      <CertificateCell {...student} />
    </li>
  )
}
