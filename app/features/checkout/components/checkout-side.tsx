import { Steps } from '#app/ui/steps.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { LinePage } from '#app/features/orders/sellable.ts'
import type { Plate } from '#app/features/orders/rules/goods.ts'
import {
  heldSubject,
  subjectNounOf,
  type OrderSubject,
  describeHeld,
} from '#app/features/orders/words/order-subject.ts'
import { DepositSummary } from './deposit-summary.tsx'
import { HoldBar, ReleaseHold } from './hold-bar.tsx'
import { OrderPlate } from '#app/features/orders/components/order-plate.tsx'
import { type CheckoutLine, type CheckoutSums, OrderSummary } from './order-summary.tsx'

type Props = OrderSubject & {
  orderId: string
  plate: Plate | null
  detail: string
  lines: readonly CheckoutLine[]
  sums: CheckoutSums
  now: Date
  expiresAt: Date
  canRenew: boolean
  /** The steps of the wizard that led here; checkout is the third. */
  steps: readonly string[]
  /** The heading of this page. */
  heading: string
  /** When something owed is due; empty for what is held for minutes. */
  owed: string
  backTo: LinePage | null
  /** Where the buyer chooses again what they chose on a page of its own. */
  choice?: LinePage | null
}

/** Shown beside every checkout form: what is held, for how long, and the price. */
export function CheckoutSide({ steps, heading, lines, sums, owed, backTo, choice, ...held }: Props) {
  const { orderId, plate } = held
  const noun = subjectNounOf(held)
  const isReservation = noun !== 'order'
  return (
    <section
      className="contents lg:sticky lg:top-[calc(var(--spacing-nav)+1.5rem)] lg:max-h-[calc(100dvh-var(--spacing-nav)-3rem)] lg:overflow-y-auto lg:grid lg:max-w-[540px] lg:gap-5"
      aria-labelledby="held"
    >
      {steps.length > 0 && (
        <Steps label="Progress" steps={steps.map((label) => ({ label }))} current={checkoutStep} />
      )}
      <h1 className="h1 max-lg:-mb-4 lg:text-h2" id="held">
        {isReservation ? `Reserve ${describeHeld(held)}` : heading}
      </h1>
      {(isReservation || plate) && <OrderPlate {...held} engraving />}
      {owed ? (
        <p className="border-y border-hairline py-4">Due {owed}</p>
      ) : (
        <HoldBar {...held} what={isReservation ? heldSubject(held) : 'Your items are'} />
      )}
      {isReservation ? (
        <DepositSummary
          {...held}
          offered={lines[0]?.offered ?? []}
          choice={choice}
          totalCents={sums.totalCents}
        />
      ) : (
        <OrderSummary orderId={orderId} lines={lines} sums={sums} />
      )}
      {owed ? (
        backTo && (
          <ButtonLink to={backTo.to} size="sm" className="justify-self-start">
            {backTo.label}
          </ButtonLink>
        )
      ) : (
        <ReleaseHold orderId={orderId} noun={noun} />
      )}
    </section>
  )
}

const checkoutStep = 2
