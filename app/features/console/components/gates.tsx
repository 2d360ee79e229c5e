import type { ReactNode } from 'react'
import { Shape, type ShapeName } from './shape.tsx'

export function Actions({ children }: { children: ReactNode }) {
  return <ul className="con-actions">{children}</ul>
}

type ActionProps = {
  children: ReactNode
  shape?: ShapeName
  gates?: readonly ReactNode[]
  form?: ReactNode
}

export function Action(props: ActionProps) {
  const { children, shape = 'act', gates = [], form } = props
  const isHeld = gates.length > 0
  return (
    <li data-current={form ? '' : undefined}>
      <Shape kind={isHeld ? 'gate' : shape} />
      <span className={isHeld ? 'text-muted' : undefined}>{children}</span>
      {isHeld && <span className="text-faint">{countGates(gates.length)}</span>}
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
