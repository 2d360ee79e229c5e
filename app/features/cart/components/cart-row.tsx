import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { maxQuantityOf, type Notice, type ShownLine } from '../rules.ts'
import { GoodPicture } from './good-picture.tsx'

const picture =
  'row-start-1 size-20 self-start rounded-plate border border-hairline bg-sheet sm:row-span-2 sm:size-[112px] sm:self-center'

/** One line of the cart: picture, title, quantity, total and notice. */
export function CartRow({ line }: { line: ShownLine }) {
  const { good, quantity, notice, lineCents, free } = line
  const title = good?.title ?? 'No longer available'
  return (
    <li className="grid grid-cols-[80px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border-t border-hairline py-6 last:border-b sm:grid-cols-[112px_minmax(0,1fr)_auto_104px] sm:gap-x-6 sm:gap-y-1.5">
      <GoodPicture line={line} className={picture} loading="lazy" />
      <div className="col-[2/-1] grid justify-items-start gap-1 sm:col-auto sm:self-end">
        <h2 className="h4 leading-snug [&_a:hover]:text-accent">
          {good ? <Link to={good.path}>{title}</Link> : title}
        </h2>
        {good && <p className="text-sm text-muted">{good.detail}</p>}
        {free && <p className="text-sm text-accent">{free}</p>}
        {good && !free && <p className="text-sm text-muted">{formatCentsExact(good.unitCents)} each</p>}
        {notice && <p className="text-sm text-hold">{noticeWords(notice, good?.unitCents)}</p>}
        {notice?.why === 'fewer' && (
          <QuantityForm line={line} quantity={notice.left}>
            <button type="submit" className="btn btn-secondary btn-sm">
              Change to {notice.left}
            </button>
          </QuantityForm>
        )}
      </div>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:contents">
        <div className="flex items-center rounded-control border border-control sm:justify-self-start">
          <StepButton line={line} by={-1} label={`Remove one: ${title}`} />
          <output
            className="min-w-8 text-center font-display leading-none font-medium"
            aria-label={`Quantity of ${title}`}
          >
            {quantity}
          </output>
          <StepButton line={line} by={1} label={`Add one: ${title}`} />
        </div>
        <p className="text-right font-display text-xl leading-none font-book whitespace-nowrap">
          {formatCentsExact(lineCents)}
        </p>
      </div>
      <QuantityForm line={line} quantity={0} className="col-span-full self-start sm:col-[2]">
        <button
          type="submit"
          className="link min-h-8 max-md:min-h-11 text-sm text-muted"
          aria-label={`Remove ${title}`}
        >
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
      <button
        type="submit"
        id={`${by > 0 ? 'more' : 'less'}-${line.key}`}
        className="grid size-11 place-items-center text-muted enabled:hover:text-ink disabled:text-faint disabled:opacity-45"
        aria-label={label}
        disabled={isOver}
      >
        {by > 0 ? <Plus className="size-4" aria-hidden /> : <Minus className="size-4" aria-hidden />}
      </button>
    </QuantityForm>
  )
}

type FormProps = { line: ShownLine; quantity: number; className?: string; children: React.ReactNode }

/** Sets a line's quantity. */
function QuantityForm({ line, quantity, className, children }: FormProps) {
  return (
    <form method="post" action="/cart/quantities" className={className} data-inside="cart">
      <input type="hidden" name="kind" value={line.kind} />
      <input type="hidden" name="id" value={line.id} />
      <input type="hidden" name="quantity" value={quantity} />
      {children}
    </form>
  )
}

/** The notice of a line that changed since it was added. */
function noticeWords(notice: Notice, unitCents: number | undefined): string {
  if (notice.why === 'gone') return 'This is no longer available. Remove it to continue.'
  if (notice.why === 'fewer') return notice.left === 1 ? 'Only 1 left.' : `Only ${notice.left} left.`
  const now = unitCents === undefined ? '' : ` It is ${formatCents(unitCents)} now.`
  return `The price was ${formatCents(notice.fromCents)} when you added it.${now}`
}
