import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { type Ending, isEnding, type OrderState, type Stage } from '../rules.ts'
import type { LineRefundRefusal } from '../rules/refund-clock.ts'
import { refundRefusalWords } from '../words/refunds.ts'
import { isNfaClass } from '../rules/path.ts'
import { OrderDealer } from './order-dealer.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLines, type ShownLine } from './order-lines.tsx'
import { Parcel, type ShownParcel } from './parcel.tsx'
import { PrivateLink } from './private-link.tsx'
import { Receipt } from './receipt.tsx'

type Props = {
  orderId: string
  /** The key of the form that shows a private link. */
  linkKey: string
  state: OrderState
  /** The stages of the order's firearms: one entry if they are all at the same stage. */
  stages: readonly { position: number; of: string; itemClass: string | null; stage: Stage | Ending }[]
  lines: readonly ShownLine[]
  /** The certificate code of a paid number, and its registry page. */
  certificate: { code: string; path: string } | null
  mayChooseDealer: boolean
  dealer: ComponentProps<typeof OrderDealer>['dealer']
  refund: {
    verdict: { ok: true } | { ok: false; why: LineRefundRefusal }
    /** The order is a single reservation deposit. */
    isDeposit: boolean
    /** The order was free. */
    isFree: boolean
    /** Open and stopped refunds, in words. */
    open: readonly { id: string; words: string; isStopped: boolean }[]
  }
  parcel: ShownParcel | null
  receipt: ComponentProps<typeof Receipt> | null
  events: ComponentProps<typeof OrderHistory>['events']
}

/** Each child is a section of rows. */
const column = 'grid min-w-0 gap-12 *:grid *:min-w-0 *:gap-3 [&_.btns]:mt-1'

/** Everything below the order's status and progress: link, dealer, refund, receipt and history. */
export function OrderDetails(props: Props) {
  const { orderId, linkKey, stages, lines, certificate, dealer, mayChooseDealer, parcel, ...more } = props
  const { receipt, events, ...refund } = more
  return (
    <div className="grid items-start gap-16 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-x-16 xl:gap-x-20">
      <div className={column}>
        {receipt && refund.refund.isDeposit && <OrderLines lines={lines} />}
        {receipt && <Receipt {...receipt} />}
        <OrderHistory events={events} />
      </div>
      <div className={column}>
        <PrivateLink orderId={orderId} formKey={linkKey} />
        {certificate && <Certificate {...certificate} />}
        {(dealer || stages.some(({ stage }) => !isEnding(stage))) && (
          <OrderDealer
            orderId={orderId}
            dealer={dealer}
            mayChooseDealer={mayChooseDealer}
            isNfa={stages.some(({ itemClass }) => isNfaClass(itemClass))}
          />
        )}
        {parcel && <Parcel orderId={orderId} {...parcel} />}
        {receipt && <OwnRefund orderId={orderId} {...refund} />}
      </div>
    </div>
  )
}

/** The certificate code, which anyone can look up. */
function Certificate({ code, path }: NonNullable<Props['certificate']>) {
  return (
    <section aria-labelledby="certificate">
      <h2 className="h3" id="certificate">
        Certificate
      </h2>
      <p className="numeral text-lg">{code}</p>
      <p className="text-sm text-muted">
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
        <ul className="grid gap-2" role="status">
          {open.map(({ id, words, isStopped }) => (
            <li className={isStopped ? 'field-error' : 'text-sm text-muted'} key={id}>
              {words}
            </li>
          ))}
        </ul>
      )}
      {verdict.ok ? (
        <>
          <p className="text-sm text-muted">
            {isDeposit
              ? isFree
                ? 'It was free. You can cancel it until we file your transfer form.'
                : 'You can refund the full deposit until we file your transfer form.'
              : 'You can refund items here, each until the time shown beside it.'}
          </p>
          <div className="btns">
            <ButtonLink to={`/orders/${orderId}/refund`} size="sm">
              {isDeposit ? (isFree ? 'Cancel it' : 'Refund the deposit') : 'Choose items to refund'}
            </ButtonLink>
          </div>
        </>
      ) : (
        // Open refunds are listed above.
        verdict.why !== 'refund_under_way' && (
          <p className="text-sm text-muted">
            <LinkedText text={refundRefusalWords[verdict.why]} />
          </p>
        )
      )}
    </section>
  )
}
