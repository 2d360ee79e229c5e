import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { HoldTimer } from '#app/ui/hold-timer.tsx'
import { holdWords, renewalRefusalWords } from '../words.ts'
import type { SubjectNoun } from '#app/features/orders/words/order-subject.ts'

type Props = {
  orderId: string
  what: string
  expiresAt: Date
  now: Date
  canRenew: boolean
}

export function HoldBar({ orderId, what, expiresAt, now, canRenew }: Props) {
  return (
    <HoldPart>
      <HoldTimer until={expiresAt} now={now} label={`${what} held for`} />
      {canRenew ? (
        // Without script this button would lose typed input, so the form has its own.
        <form
          method="post"
          action={`/checkout/${orderId}/renewal`}
          className="noscript:hidden"
          data-inside={holdPart}
        >
          <Button size="sm" className="px-3 whitespace-nowrap">
            {holdWords.renew}
          </Button>
        </form>
      ) : (
        <p className="max-w-[24ch] text-right text-sm text-faint">{renewalRefusalWords.cap_reached}</p>
      )}
    </HoldPart>
  )
}

const holdPart = 'hold'

export function HoldPart({ children }: { children: ReactNode }) {
  return (
    <div
      className="hold-bar sticky top-nav z-[5] -mx-gutter flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-y border-hairline bg-page px-gutter py-3 short:static lg:static lg:mx-0 lg:bg-transparent lg:px-0 lg:py-4"
      data-part={holdPart}
    >
      {children}
    </div>
  )
}

export function ReleaseHold({ orderId, noun }: { orderId: string; noun: SubjectNoun }) {
  const address = `/checkout/${orderId}/cancellation`
  return (
    <form method="post" action={address}>
      {/* Its label lines up with the text above. */}
      <Button size="sm" variant="text" className="-ml-1">
        {holdWords.release(noun)}
      </Button>
    </form>
  )
}
