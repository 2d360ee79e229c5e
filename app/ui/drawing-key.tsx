import type { ReactNode } from 'react'
import type { UnitState } from './tick-states.ts'

type Props = {
  text: ReactNode
  items: readonly { state: UnitState; text: ReactNode }[]
}

export function DrawingKey({ text, items }: Props) {
  return (
    <>
      <p className="mr-auto max-lg:w-full">{text}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-3 lg:gap-x-7">
        {items.map((item) => (
          <li
            className="flex items-center gap-2 font-display text-xs leading-none font-medium tracking-wider text-muted"
            key={item.state}
          >
            <i className={`relative w-6 lg:w-8 ${strokes[item.state]}`} aria-hidden />
            {item.text}
          </li>
        ))}
      </ul>
    </>
  )
}

/** How the key shows a unit: as its number does, with a strike once it is taken. */
const strokes: Record<UnitState, string> = {
  open: 'border-t-2 border-accent',
  held: 'border-t-2 border-dashed border-accent',
  taken:
    'border-t border-faint before:absolute before:-top-px before:left-[calc(50%-6px)] before:w-3 before:rotate-[-56deg] before:border-t before:border-faint',
}
