import './cart-drawer.css'
import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { startKey as startKeyForm } from '#app/features/checkout/input.ts'
import { heldWords } from '#app/features/checkout/words.ts'
import { holdFor, listHeld } from '#app/features/checkout/access.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { heldProof, holdProofField } from '#app/http/proofs.ts'
import { refused } from '#app/http/errors.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { countOf } from '#app/kit/text.ts'
import { formatCentsExact, formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { maxQuantityOf, type Notice, type ShownLine } from './rules.ts'
import { openCart, planCheckout, checkoutRefusalWords, notAddedWords } from './store.server.ts'
import type { Route } from './+types/page'
import CalendarDays from 'lucide-react/icons/calendar-days'
import FileText from 'lucide-react/icons/file-text'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'

const picture =
  'row-start-1 size-20 self-start rounded-plate border border-hairline bg-sheet sm:row-span-2 sm:size-[112px] sm:self-center'

function CartRow({ line }: { line: ShownLine }) {
  const { good, quantity, notice, lineCents, free } = line
  const title = good?.title ?? 'No longer available'
  return (
    <li className="grid grid-cols-[80px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border-t border-hairline py-6 last:border-b sm:grid-cols-[112px_minmax(0,1fr)_auto_104px] sm:gap-x-6 sm:gap-y-1.5">
      <GoodPicture line={line} className={picture} />
      <div className="col-[2/-1] grid justify-items-start gap-1 sm:col-auto sm:self-end">
        <h2 className="h4 leading-snug [&_a:hover]:text-accent">
          {good ? <a href={good.path}>{title}</a> : title}
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

function StepButton({ line, by, label }: { line: ShownLine; by: 1 | -1; label: string }) {
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

type Loaded = Route.ComponentProps['loaderData']

function CartDrawer({ cart, added, notAdded }: Loaded) {
  const lines = cart.lines.toSorted((a, b) => Number(b.key === added) - Number(a.key === added))
  const title = notAdded ? 'Nothing was added' : 'Added to your cart'
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
            <GoodPicture line={line} className="size-16 rounded-control bg-plate" />
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
        <span>Subtotal</span>
        <b className="font-display text-2xl leading-none font-book whitespace-nowrap">
          {formatCents(cart.subtotalCents)}
        </b>
      </p>
      <p className="text-sm text-faint">Shipping and sales tax are calculated at checkout.</p>
      <ButtonLink href="/cart" variant="primary" block>
        View Cart
      </ButtonLink>
      <form method="dialog">
        <Button block>Keep Shopping</Button>
      </form>
    </div>
  )
}

function GoodPicture({ line: { kind, good }, className }: { line: ShownLine; className: string }) {
  if (good?.picture)
    return (
      <img
        className={`${className} object-contain`}
        src={good.picture}
        alt=""
        width={112}
        height={112}
        loading="lazy"
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

const checkoutInput = z.object({ key: startKeyForm, subtotal: z.coerce.number().int().min(0) })

export async function loader(args: Route.LoaderArgs) {
  const { shop, cart, open, isChanged, show, write } = await openCart(args)
  const { searchParams } = new URL(args.request.url)
  return data(
    {
      cart: await show(),
      openOrder: open?.id,
      added: searchParams.get('added') ?? '',
      notAdded: notAddedWords(searchParams.get('refused') ?? ''),
      held: (await listHeld(args))
        .filter(({ id }) => id !== open?.id)
        .map(({ id, what, until }) => ({ id, what, until: formatMoment(new Date(until), shop.timeZone) })),
      startKey: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
    },
    { headers: isChanged ? { 'Set-Cookie': write(cart) } : {} },
  )
}

export async function action(args: Route.ActionArgs) {
  const sent = await readForm(args.request)
  const form = parseForm(checkoutInput, sent)
  if (!form.ok) return refused(checkoutRefusalWords.key_reused)
  const { goods, cart, open, show, write } = await openCart(args)
  const shown = await show()
  // The displayed subtotal must still be right; otherwise the page shows the change first.
  if (shown.subtotalCents !== form.value.subtotal) return refused(checkoutRefusalWords.changed)
  const plan = planCheckout(goods, shown, open)
  if (!plan.ok) return refused(checkoutRefusalWords[plan.why])
  if ('orderId' in plan) return toCheckout(plan.orderId, write(cart))
  const wanted = { what: 'cart', key: form.value.key, proof: sent.get(holdProofField) }
  const started = await holdFor(args, { ...wanted, lines: plan.lines, instead: plan.instead })
  if (started.ok) {
    // A parcel's total depends on its address, so a new checkout would lead there by itself, a round trip later.
    const to = shown.hasParcel ? `${started.orderId}/details` : started.orderId
    return toCheckout(to, write({ ...cart, orderId: started.orderId }), started.headers)
  }
  const { limited, headers } = started
  if (limited) return data({ refusal: limited.text }, { status: 409, headers })
  const words: Partial<Record<string, string>> = checkoutRefusalWords
  return refused(words[started.why] ?? checkoutRefusalWords.try_again)
}

function toCheckout(path: string, cookie: string, headers = new Headers()) {
  headers.append('Set-Cookie', cookie)
  return redirect(`/checkout/${path}`, { status: 303, headers })
}

export function meta() {
  return [{ title: siteTitle('Cart') }]
}

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, added, notAdded, held } = loaderData
  return (
    <>
      {(added || notAdded) && <CartDrawer {...loaderData} />}
      <section className="section border-t-0" aria-labelledby="cart-title" data-part="cart">
        <div className="wrap">
          <h1 className="h1 mb-8 outline-none" id="cart-title" tabIndex={-1}>
            Cart
          </h1>
          {notAdded && (
            <p role="status" className="mb-8 max-w-lead border-l-2 border-hold pl-3">
              {notAdded}
            </p>
          )}
          {held.length > 0 && <HeldList held={held} />}
          {cart.lines.length === 0 ? (
            <EmptyState
              title="Your cart is empty"
              text="Items stay in your cart for 30 days, on this device only."
              actions={
                <>
                  <ButtonLink href="/accessories" variant="primary">
                    Accessories
                  </ButtonLink>
                  <ButtonLink href="/drops">Current Drop</ButtonLink>
                </>
              }
            />
          ) : (
            <div className="grid grid-cols-1 items-start gap-x-6 gap-y-12 lg:grid-cols-[minmax(0,8fr)_minmax(300px,4fr)]">
              <ul aria-label="Items in your cart">
                {cart.lines.map((line) => (
                  <CartRow key={line.key} line={line} />
                ))}
              </ul>
              <Summary {...loaderData} refusal={actionData?.refusal} />
            </div>
          )}
        </div>
      </section>
    </>
  )
}

function HeldList({ held }: Pick<Loaded, 'held'>) {
  return (
    <section className="mb-8" aria-labelledby="held">
      <h2 className="h3 mb-3" id="held">
        {heldWords.title}
      </h2>
      <ul className="border-t border-hairline">
        {held.map(({ id, what, until }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-3"
          >
            <span>
              {what} <span className="text-sm text-muted">{heldWords.until(until)}</span>
            </span>
            <ButtonLink href={`/checkout/${id}`} size="sm">
              {heldWords.go}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Summary({ cart, openOrder, startKey, refusal }: Loaded & { refusal: string | undefined }) {
  return (
    <aside
      className="panel p-panel grid gap-4 lg:sticky lg:top-[calc(var(--spacing-nav)+1.5rem)] [&_a]:underline [&_a]:underline-offset-4"
      aria-label="Summary"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2" role="status">
        <span>Subtotal, {countOf(cart.quantity, 'item')}</span>
        <b className="font-display text-2xl leading-none font-book whitespace-nowrap">
          {formatCentsExact(cart.subtotalCents)}
        </b>
      </p>
      <p className="text-sm text-faint">Shipping and sales tax are calculated at checkout.</p>
      <div role="alert">
        {refusal && (
          <p className="field-error">
            <LinkedText text={refusal} />
          </p>
        )}
      </div>
      <Form method="post" action="/cart" {...heldProof('cart')}>
        <input type="hidden" name="key" value={startKey} />
        <input type="hidden" name="subtotal" value={cart.subtotalCents} />
        <Button variant="primary" block disabled={!cart.isReady} busyLabel="Holding your items">
          Checkout
        </Button>
      </Form>
      {!cart.isReady && (
        <p className="text-sm text-muted">Fix the marked items first. Nothing has been charged.</p>
      )}
      {openOrder && (
        <p className="text-sm text-muted">
          You have an open checkout for this cart. <a href={`/checkout/${openOrder}`}>Back to checkout</a>
        </p>
      )}
      {cart.hasParcel && (
        <p className="border-t border-hairline pt-4 text-sm text-faint">
          Some items have shipping restrictions, and magazine capacity limits apply in some states.
        </p>
      )}
    </aside>
  )
}
