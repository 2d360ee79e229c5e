import { asc, eq, gt, and } from 'drizzle-orm'
import { within } from '@testing-library/dom'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { courses, courseSessions, sessionSeats } from '#app/features/courses/tables.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { listToken } from '#app/features/subscriptions/store/links.server.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'
import { addToCart, newAddress, orderOn, payParcel, reserve } from '#test/buyer-steps.ts'
import { type TestContext, test } from '#test/db.ts'
import { type ErrandShop, errands, maxPressesOf, type Part, type Person } from '#bench/lib/errands.ts'
import { givenDrop } from '#test/shop.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'

const efforts: Record<string, [presses: number, fields: number, pages: number]> = {
  'find a lost order': [2, 2, 4],
  'reserve a number': [6, 4, 4],
  'replace a dealer': [3, 1, 4],
  'a magazine to a restricted state': [4, 6, 5],
  'gift a patch': [5, 6, 5],
  'return a parcel': [2, 0, 3],
  'move a class': [4, 0, 4],
  'compare two builds': [2, 1, 3],
  'find “tax stamp”': [3, 1, 4],
  unsubscribe: [1, 0, 2],
}

test('ten errands without script take at most the presses of a good shop', { timeout: 60_000 }, async ({
  ctx,
}) => {
  const site = await visitor(ctx, { sample: true })
  const shop = await openErrandShop(ctx, site.another())
  const walker = site.another()
  for (const errand of errands) {
    const effort = { presses: 0, fields: 0, pages: 0 }
    await errand.run(personAs(walker, effort), shop)
    expect(Object.values(effort), errand.name).toEqual(efforts[errand.name])
    expect(effort.presses).toBeLessThanOrEqual(maxPressesOf(errand, false))
  }
})

function personAs(walker: Visitor, effort: { presses: number; fields: number; pages: number }): Person {
  const field = (label: RegExp) => {
    const [first] = within(walker.body).getAllByLabelText<HTMLInputElement>(label, {
      selector: 'input, select, textarea',
    })
    if (!first?.form) throw new Error(`No field ${label} at ${walker.path}`)
    return { element: first, form: first.form }
  }
  const fill = (label: RegExp, text: string) => {
    effort.fields++
    const { element } = field(label)
    walker.fillOne(label, text, element.closest('label')?.parentElement ?? element.parentElement ?? undefined)
  }
  return {
    hasScript: false,
    async open(address) {
      effort.pages++
      await walker.open(address)
    },
    async press({ role, name, in: part, isLast = false }) {
      effort.presses++
      const control = walker.parts(role, name, part && partOf(walker, part)).at(isLast ? -1 : 0)
      if (!control) throw new Error(`No ${role} ${name} at ${walker.path}: ${walker.text}`)
      if (role === 'checkbox' || role === 'radio') {
        ;(control as HTMLInputElement).checked = true
        return
      }
      effort.pages++
      if (role === 'link')
        await walker.open(
          new URL(control.getAttribute('href') ?? '', walker.shop.publicUrl + walker.path).href,
        )
      else await walker.press(control)
    },
    async enter(label, text) {
      fill(label, text)
      effort.presses++
      effort.pages++
      // The key presses the first button of the form.
      const button = field(label).form.querySelector<HTMLElement>('button:not([type=button])')
      if (button) await walker.press(button)
    },
    async type(label, text) {
      fill(label, text)
    },
    async choose(label, value) {
      fill(label, value)
    },
    async sees(words, part) {
      expect(textOf(part ? partOf(walker, part) : walker.body)).toMatch(words)
    },
    async isAt(path) {
      expect(new URL(walker.path, walker.shop.publicUrl).pathname).toMatch(path)
    },
    async toCart() {
      expect(walker.heading).toBe('Cart')
    },
    async forgetCart() {
      walker.setCookie('paco-cart', '')
    },
    async mailedLink(to, subject, link) {
      return linkIn(await walker.mail(to, subject), link)
    },
  }
}

function partOf(walker: Visitor, { role, name, says, in: around }: Part): HTMLElement {
  const found = walker.parts(role, name, around && partOf(walker, around))
  const part = found.find((one) => !says || says.test(textOf(one)))
  if (!part) throw new Error(`No ${role} ${name ?? says} at ${walker.path}`)
  return part
}

async function openErrandShop(ctx: TestContext, buyer: Visitor): Promise<ErrandShop> {
  let drops = 0
  const ownDrop = async () => {
    drops++
    const { slug } = await givenDrop(ctx.db, {
      slug: `errand-${drops}`,
      dropNumber: 900 + drops,
      totalUnits: 50,
    })
    return slug
  }
  const { orderId: number } = await reserve(buyer, await ownDrop(), 7)
  await addToCart(buyer, 'Field Cleaning Kit')
  await buyer.press('Checkout')
  const email = await payParcel(buyer)
  const parcel = orderOn(buyer)

  const [session] = await ctx.db
    .select({ id: courseSessions.id })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .innerJoin(sessionSeats, eq(sessionSeats.sessionId, courseSessions.id))
    .where(
      and(
        eq(courses.slug, 'basic-pistol'),
        gt(courseSessions.cutOffAt, ctx.now()),
        eq(sessionSeats.state, 'open'),
      ),
    )
    .orderBy(asc(courseSessions.startsAt))
  await buyer.open(`/course-registration/scheduling?session=${session?.id}`)
  await buyer.press('Continue with Selected Date')
  buyer.fill({ 'Full name': 'Robin Student', Email: email })
  buyer.fillOne(/I am 18 or older/, true)
  await buyer.press(/^Pay /)
  const seat = orderOn(buyer)
  return {
    bought: {
      email,
      number,
      parcel,
      seat,
      builds: [await saveBuild(buyer, 'forged-lower'), await saveBuild(buyer, 'billet-lower')],
    },
    ownDrop,
    orderLink: async (order) =>
      `/orders/${order}?key=${await transact(ctx, (work) => makeLink(work, order))}`,
    unsubscribeLink: () => unsubscribeLink(ctx),
  }
}

async function saveBuild(buyer: Visitor, lower: string): Promise<string> {
  await buyer.open(`/build?platform=ar15&lower=${lower}`)
  await buyer.press(/^Save/)
  return buyer.path.split('/').at(-1) ?? ''
}

async function unsubscribeLink({ db, now, sign }: TestContext): Promise<string> {
  const [reader] = await db.insert(subscribers).values({ email: newAddress(), createdAt: now() }).returning()
  const consent = { consentVersion: '1', consentWords: 'Send me news.', joinedAt: now(), requestedAt: now() }
  const [joined] = await db
    .insert(subscriptions)
    .values({ subscriberId: reader?.id ?? '', topic: 'newsletter', ...consent })
    .returning()
  const token = listToken({ sign, now: now() }, joined?.id ?? '', 'manage')
  return `/subscriptions/unsubscribe?key=${token}`
}
