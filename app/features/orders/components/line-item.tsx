import type { ReactNode } from 'react'

type Props = {
  title: string
  detail: string
  quantity: number
  amount: string
  isDeposit?: boolean
  isReturned?: boolean
  picture?: ReactNode
  children?: ReactNode
}

export function LineItem(props: Props) {
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
