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
            <i className={`key-stroke ${item.state}`} aria-hidden />
            {item.text}
          </li>
        ))}
      </ul>
    </>
  )
}
