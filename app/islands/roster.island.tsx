import { useCallback, useState } from 'react'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import {
  marksForm,
  type Student,
  RosterTable,
  useMarkQueue,
} from '#app/features/class-desk/components/roster-table.tsx'
import { rosterPath, markWords, type RosterMark, rosterMarks } from '#app/features/courses/roster.ts'
import { fetchPage } from '../site/markup.ts'

type Props = { id: string; caption: string; students: readonly Student[]; formKey: string }

export default function Roster({ id, caption, formKey, ...loaded }: Props) {
  const [students, setStudents] = useState(loaded.students)
  const refresh = useCallback(async () => setStudents(await readStudents()), [])
  const queue = useMarkQueue(id, refresh)
  return (
    <>
      <QueueNotice {...queue} />
      <BulkMarks {...queue} id={id} />
      <RosterTable caption={caption} students={students} queue={queue} formKey={formKey} />
    </>
  )
}

async function readStudents(): Promise<readonly Student[]> {
  const { page } = await fetchPage(location.href)
  const island = page?.querySelector<HTMLElement>('[data-island="roster"]')
  if (!island) throw new TypeError('The roster is not shown now.')
  const [old, next] = [document.querySelector('.con-block'), page?.querySelector('.con-block')]
  if (old && next) (await import('../site/parts.ts')).swap(old, next)
  return (JSON.parse(island.dataset.props ?? '') as Props).students
}

type Queue = ReturnType<typeof useMarkQueue>

function QueueNotice({ state, waiting }: Queue) {
  const marks = waiting === 1 ? '1 mark waits' : `${waiting} marks wait`
  return (
    <p className="mb-3 empty:hidden print:hidden" role="status">
      {state === 'waiting' && (
        <Status kind="wait">{`No network: ${marks} on this device until it is back`}</Status>
      )}
      {state === 'signed_out' && (
        <Status kind="no">{`Signed out: ${marks} on this device. Sign in again and open this roster`}</Status>
      )}
    </p>
  )
}

function BulkMarks({ id, press }: Queue & { id: string }) {
  const pressAll = (mark: RosterMark) => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`input[name=row][form=${marksForm}]:checked`)
    const orders = new Set([...boxes].map(({ value }) => value))
    press([...orders].map((order) => ({ order, mark, to: 'set' as const })))
    for (const box of boxes) box.checked = false
  }
  return (
    <form
      method="post"
      id={marksForm}
      action={`${rosterPath(id)}/marks`}
      className="mb-3 flex flex-wrap items-center gap-2 print:hidden"
    >
      <input type="hidden" name="to" value="set" />
      <span className="text-muted">Selected:</span>
      {rosterMarks.map((mark) => (
        <Verb
          key={mark}
          small
          name="mark"
          value={mark}
          onClick={(event) => {
            event.preventDefault()
            pressAll(mark)
          }}
        >
          {markWords[mark].set}
        </Verb>
      ))}
    </form>
  )
}
