import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Ending, OrderState, Stage } from '../rules.ts'
import type { LineRefundRefusal } from '../rules/refunds.ts'
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
  stage: Stage | Ending | null
  lines: readonly ShownLine[]
  /** The code on the certificate of a number that is paid, and where the registry shows it. */
  certificate: { code: string; path: string } | null
  mayChooseDealer: boolean
  dealer: ComponentProps<typeof OrderDealer>['dealer']
  refund: {
    verdict: { ok: true } | { ok: false; why: LineRefundRefusal }
    /** The whole order is one deposit on a reservation. */
    isDeposit: boolean
    isUnderWay: boolean
  }
  /** Why the payment service refused the last refund; `null` when it did not. */
  refusedRefund: string | null
  parcel: ShownParcel | null
  receipt: ComponentProps<typeof Receipt> | null
  events: ComponentProps<typeof OrderHistory>['events']
}

/** Everything about an order below its status: stages, link, dealer, refund, receipt and history. */
export function OrderDetails(props: Props) {
  const { orderId, stage, lines, certificate, dealer, mayChooseDealer, parcel, ...more } = props
  const { receipt, events, ...refund } = more
  return (
    <>
      {stage && (
        <section className="order-stages" aria-label="Progress">
          <StageTracker stage={stage} />
        </section>
      )}
      <div className="order-parts">
        <div className="order-part">
          {receipt && refund.refund.isDeposit && <OrderLines lines={lines} />}
          {receipt && <Receipt {...receipt} />}
          <OrderHistory events={events} />
        </div>
        <div className="order-part">
          <PrivateLink orderId={orderId} />
          {certificate && <Certificate {...certificate} />}
          {stage && <OrderDealer orderId={orderId} {...{ dealer, mayChooseDealer }} />}
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

function OwnRefund({
  orderId,
  state,
  refund,
  refusedRefund,
}: Pick<Props, 'orderId' | 'state' | 'refund' | 'refusedRefund'>) {
  if (state === 'refunded') return null
  return (
    <section aria-labelledby="refund">
      <h2 className="h3" id="refund">
        Refund
      </h2>
      {refusedRefund && (
        <p className="err" role="alert">
          The payment service refused the refund: {refusedRefund}
        </p>
      )}
      {refund.isUnderWay ? (
        <p className="small" role="status">
          {refundRefusalWords.refund_under_way} This page updates itself.
        </p>
      ) : refund.verdict.ok ? (
        <>
          <p className="small">
            {refund.isDeposit
              ? 'You can take the deposit back, whole, until we file your transfer form.'
              : 'You can take items back here, each as long as its own line says.'}
          </p>
          <div className="btns">
            <ButtonLink to={`/orders/${orderId}/refund`} size="sm">
              {refund.isDeposit ? 'Refund the deposit' : 'Choose what to give back'}
            </ButtonLink>
          </div>
        </>
      ) : (
        <p className="small">{refundRefusalWords[refund.verdict.why]}</p>
      )}
    </section>
  )
}
