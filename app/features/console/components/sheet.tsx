import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { type StatusKind, Status } from './status.tsx'
import { Verb } from './verb.tsx'

type BlockCell = { label: string; value: ReactNode; wide?: boolean }

type SheetProps = {
  /** Where it depends on what is shown. All other sheets are named by the `handle` of their route. */
  title?: string
  /** What the browser's tab says, where the title would not tell it from others. */
  tab?: string
  /** The heading to be seen, where it is not the title; null leaves the title to screen readers alone. */
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
  const handle = useMatches().at(-1)?.handle as StaffHandle | undefined
  const { title = handle?.title, tab = title, heading = title, head, state } = props
  const { next, cells = [], action, selection, children } = props
  if (tab === undefined) throw new Error('A sheet without a title')
  return (
    <div
      className="con-sheet grid grid-rows-[minmax(0,1fr)_auto] min-w-0 min-h-0 mx-[10px] bg-sheet border-2 border-control max-[700px]:m-0 max-[700px]:[border-width:1px_0_0] print:block print:h-auto print:overflow-visible"
      data-sheet=""
    >
      <title>{consoleTitle(tab)}</title>
      <main
        className="relative min-w-0 min-h-0 overflow-auto [scroll-padding-block:12px] [scrollbar-color:var(--control)_transparent] [scrollbar-width:thin] [&_[class~=grid]:not([class*=grid-cols])>*]:min-w-0 print:block print:h-auto print:overflow-visible"
        id="main"
        tabIndex={0}
      >
        {heading === null ? (
          <h1 className="sr-only">{title}</h1>
        ) : (
          <div className="flex items-center min-h-5 gap-3 m-0 py-[9px] px-[14px] border-b border-b-hairline max-[700px]:flex-wrap">
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
        {action !== undefined && (
          <div className="con-act flex items-center gap-2 ml-auto px-[10px] max-xl:sticky max-xl:right-0 max-xl:bg-sheet max-xl:border-l max-xl:border-l-hairline print:hidden">
            {action}
          </div>
        )}
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
  sum: string
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
        <Cell label={sum}>
          <span data-sum="" />
        </Cell>
        <Cell label="What follows" sentence wide>
          {follows}
        </Cell>
      </dl>
      <div className="con-act flex items-center gap-2 ml-auto px-[10px] max-xl:sticky max-xl:right-0 max-xl:bg-sheet max-xl:border-l max-xl:border-l-hairline print:hidden">
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
      <dt className="con-label overflow-hidden text-ellipsis">{label}</dt>
      <dd
        className={
          sentence
            ? 'truncate font-text text-sm/[1.25rem] font-[500] min-[700px]:max-xl:whitespace-normal'
            : 'truncate font-display text-base/[1.25rem] font-[400] tracking-[0.015em]'
        }
      >
        {children}
      </dd>
    </div>
  )
}

type View = {
  key: string
  name: string
  to: string
  count?: string | number | undefined
  isCurrent?: boolean
}

export function Views({
  label,
  views,
  children,
}: {
  label: string
  views: readonly View[]
  children?: ReactNode
}) {
  return (
    <nav className="con-views" aria-label={label}>
      {views.map(({ key, name, to, count, isCurrent }) => (
        <a key={key} href={to} aria-current={isCurrent ? 'page' : undefined}>
          {name} {count !== undefined && <i>{count}</i>}
        </a>
      ))}
      {children}
    </nav>
  )
}
