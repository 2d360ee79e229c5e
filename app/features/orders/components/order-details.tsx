import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Ending, OrderState, Stage } from '../rules.ts'
import type { LineRefundRefusal } from '../rules/refund-clock.ts'
import { refundRefusalWords } from '../words/refunds.ts'
import { OrderDealer } from './order-dealer.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLines, type ShownLine } from './order-lines.tsx'
import { Parcel, type ShownParcel } from './parcel.tsx'
import { PrivateLink } from './private-link.tsx'
import { Receipt } from './receipt.tsx'
import { StageTracker } from './stage-tracker.tsx'

type Props = {
  orderId: string
  state: OrderState
  /** How far the firearms of the order have come: one entry where they go together. */
  stages: readonly { position: number; of: string; stage: Stage | Ending }[]
  lines: readonly ShownLine[]
  /** The code on the certificate of a number that is paid, and where the registry shows it. */
  certificate: { code: string; path: string } | null
  mayChooseDealer: boolean
  dealer: ComponentProps<typeof OrderDealer>['dealer']
  refund: {
    verdict: { ok: true } | { ok: false; why: LineRefundRefusal }
    /** The whole order is one deposit on a reservation. */
    isDeposit: boolean
    /** Nothing was paid for it. */
    isFree: boolean
    /** Refunds that are under way or were stopped, in words. */
    open: readonly { id: string; words: string; isStopped: boolean }[]
  }
  parcel: ShownParcel | null
  receipt: ComponentProps<typeof Receipt> | null
  events: ComponentProps<typeof OrderHistory>['events']
}

/** Everything about an order below its status: stages, link, dealer, refund, receipt and history. */
export function OrderDetails(props: Props) {
  const { orderId, stages, lines, certificate, dealer, mayChooseDealer, parcel, ...more } = props
  const { receipt, events, ...refund } = more
  return (
    <>
      {stages.map(({ position, of, stage }) => (
        <section className="order-stages" aria-label="Progress" key={position}>
          {stages.length > 1 && <h2 className="h3">{of}</h2>}
          <StageTracker stage={stage} />
        </section>
      ))}
      <div className="order-parts">
        <div className="order-part">
          {receipt && refund.refund.isDeposit && <OrderLines lines={lines} />}
          {receipt && <Receipt {...receipt} />}
          <OrderHistory events={events} />
        </div>
        <div className="order-part">
          <PrivateLink orderId={orderId} />
          {certificate && <Certificate {...certificate} />}
          {stages.length > 0 && <OrderDealer orderId={orderId} {...{ dealer, mayChooseDealer }} />}
          {parcel && <Parcel orderId={orderId} {...parcel} />}
          {receipt && <OwnRefund orderId={orderId} {...refund} />}
        </div>
      </div>
    </>
  )
}

/** What its owner, and anybody who is shown the certificate, looks the number up by. */
function Certificate({ code, path }: NonNullable<Props['certificate']>) {
  return (
    <section aria-labelledby="certificate">
      <h2 className="h3" id="certificate">
        Certificate
      </h2>
      <p className="certificate-code">{code}</p>
      <p className="small">
        The code of your numbered certificate. <Link to={path}>See it in the registry</Link>, which names
        nobody.
      </p>
    </section>
  )
}

function OwnRefund({ orderId, state, refund }: Pick<Props, 'orderId' | 'state' | 'refund'>) {
  if (state === 'refunded') return null
  const { verdict, open, isDeposit, isFree } = refund
  return (
    <section aria-labelledby="refund">
      <h2 className="h3" id="refund">
        Refund
      </h2>
      {open.length > 0 && (
        <ul className="refunds-open" role="status">
          {open.map(({ id, words, isStopped }) => (
            <li className={isStopped ? 'err' : 'small'} key={id}>
              {words}
            </li>
          ))}
        </ul>
      )}
      {verdict.ok ? (
        <>
          <p className="small">
            {isDeposit
              ? isFree
                ? 'Nothing was paid for it. You can give it back until we file your transfer form.'
                : 'You can take the deposit back, whole, until we file your transfer form.'
              : 'You can take items back here, each as long as its own line says.'}
          </p>
          <div className="btns">
            <ButtonLink to={`/orders/${orderId}/refund`} size="sm">
              {isDeposit ? (isFree ? 'Give it back' : 'Refund the deposit') : 'Choose what to give back'}
            </ButtonLink>
          </div>
        </>
      ) : (
        // What is on its way back is told above.
        verdict.why !== 'refund_under_way' && <p className="small">{refundRefusalWords[verdict.why]}</p>
      )}
    </section>
  )
}
