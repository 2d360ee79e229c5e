import type { ReactNode } from 'react'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { ButtonLink, Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { Facts, OfferedFacts, OrderPlate, LineItem } from '#app/features/orders/components/order-lines.tsx'
import type { SellableKind } from '#app/features/orders/goods.ts'
import type { LinePage } from '#app/features/orders/sellable.ts'
import {
  describeHeld,
  heldSubject,
  reservePath,
  stateWords,
  subjectNounOf,
} from '#app/features/orders/words.ts'
import { holdBarWords } from '../words.ts'
import type { checkoutSubject, showCheckout } from '../routes/shown-checkout.server.ts'
import { HoldTimer } from '#app/ui/hold-timer.tsx'
import { draftOf } from '#app/features/orders/components/buyer-fields.tsx'

type Props = Awaited<ReturnType<typeof showCheckout>> & { choice?: LinePage | null; children: ReactNode }

/** What is held, and beside it the form. It stays in view by its lower edge and is at least as high as the window: a higher one scrolls with the page to its end. */
export function CheckoutPage({ children, ...held }: Props) {
  const { orderId, plate, steps, heading, lines, backTo } = held
  const noun = subjectNounOf(held)
  const isReservation = noun !== 'order'
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <div
      className="wrap grid grid-cols-1 gap-4 pt-4 pb-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] lg:items-start lg:gap-16 lg:pt-12 xl:gap-20"
      data-page-theme={held.theme}
    >
      <section
        className="contents lg:sticky lg:bottom-6 lg:grid lg:min-h-[calc(100dvh-var(--spacing-nav)-3rem)] lg:max-w-[540px] lg:content-start lg:gap-4 lg:self-end"
        aria-labelledby="held"
      >
        {steps.length > 0 && <Steps label="Progress" steps={steps.map((label) => ({ label }))} current={2} />}
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
          <h1 className="h1 text-3xl lg:text-h2" id="held">
            {isReservation ? `Reserve ${describeHeld(held)}` : heading}
          </h1>
          {plate ? (
            // It is 120 px high, so that the form begins on the first screen of a phone.
            <div className="w-[188px]">
              <OrderPlate {...held} engraving />
            </div>
          ) : (
            isReservation && (
              <div className={held.art ? 'w-[280px] max-w-full' : undefined}>
                <OrderPlate {...held} />
              </div>
            )
          )}
        </div>
        <HoldBar {...held} what={isReservation ? heldSubject(held) : holdBarWords(held.kind, quantity)} />
        {isReservation ? <DepositSummary {...held} /> : <OrderSummary {...held} />}
        {backTo ? (
          <ButtonLink href={backTo.to} size="sm" className="justify-self-start">
            {backTo.label}
          </ButtonLink>
        ) : (
          <form method="post" action={`/checkout/${orderId}/cancellation`} className="max-lg:order-last">
            <Button size="sm" variant="text" className="-ml-1">
              {`Release this ${noun}`}
            </Button>
          </form>
        )}
      </section>
      {children}
    </div>
  )
}

type Held = Omit<Props, 'children'>

function DepositSummary({ choice, lines: [line], sums, ...held }: Held) {
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        Refundable deposit
        <span className="numeral text-2xl leading-none">{formatCents(sums.totalCents)}</span>
      </p>
      <Facts title="What you reserve">
        <OfferedFacts rows={line?.offered ?? []} />
        {choice && (
          <a className="link inline-flex min-h-11 items-center justify-self-start" href={choice.to}>
            {choice.label}
          </a>
        )}
        <DefinitionList
          items={[
            ...(held.plate ? [] : [{ term: held.title, value: held.detail }]),
            { term: 'Other charges today', value: 'None' },
          ]}
        />
        {line?.comesWith && <p className="text-sm text-accent">{line.comesWith}</p>}
        <p className="text-sm text-muted">{`The deposit reserves this ${subjectNounOf(held)} for you. You can refund all of it here until we file your transfer form.`}</p>
      </Facts>
    </div>
  )
}

function HoldBar({ orderId, what, expiresAt, now, canRenew }: Held & { what: string }) {
  return (
    <HoldPart>
      <HoldTimer until={expiresAt} now={now} label={`${what} held for`} />
      {canRenew ? (
        <form
          method="post"
          action={`/checkout/${orderId}/renewal`}
          className="noscript:hidden"
          data-inside={holdPart}
        >
          <Button size="sm" className="px-3 whitespace-nowrap">
            Extend hold
          </Button>
        </form>
      ) : (
        <p className="max-w-[24ch] text-right text-sm text-faint">This hold can’t be extended further.</p>
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

const sumRow = 'flex flex-wrap justify-between gap-x-4 text-muted'

function OrderSummary({ orderId, lines, sums: { charges, isOpen, totalCents } }: Held) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4" aria-labelledby="summary">
      {/* A removed line leads here: its button went away with it. */}
      <h2 className="h3" id="summary" tabIndex={-1}>
        Order summary
      </h2>
      <ul className="border-t border-hairline">
        {lines.map((line) => (
          <Line key={line.position} orderId={orderId} line={line} />
        ))}
      </ul>
      <dl className="grid gap-2">
        {charges.map(({ label, cents }) => (
          <div className={sumRow} key={label}>
            <dt className="min-w-0">{label}</dt>
            <dd className="numeral">{formatCentsExact(cents)}</dd>
          </div>
        ))}
        {isOpen && (
          <div className={sumRow}>
            <dt>Shipping and tax</dt>
            <dd className="text-sm">from your address</dd>
          </div>
        )}
        {/* Without sums above it, the rule below the lines is enough. */}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 not-first:border-t not-first:border-hairline not-first:pt-3">
          <dt>{isOpen ? 'Subtotal' : 'Total today'}</dt>
          <dd className="numeral text-3xl leading-none">{formatCents(totalCents)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Line({ orderId, line }: { orderId: string; line: Held['lines'][number] }) {
  const { position, amountCents, clock, comesWith, refusal, review, handling, offered, ...item } = line
  return (
    <LineItem {...item} amount={amountCents === 0 ? 'Free' : formatCentsExact(amountCents)}>
      {offered.length > 0 && (
        <div className="col-span-full">
          <Facts title="What you reserve">
            <OfferedFacts rows={offered} />
          </Facts>
        </div>
      )}
      {comesWith && <p className="col-span-full text-sm text-accent">{comesWith}</p>}
      {clock && <p className="col-span-full text-sm text-faint">{clock}</p>}
      {handling && <p className="col-span-full text-sm text-faint">{handling}</p>}
      {review && <p className="col-span-full mt-1.5 border-l-2 border-hold bg-sheet p-4 text-sm">{review}</p>}
      {refusal && (
        <div className="col-span-full mt-1.5 grid justify-items-start gap-3 border-l-2 border-stop bg-sheet p-4">
          <p className="field-error">{refusal}</p>
          <form method="post" action={`/checkout/${orderId}/removal`}>
            <input type="hidden" name="line" value={position} />
            <Button size="sm" busyLabel="Removing..." aria-label={`Remove this item: ${item.title}`}>
              Remove this item
            </Button>
          </form>
        </div>
      )}
    </LineItem>
  )
}

type EndedProps = Omit<ReturnType<typeof checkoutSubject>, 'theme'> & { why: 'expired' | 'canceled' }

const startPages: Partial<Record<SellableKind, LinePage>> = {
  patch: { to: '/drops', label: 'Back to the Drops' },
  accessory: { to: '/accessories', label: 'Back to Accessories' },
  trust_pack: { to: '/trust', label: 'Back to the Trust Pack' },
  course_seat: { to: '/ccw-training', label: 'See the Class Dates' },
  build_slot: { to: '/build', label: 'Back to the Builder' },
}

export function HoldEnded({ orderId, why, detail, backTo, ...what }: EndedProps) {
  const { plate, title } = what
  const subject = describeHeld(what)
  const next = backTo ?? startPages[what.kind]
  const words = stateWords(why, subjectNounOf(what))
  return (
    <section className="wrap order-status" data-draft-done={draftOf(orderId)}>
      <div className="opacity-50">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1">{why === 'expired' ? words.title : `You released ${subject}`}</h1>
        <p className="lead">{words.text}</p>
        {next && (
          <div className="btns">
            <ButtonLink href={next.to} variant="primary">
              {next.label}
            </ButtonLink>
          </div>
        )}
        {plate && what.count === 1 && (
          <div className="btns">
            <ButtonLink href={reservePath(plate)} variant="primary">
              See if {subject} is still available
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}
