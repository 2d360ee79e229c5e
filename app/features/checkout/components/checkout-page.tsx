import type { ReactNode } from 'react'

type Props = { theme: string; children: ReactNode }

/** A page of the checkout: what is held on the left, the form on the right. */
export function CheckoutPage({ theme, children }: Props) {
  return (
    <div
      className="wrap grid gap-8 pt-8 pb-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] lg:items-start lg:gap-16 lg:pt-12 xl:gap-20"
      data-page-theme={theme}
    >
      {children}
    </div>
  )
}
