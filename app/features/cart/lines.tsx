import CalendarDays from 'lucide-react/icons/calendar-days'
import FileText from 'lucide-react/icons/file-text'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router'
import { countOf } from '#app/kit/count.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { maxQuantityOf, type Notice, type ShownCart, type ShownLine } from './rules.ts'
import { cartWords } from './words.ts'

const picture =
  'row-start-1 size-20 self-start rounded-plate border border-hairline bg-sheet sm:row-span-2 sm:size-[112px] sm:self-center'

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

function noticeWords(notice: Notice, unitCents: number | undefined): string {
  if (notice.why === 'gone') return 'This is no longer available. Remove it to continue.'
  if (notice.why === 'fewer') return notice.left === 1 ? 'Only 1 left.' : `Only ${notice.left} left.`
  const now = unitCents === undefined ? '' : ` It is ${formatCents(unitCents)} now.`
  return `The price was ${formatCents(notice.fromCents)} when you added it.${now}`
}

type DrawerProps = {
  cart: ShownCart
  added: string
  notAdded: string | undefined
}

export function CartDrawer({ cart, added, notAdded }: DrawerProps) {
  const lines = cart.lines.toSorted((a, b) => Number(b.key === added) - Number(a.key === added))
  const title = notAdded ? cartWords.notAdded : cartWords.added
  return (
    <div
      className="cart-drawer grid content-start gap-4 [main_&]:hidden"
      data-part="added"
      data-title={title}
    >
      <div>
        <h2 className="h3 dialog-title">{title}</h2>
        <p className="text-sm text-muted">{countOf(cart.quantity, 'item')}</p>
      </div>
      {notAdded && (
        <p className="field-error" role="alert">
          {notAdded}
        </p>
      )}
      <ul>
        {lines.map((line) => (
          <li
            key={line.key}
            className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-4 border-t border-hairline py-3 data-added:border-t-accent"
            data-added={line.key === added || undefined}
          >
            <GoodPicture line={line} className="size-16 rounded-control bg-plate" loading="lazy" />
            <div className="grid gap-0.5 leading-snug">
              <b className="font-bold">{line.good?.title ?? 'No longer available'}</b>
              <span className="text-sm text-muted">
                {line.free || `${line.quantity} × ${formatCents(line.good?.unitCents ?? 0)}`}
              </span>
            </div>
            <span>{formatCents(line.lineCents)}</span>
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-4 border-t border-control pt-4">
        <span>{cartWords.subtotal}</span>
        <b className="font-display text-2xl leading-none font-book whitespace-nowrap">
          {formatCents(cart.subtotalCents)}
        </b>
      </p>
      <p className="text-sm text-faint">{cartWords.later}</p>
      <ButtonLink to="/cart" variant="primary" block>
        View Cart
      </ButtonLink>
      <form method="dialog">
        <Button block>Keep Shopping</Button>
      </form>
    </div>
  )
}

type PictureProps = { line: Pick<ShownLine, 'kind' | 'good'>; className: string; loading?: 'lazy' }

function GoodPicture({ line: { kind, good }, className, loading }: PictureProps) {
  if (good?.picture)
    return (
      <img
        className={`${className} object-contain`}
        src={good.picture}
        alt=""
        width={112}
        height={112}
        loading={loading}
        decoding="async"
      />
    )
  const Icon = kind === 'course_seat' ? CalendarDays : FileText
  return (
    <span className={`${className} grid place-items-center text-muted`} aria-hidden>
      {good && <Icon className="size-2/5" strokeWidth={1} />}
    </span>
  )
}
