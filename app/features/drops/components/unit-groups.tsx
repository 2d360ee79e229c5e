import { type ReactNode, useState } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { UnitState } from '../rules.ts'
import { groupOf, type UnitGroup, unitGroups } from '../rules/unit-groups.ts'

type Props = {
  slug: string
  units: readonly UnitState[]
  /** The group that is shown. */
  group: UnitGroup
  onGroup: (group: UnitGroup) => void
  /** Called with a number of the run that somebody looked for. */
  onFind: (number: number) => void
  children: ReactNode
}

/**
 * A large run, a hundred numbers at a time: its groups with what is open in each, and a field to go to a number. Without
 * script the groups are links, and the field leads to the number's own page. A run that is shown whole has neither.
 */
export function UnitGroups({ slug, units, group, onGroup, onFind, children }: Props) {
  const [problem, setProblem] = useState<string>()
  const groups = unitGroups(units.length)
  if (groups.length === 1) return children
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-x-8 gap-y-4">
        <nav className="number-groups-frame" aria-label="Numbers by the hundred">
          <ul className="number-groups">
            {groups.map(({ from, to }) => {
              const open = units.slice(from - 1, to).filter((state) => state === 'open').length
              return (
                <li key={from}>
                  <Link
                    to={`/drops/${slug}?from=${from}#units`}
                    aria-current={from === group.from ? 'true' : undefined}
                    preventScrollReset
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return
                      event.preventDefault()
                      onGroup({ from, to })
                    }}
                  >
                    <span>
                      {from} to {to}
                    </span>
                    <small>{open} open</small>
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <Form
          className="flex items-end gap-2"
          action={`/drops/${slug}/reserve`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const number = Number(new FormData(event.currentTarget).get('number'))
            const isOfRun = Number.isInteger(number) && number >= 1 && number <= units.length
            setProblem(isOfRun ? undefined : `Type a number from 1 to ${units.length}.`)
            if (!isOfRun) return
            onGroup(groupOf(number, units.length))
            onFind(number)
          }}
        >
          <TextField
            label="Go to number"
            name="number"
            inputMode="numeric"
            autoComplete="off"
            error={problem}
          />
          <Button>Show</Button>
        </Form>
      </div>
      {children}
    </>
  )
}
