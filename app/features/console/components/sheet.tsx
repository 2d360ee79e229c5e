import type { ReactNode } from 'react'
import type { StatusKind } from './shape.tsx'
import { Status } from './status.tsx'
import { Verb } from './verb.tsx'

type BlockCell = { label: string; value: ReactNode; wide?: boolean }

type SheetProps = {
  title: string
  /** The heading to be seen, with what belongs beside it; without it the title is the page's heading for screen readers alone. */
  heading?: ReactNode
  head?: ReactNode
  state?: ReactNode
  next?: ReactNode
  cells?: readonly BlockCell[]
  action?: ReactNode
  selection?: ReactNode
  children: ReactNode
}

export function Sheet(props: SheetProps) {
  const { title, heading, head, state, next, cells = [], action, selection, children } = props
  return (
    <div className="con-sheet" data-sheet="">
      <main className="con-main" id="main" tabIndex={0}>
        {heading === undefined ? (
          <h1 className="sr-only">{title}</h1>
        ) : (
          <div className="con-head">
            <h1 className="con-h1">{heading}</h1>
            {head}
          </div>
        )}
        {children}
      </main>
      <footer className="con-block" aria-label="Title block">
        <dl>
          <Cell label="Sheet" wide>
            {title}
          </Cell>
          {state !== undefined && <Cell label="State">{state}</Cell>}
          <Cell label="Next" sentence wide>
            {next ?? <span className="text-faint">Nothing is due on this sheet</span>}
          </Cell>
          {cells.map(({ label, value, wide = true }) => (
            <Cell key={label} label={label} wide={wide}>
              {value}
            </Cell>
          ))}
        </dl>
        {action !== undefined && <div className="con-act">{action}</div>}
      </footer>
      {selection}
    </div>
  )
}

/** What a form of the sheet was answered. A refusal (`no`) is an alert. */
export function SheetNotice({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <p className="con-region" role={kind === 'no' ? 'alert' : 'status'}>
      <Status kind={kind}>{children}</Status>
    </p>
  )
}

type SelectionProps = {
  form: string
  /** What the `cents` of the selected rows sum to. Only shown where that is more than nothing. */
  sum?: string
  follows: string
  actions: ReactNode
}

export function SelectionBlock({ form, sum, follows, actions }: SelectionProps) {
  return (
    <footer className="con-block" aria-label="Selection" data-selection={form}>
      <dl>
        <Cell label="Selected">
          <span aria-live="polite" data-count="">
            Checked rows
          </span>
        </Cell>
        {sum !== undefined && (
          <Cell label={sum}>
            <span data-sum="" />
          </Cell>
        )}
        <Cell label="What follows" sentence wide>
          {follows}
        </Cell>
      </dl>
      <div className="con-act">
        {actions}
        <Verb type="reset" form={form} look="quiet" shortcut="Esc" data-clear="">
          Clear
        </Verb>
      </div>
    </footer>
  )
}

type CellProps = { label: string; wide?: boolean; sentence?: boolean; children: ReactNode }

function Cell({ label, wide, sentence, children }: CellProps) {
  return (
    <div className="con-cell" data-wide={wide ? '' : undefined} data-sentence={sentence ? '' : undefined}>
      <dt className="con-label">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
