import { Link } from 'react-router'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { TrackingLine } from '#app/features/console/components/tracking.tsx'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'

/** When and where a class is, with the way to its roster. */
export function ClassSection({ seat }: { seat: ShownSheet['seats'][number] }) {
  return (
    <Section title="Class" note={seat.course}>
      <KeyValues
        rows={[
          [
            'When',
            seat.roster ? (
              <Link key="when" className="con-link" to={seat.roster}>
                {seat.when}
              </Link>
            ) : (
              seat.when
            ),
          ],
          ['Where', seat.place],
          ['Seat', seat.seat],
          ['Moved', seat.move],
        ]}
      />
    </Section>
  )
}

/** What was packed and sent, and what is still to be. */
export function ParcelsSection({ shipping }: { shipping: NonNullable<ShownSheet['shipping']> }) {
  const { slip, left, parcels } = shipping
  return (
    <Section
      title="Parcels"
      note={
        slip && (
          <Link className="con-link" to={slip}>
            Packing slip
          </Link>
        )
      }
    >
      <ul className="grid gap-2">
        {parcels.map(({ id, name, isOpen, state, contents, tracking }) => (
          <li key={id} className="grid gap-0.5">
            <Status kind={isOpen ? 'todo' : 'done'}>{`${name}: ${state}`}</Status>
            <span className="text-muted">{contents}</span>
            <TrackingLine tracking={tracking} />
          </li>
        ))}
        {left && (
          <li className="grid gap-0.5">
            <Status kind="todo">To pack</Status>
            <span className="text-muted">{left}</span>
          </li>
        )}
      </ul>
      {parcels.length === 0 && !left && <p className="text-muted">Nothing is to be packed.</p>}
    </Section>
  )
}
