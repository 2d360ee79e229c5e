import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { UnitState } from '../rules.ts'
import { type UnitGroup, unitGroups } from '../rules/unit-groups.ts'

type Props = {
  slug: string
  units: readonly UnitState[]
  /** The group that is shown. */
  group: UnitGroup
  children: ReactNode
}

/**
 * A large run, a hundred numbers at a time: its groups with what is open in each, and a field that leads to a number's own
 * page. A run that is shown whole has neither.
 */
export function UnitGroups({ slug, units, group, children }: Props) {
  const groups = unitGroups(units.length)
  if (groups.length === 1) return children
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-x-8 gap-y-4">
        <nav className="number-groups-frame" aria-label="Numbers by the hundred">
          <ul className="number-groups">
            {groups.map(({ from, to }) => (
              <li key={from}>
                <Link
                  to={`/drops/${slug}?from=${from}#units`}
                  aria-current={from === group.from ? 'true' : undefined}
                >
                  <span>
                    {from} to {to}
                  </span>
                  <small data-open-from={from} data-open-to={to}>
                    {units.slice(from - 1, to).filter((state) => state === 'open').length} open
                  </small>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Form className="flex items-end gap-2" action={`/drops/${slug}/reserve`}>
          <TextField
            label="Go to number"
            name="number"
            type="number"
            inputMode="numeric"
            min={1}
            max={units.length}
            required
            autoComplete="off"
          />
          <Button>Show</Button>
        </Form>
      </div>
      {children}
    </>
  )
}
