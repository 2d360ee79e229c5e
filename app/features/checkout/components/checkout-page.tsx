import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { Facts, OfferedFacts } from '#app/features/orders/components/offered-facts.tsx'
import { OrderPlate } from '#app/features/orders/components/order-plate.tsx'
import type { LineArt, Plate } from '#app/features/orders/rules/goods.ts'
import type { LinePage } from '#app/features/orders/sellable.ts'
import type { OfferedRow } from '#app/features/orders/words/offered.ts'
import {
  heldSubject,
  subjectNounOf,
  type OrderSubject,
  describeHeld,
} from '#app/features/orders/words/order-subject.ts'
import { depositWords, holdBarWords } from '../words.ts'
import { HoldBar, ReleaseHold } from './hold-bar.tsx'
import { type CheckoutLine, type CheckoutSums, OrderSummary } from './order-summary.tsx'

export function CheckoutPage({ theme, children }: { theme: string; children: ReactNode }) {
  return (
    <div
      className="wrap grid grid-cols-1 gap-4 pt-4 pb-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] lg:items-start lg:gap-16 lg:pt-12 xl:gap-20"
      data-page-theme={theme}
    >
      {children}
    </div>
  )
}

type SideProps = OrderSubject & {
  orderId: string
  plate: Plate | null
  art: LineArt | null
  detail: string
  lines: readonly CheckoutLine[]
  sums: CheckoutSums
  now: Date
  expiresAt: Date
  canRenew: boolean
  steps: readonly string[]
  heading: string
  /** Where what is owed is shown; null for everything else. */
  backTo: LinePage | null
  choice?: LinePage | null
}

/**
 * Shown beside every checkout form: what is held, for how long, and the price. It stays in view by its lower edge and is at least
 * as high as the window: one that is higher scrolls with the page to its end, and is never cut off.
 */
export function CheckoutSide({ steps, heading, lines, sums, backTo, choice, ...held }: SideProps) {
  const { orderId, plate } = held
  const noun = subjectNounOf(held)
  const isReservation = noun !== 'order'
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <section
      className="contents lg:sticky lg:bottom-6 lg:grid lg:min-h-[calc(100dvh-var(--spacing-nav)-3rem)] lg:max-w-[540px] lg:content-start lg:gap-4 lg:self-end"
      aria-labelledby="held"
    >
      {steps.length > 0 && (
        <Steps label="Progress" steps={steps.map((label) => ({ label }))} current={checkoutStep} />
      )}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
        <h1 className="h1 text-3xl lg:text-h2" id="held">
          {isReservation ? `Reserve ${describeHeld(held)}` : heading}
        </h1>
        {(isReservation || plate) && (
          // The plate is 120 px high, so that the form begins on the first screen of a phone.
          <div className={plate ? 'w-[188px]' : held.art ? 'w-[280px] max-w-full' : undefined}>
            <OrderPlate {...held} engraving />
          </div>
        )}
      </div>
      <HoldBar {...held} what={isReservation ? heldSubject(held) : holdBarWords(held.kind, quantity)} />
      {isReservation ? (
        <DepositSummary
          {...held}
          offered={lines[0]?.offered ?? []}
          comesWith={lines[0]?.comesWith ?? ''}
          choice={choice}
          totalCents={sums.totalCents}
        />
      ) : (
        <OrderSummary orderId={orderId} lines={lines} sums={sums} />
      )}
      {backTo ? (
        <ButtonLink to={backTo.to} size="sm" className="justify-self-start">
          {backTo.label}
        </ButtonLink>
      ) : (
        <div className="max-lg:order-last">
          <ReleaseHold orderId={orderId} noun={noun} />
        </div>
      )}
    </section>
  )
}

const checkoutStep = 2

type DepositProps = OrderSubject & {
  detail: string
  totalCents: number
  offered: readonly OfferedRow[]
  comesWith: string
  choice?: LinePage | null | undefined
}

function DepositSummary({ detail, totalCents, offered, comesWith, choice, ...what }: DepositProps) {
  const { plate, title } = what
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        {depositWords.short}
        <span className="numeral text-2xl leading-none">{formatCents(totalCents)}</span>
      </p>
      <Facts title="What you reserve">
        <OfferedFacts rows={offered} />
        {choice && (
          <Link className="link inline-flex min-h-11 items-center justify-self-start" to={choice.to}>
            {choice.label}
          </Link>
        )}
        <DefinitionList
          items={[
            ...(plate ? [] : [{ term: title, value: detail }]),
            { term: depositWords.beyond, value: depositWords.nothing },
          ]}
        />
        {comesWith && <p className="text-sm text-accent">{comesWith}</p>}
        <p className="text-sm text-muted">{depositWords.means(subjectNounOf(what))}</p>
      </Facts>
    </div>
  )
}
