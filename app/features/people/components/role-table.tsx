import { DenseTable } from '../../console/components/dense-table.tsx'
import { mayDo, type StaffRight, type StaffRole, staffRoles } from '../../staff/rules.ts'
import { roleWords } from '../../staff/words.ts'

/** A column of the table, and the right that it shows. */
const columns: readonly (readonly [word: string, right: StaffRight])[] = [
  ['Orders', 'orders.read'],
  ['Decide', 'reviews.decide'],
  ['Stages', 'transfers'],
  ['Money', 'money.read'],
  ['Refund', 'money.refund'],
  ['Classes', 'classes'],
  ['Export', 'export'],
  ['Goods', 'catalog.write'],
  ['Drops', 'drops.write'],
  ['Rules', 'rules.write'],
  ['People', 'people'],
]

/** Roles by what they may do, drawn from the rights themselves. */
export function RoleTable() {
  return (
    <DenseTable
      caption="What each role may do"
      columns={[
        { key: 'role', label: 'Role', width: 104 },
        ...columns.map(([word, right]) => ({ key: right, label: word, width: 52 })),
      ]}
      rows={staffRoles.map((role) => ({
        id: role,
        cells: [
          roleWords[role].title,
          ...columns.map(([word, right]) => <Mark key={right} role={role} right={right} word={word} />),
        ],
      }))}
      cards={staffRoles.map((role) => (
        <li key={role} className="grid-cols-1 gap-1">
          <b className="font-medium">{roleWords[role].title}</b>
          <span className="text-muted">{roleWords[role].does}</span>
        </li>
      ))}
    />
  )
}

function Mark({ role, right, word }: { role: StaffRole; right: StaffRight; word: string }) {
  const may = mayDo(role, right)
  return (
    <span>
      <span aria-hidden className={may ? 'inline-block size-1.5 bg-ink' : 'text-faint'}>
        {may ? '' : '–'}
      </span>
      <span className="sr-only">{`${word}: ${may ? 'yes' : 'no'}`}</span>
    </span>
  )
}
