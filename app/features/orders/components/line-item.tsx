import type { ReactNode } from 'react'

type Props = {
  title: string
  detail: string
  quantity: number
  /** The formatted line total. */
  amount: string
  isReturned?: boolean
  children?: ReactNode
}

/** A line of an order: what it is, how many, and its total. `children` go below, across the whole width. */
export function LineItem({ title, detail, quantity, amount, isReturned = false, children }: Props) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-hairline py-3">
      <div className="grid min-w-0 wrap-anywhere">
        <strong className={isReturned ? 'font-bold text-faint line-through' : 'font-bold'}>
          {title}
          {quantity > 1 && <span className="numeral"> × {quantity}</span>}
        </strong>
        {detail && <span className="text-sm text-faint">{detail}</span>}
      </div>
      <span className="numeral">{amount}</span>
      {children}
    </li>
  )
}
