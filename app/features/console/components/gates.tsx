import type { ReactNode } from 'react'
import { Shape, type ShapeName } from './shape.tsx'
import { Key } from './marks.tsx'

/** The list of what may be done on a sheet. Its children are `<Action>`. */
export function Actions({ children }: { children: ReactNode }) {
  return <ul className="con-actions">{children}</ul>
}

type ActionProps = {
  /** The control: a link to the form, a button, or the words alone where a gate holds it. */
  children: ReactNode
  shape?: ShapeName
  shortcut?: string | undefined
  /** What holds it, one sentence each, with what opens it. It stays in its place, with the gate's shape and their number. */
  gates?: readonly ReactNode[]
  /** Its form, while it is open. */
  form?: ReactNode
}

/** One action: its shape, its words, its key; or its gate with the reasons. */
export function Action(props: ActionProps) {
  const { children, shape = 'act', shortcut, gates = [], form } = props
  const isHeld = gates.length > 0
  return (
    <li data-current={form ? '' : undefined}>
      <Shape kind={isHeld ? 'gate' : shape} />
      <span className={isHeld ? 'text-muted' : undefined}>{children}</span>
      {isHeld ? (
        <span className="text-faint">{countGates(gates.length)}</span>
      ) : (
        shortcut && <Key>{shortcut}</Key>
      )}
      {isHeld && (
        <p>
          {gates.map((gate, at) => (
            <span key={at}>{gate} </span>
          ))}
        </p>
      )}
      {form && <div>{form}</div>}
    </li>
  )
}

function countGates(held: number): string {
  return held === 1 ? '1 gate' : `${held} gates`
}
