// The checkout page of a held number in tests: open it, pay on it, let time pass.
import { action, loader } from '#app/features/checkout/routes/checkout.tsx'
import { minute } from '#app/kit/clock.ts'
import type { TestContext } from './db.ts'
import { givenDrop, reservationForm } from './shop.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from './visit.ts'

type Held = Awaited<ReturnType<typeof heldOrder>>

/** A shop with a drop, and a number of it that is held. */
export async function givenCheckout(ctx: TestContext) {
  const shop = givenShop(ctx)
  await givenDrop(shop.db)
  return { shop, held: await heldOrder(shop) }
}

/** The request to the page of a held order, with or without a form. */
export const atCheckout = ({ orderId, cookies }: Held, form?: Record<string, string>) => ({
  path: `/checkout/${orderId}`,
  params: { order: orderId },
  cookies,
  ...(form && { form }),
})

/** What the page shows. */
export const checkoutPage = (shop: TestShop, held: Held) =>
  answerOf(() => loader(visit(shop, atCheckout(held))))
/** What paying answers. */
export const payCheckout = (shop: TestShop, held: Held, form: Record<string, string>) =>
  answerOf(() => action(visit(shop, atCheckout(held, form))))

/** The payment form as a browser sends it. */
export function paymentForm(values: Record<string, string> = {}): Record<string, string> {
  const form = reservationForm()
  return {
    formKey: form.formKey,
    name: form.name,
    email: form.email,
    phone: '',
    state: 'FL',
    zip: '33139',
    dealer: 'later',
    dealerName: '',
    dealerCity: '',
    dealerState: '',
    attestation: 'yes',
    paymentToken: 'sandbox_approve',
    ...values,
  }
}

/** Moves the clock on. */
export const later = (ctx: TestContext, minutes: number) =>
  ctx.setNow(new Date(ctx.now().getTime() + minutes * minute))
