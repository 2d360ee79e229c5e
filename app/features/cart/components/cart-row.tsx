import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import { formatCentsExact } from '#app/kit/money.ts'
import { maxQuantityOf, type ShownLine } from '../rules.ts'
import { noticeWords } from '../words.ts'
import { announceCart } from './use-cart.ts'

/** One line of the cart: picture, what it is, how many, what they cost, and what changed since it was added. */
export function CartRow({ line }: { line: ShownLine }) {
  const { good, quantity, notice, lineCents } = line
  const title = good?.title ?? 'No longer available'
  return (
    <li className="cart-row">
      {good?.picture ? (
        <img src={good.picture} alt="" width={112} height={112} loading="lazy" decoding="async" />
      ) : (
        <span className="cart-blank" />
      )}
      <div className="cart-what">
        <h2 className="h4">{good ? <Link to={good.path}>{title}</Link> : title}</h2>
        {good && <p className="small">{good.detail}</p>}
        {good && <p className="small">{formatCentsExact(good.unitCents)} each</p>}
        {notice && <p className="cart-notice">{noticeWords(notice, good?.unitCents)}</p>}
        {notice?.why === 'fewer' && (
          <QuantityForm line={line} quantity={notice.left}>
            <button type="submit" className="btn sec2 sm">
              Change to {notice.left}
            </button>
          </QuantityForm>
        )}
      </div>
      <div className="cart-pieces">
        <StepButton line={line} by={-1} label={`Remove one: ${title}`} />
        <output aria-label={`Quantity of ${title}`}>{quantity}</output>
        <StepButton line={line} by={1} label={`Add one: ${title}`} />
      </div>
      <p className="cart-price">{formatCentsExact(lineCents)}</p>
      <QuantityForm line={line} quantity={0}>
        <button type="submit" className="lnk" aria-label={`Remove ${title}`}>
          Remove
        </button>
      </QuantityForm>
    </li>
  )
}

type StepProps = { line: ShownLine; by: 1 | -1; label: string }

function StepButton({ line, by, label }: StepProps) {
  const quantity = line.quantity + by
  const isOver = by > 0 ? quantity > (line.good ? maxQuantityOf(line.good) : 0) : quantity < 1
  return (
    <QuantityForm line={line} quantity={quantity}>
      <button type="submit" aria-label={label} disabled={isOver}>
        {by > 0 ? <Plus aria-hidden /> : <Minus aria-hidden />}
      </button>
    </QuantityForm>
  )
}

type FormProps = { line: ShownLine; quantity: number; children: React.ReactNode }

/** Sets how many pieces a line has. The server writes the cart; every open tab is told. */
function QuantityForm({ line, quantity, children }: FormProps) {
  const fetcher = useFetcher<{ ok: true }>()
  const answer = fetcher.data
  useEffect(() => {
    if (answer) announceCart()
  }, [answer])
  return (
    <fetcher.Form
      method="post"
      action="/cart/quantities"
      onSubmit={() => {
        // The line goes, and with it the button that has the focus.
        if (quantity === 0) document.querySelector<HTMLElement>('#cart-title')?.focus()
      }}
    >
      <input type="hidden" name="kind" value={line.kind} />
      <input type="hidden" name="id" value={line.id} />
      <input type="hidden" name="quantity" value={quantity} />
      {children}
    </fetcher.Form>
  )
}
