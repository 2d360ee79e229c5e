import type { ReactNode } from 'react'
import { DataPlate } from '#app/art/data-plate.tsx'
import type { LineArt, Plate } from '../goods.ts'
import type { OfferedRow } from '../offered.ts'

type LineItemProps = {
  title: string
  detail: string
  quantity: number
  amount: string
  isDeposit?: boolean
  isReturned?: boolean
  picture?: ReactNode
  children?: ReactNode
}

export function LineItem(props: LineItemProps) {
  const { title, detail, quantity, amount, isDeposit, isReturned = false, picture, children } = props
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-hairline py-3">
      <div className={picture ? 'flex min-w-0 items-start gap-4' : 'min-w-0'}>
        {picture && <div className="w-24 shrink-0 sm:w-32">{picture}</div>}
        <div className="grid min-w-0 wrap-anywhere">
          <strong className={isReturned ? 'font-bold text-faint line-through' : 'font-bold'}>
            {title}
            {quantity > 1 && <span className="numeral"> × {quantity}</span>}
          </strong>
          {detail && <span className="text-sm text-faint">{detail}</span>}
        </div>
      </div>
      <span className="grid justify-items-end">
        <span className="numeral">{amount}</span>
        {isDeposit && <span className="text-sm text-faint">deposit</span>}
      </span>
      {children}
    </li>
  )
}

export function OfferedFacts({ rows }: { rows: readonly OfferedRow[] }) {
  if (rows.length === 0) return null
  return (
    <dl className="col-span-full mt-1.5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {rows.map(({ term, value }) => (
        <div
          className="grid min-w-0 content-start max-sm:grid-cols-[8rem_minmax(0,1fr)] max-sm:gap-x-4"
          key={term}
        >
          <dt className="text-faint">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="lg:[&::details-content]:[content-visibility:visible]">
      <summary className="flex min-h-11 items-center justify-between gap-4 border-y border-hairline text-muted after:content-['+'] lg:supports-[selector(::details-content)]:hidden [[open]>&]:after:content-['-']">
        {title}
      </summary>
      <div className="grid gap-3 max-lg:pt-3">{children}</div>
    </details>
  )
}

type PlateProps = {
  plate: Plate | null
  art?: LineArt | null
  title: string
  detail: string
  engraving?: boolean
}

export function OrderPlate({ plate, art, title, detail, engraving = false }: PlateProps) {
  if (plate)
    return (
      <div style={{ viewTransitionName: 'number' }}>
        <DataPlate {...plate} isEngraving={engraving} />
      </div>
    )
  return (
    <div className="panel overflow-hidden">
      {art && (
        <img
          className="h-auto w-full border-b border-hairline print:grayscale print:invert"
          src={art.src}
          alt=""
          width={art.width}
          height={art.height}
          decoding="async"
        />
      )}
      <div className="p-panel">
        <p className="h3">{title}</p>
        <p className="text-sm text-muted">{detail}</p>
        {art && (
          <a className="link mt-3 inline-flex min-h-11 items-center" href={art.page.to}>
            {art.page.label}
          </a>
        )}
      </div>
    </div>
  )
}
