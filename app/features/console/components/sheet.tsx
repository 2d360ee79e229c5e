import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { StatusKind } from './shape.tsx'
import { Status } from './status.tsx'

/** A cell of the title block. `wide` ones are left out on phones. */
type BlockCell = { label: string; value: ReactNode; wide?: boolean }

type SheetProps = {
  /** The sheet's name, in the title block and for screen readers. */
  title: string
  /** The heading to be seen, with what belongs beside it; without it the title is the page's heading for screen readers alone. */
  heading?: ReactNode
  /** What is right of the heading: links to the neighbors in a list, for example. */
  head?: ReactNode
  /** The state of what the sheet shows: a `<Status>` or a word. */
  state?: ReactNode
  /** What comes next, as one sentence. */
  next?: ReactNode
  /** Further cells: revision, who holds it, sums. */
  cells?: readonly BlockCell[]
  /** The one next action, a `<Verb>` or a form around one; at most two quiet ones beside it. */
  action?: ReactNode
  /** While rows are selected: takes the place of the title block. Nothing or `false` while none is. */
  selection?: ReactNode
  children: ReactNode
}

/**
 * A sheet: what every page of the console is. It fills the frame that the layout draws, scrolls by itself, and ends in its title block.
 */
export function Sheet(props: SheetProps) {
  const { title, heading, head, state, next, cells = [], action, selection, children } = props
  useRefusalInView()
  return (
    <div className="con-sheet">
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
      {selection || (
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
      )}
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
  count: number
  /** How many rows the list has. */
  of?: number | undefined
  /** Sums over the selection. */
  cells?: readonly BlockCell[]
  /** What the action will do, counted: `4 mails, previewed before they go`. */
  follows?: ReactNode
  actions: ReactNode
}

/** The title block while rows are selected: how many, what it sums to, what follows, and what may be done. */
export function SelectionBlock({ count, of, cells = [], follows, actions }: SelectionProps) {
  return (
    <footer className="con-block" aria-label="Selection" data-selection="">
      <dl>
        <Cell label="Selected">
          <span aria-live="polite">{of === undefined ? count : `${count} of ${of}`}</span>
        </Cell>
        {cells.map(({ label, value, wide = false }) => (
          <Cell key={label} label={label} wide={wide}>
            {value}
          </Cell>
        ))}
        <Cell label="What follows" sentence wide>
          {follows ?? <span className="text-faint">Choose what to do with them</span>}
        </Cell>
      </dl>
      <div className="con-act">{actions}</div>
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

/**
 * Once a form of a sheet was answered with a refusal, its words come into view and take the focus, or else the first field that
 * is wrong: the button that was pressed may be far below them.
 */
function useRefusalInView() {
  const { state, formMethod } = useNavigation()
  const wasSent = useRef(false)
  useEffect(() => {
    if (state !== 'idle') {
      wasSent.current = formMethod === 'POST'
      return
    }
    if (wasSent.current) showRefusal()
    wasSent.current = false
  }, [state, formMethod])
}

function showRefusal() {
  const main = document.querySelector('main')
  const alert = main?.querySelector<HTMLElement>('[role="alert"]:not(:empty)')
  if (alert) alert.tabIndex = -1
  const found = alert ?? main?.querySelector<HTMLElement>('[aria-invalid="true"]')
  found?.focus()
}
