import { expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { fillIn, hold, pay } from '#test/buyer-steps.ts'
import { type Visitor, visitor } from '#test/visitor.ts'

const slug = 'desk-vol-1'

test('a drop goes from a blank sheet to a sold number, and a live fact changes for later buyers', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const buyer = await visitor(ctx, { sample: true })
  const desk = buyer.another()
  await desk.signIn('manager', { name: 'M. Sample' })
  await beginDrop(desk)
  await followFirst(desk, 'Publish')
  expect(desk.text).toContain('Say how many units are made: 1 to 100.')
  expect(desk.parts('button', 'Publish it')).toEqual([])
  await followFirst(desk, 'Back')

  fillPlan(desk)
  await desk.press(/^Save/)
  expect(desk.text).toContain('Saved as revision 2.')
  desk.fill({ 'Set aside for the house': '1, 7' })
  await desk.press(/^Save/)
  expect(desk.field('Set aside for the house').value).toBe('1, 7')
  await desk.open(`/staff/drops/${slug}/preview?day=half`)
  expect(desk.heading).toBe('Desk Vol. 1')
  expect(desk.text).toContain('Only staff see it')
  await buyer.open(`/drops/${slug}`)
  expect(buyer.status).toBe(404)

  await desk.open(`/staff/drops/${slug}`)
  await followFirst(desk, 'Publish')
  await desk.press('Publish it')
  expect(desk.text).toContain('Scheduled')
  await buyer.open(`/drops/${slug}`)
  expect(buyer.text).toMatch(/coming soon/i)

  ctx.setNow(new Date('2026-12-01T17:01:00Z')) // a minute after it opens
  await buyer.open(`/drops/${slug}`)
  expect(buyer.text).toMatch(/\d set aside for the house/)
  expect(buyer.parts('radio', /^Number 7,/)).toEqual([])
  const orderId = await hold(buyer, slug, 8)
  await desk.signIn('manager', { name: 'M. Sample' }) // the earlier session is long over
  await desk.open(`/staff/drops/${slug}/live`)
  expect(desk.page.getAllByText('Number 8, held')).not.toEqual([])
  fillIn(buyer)
  await pay(buyer)
  await desk.open(`/staff/drops/${slug}/live`)
  expect(desk.page.getAllByText(/^Number 8, sold, FL/)).not.toEqual([])

  await desk.open(`/staff/drops/${slug}`)
  desk.fill({ Deposit: '200' })
  await desk.press(/^Save/)
  expect(desk.text).toContain('Saved as revision')
  await buyer.open(`/orders/${orderId}`)
  expect(buyer.text).toContain('$100')

  await followFirst(desk, 'Pause')
  await desk.press('Pause reservations')
  expect(desk.text).toContain('Paused')
  buyer.wait(2 * second) // a page may be a second old
  await buyer.open(`/drops/${slug}`)
  expect(buyer.text).toContain('Reservations are paused')
})

test('the second of two editors is told that someone saved before, sees both values, and loses nothing', async ({
  ctx,
}) => {
  const first = await visitor(ctx)
  await first.signIn('manager', { name: 'First Sample' })
  await beginDrop(first)
  const second = first.another()
  await second.signIn('manager', { name: 'Second Sample' })
  await second.open(`/staff/drops/${slug}`)
  second.fill({ Units: '50', Tagline: 'Mine, half a thought' })
  first.fill({ Units: '45', 'Small print': 'Theirs' })
  await first.press(/^Save/)
  expect(first.text).toContain('Saved as revision 2.')

  await second.press(/^Save/)
  expect(second.status).toBe(409)
  for (const words of ['Somebody changed this since you opened it.', 'Now it is: 45', 'Now it is: Theirs'])
    expect(second.text).toContain(words)
  const shown = (desk: Visitor) => ['Units', 'Tagline', 'Small print'].map((label) => desk.field(label).value)
  expect(shown(second)).toEqual(['50', 'Mine, half a thought', ''])
  second.fill({ 'Small print': 'Theirs' })
  await second.press(/^Save/)
  expect(second.text).toContain('Saved as revision 3.')
  await first.open(`/staff/drops/${slug}`)
  expect(shown(first)).toEqual(['50', 'Mine, half a thought', 'Theirs'])
})

test('a variant that somebody else added meanwhile is in the form of whoever saves later, and stays', async ({
  ctx,
}) => {
  const first = await visitor(ctx)
  await first.signIn('manager', { name: 'First Sample' })
  await beginDrop(first)
  const second = first.another()
  await second.signIn('manager', { name: 'Second Sample' })
  await second.open(`/staff/drops/${slug}`)
  first.fill({ Name: 'Field' }, first.part('region', 'Variants'))
  await first.press(/^Save/)
  second.fill({ Tagline: 'Mine' })
  await second.press(/^Save/)
  expect(second.status).toBe(409)
  await second.press(/^Save/)
  expect(second.text).toContain('Saved as revision 3.')
  const named = second.page.getAllByDisplayValue('Field')
  expect(named).toHaveLength(1)
})

async function followFirst(desk: Visitor, name: string) {
  await desk.open(desk.parts('link', name)[0]?.getAttribute('href') ?? '')
}

async function beginDrop(desk: Visitor) {
  await desk.open('/staff/drops/new')
  desk.fill({ Name: 'Desk Vol. 1' })
  await desk.press('Begin')
  expect([desk.path, desk.heading]).toEqual([`/staff/drops/${slug}`, expect.stringContaining('Desk')])
}

function fillPlan(desk: Visitor) {
  desk.fill({
    'Drop №': '300',
    Units: '40',
    Opens: '2026-12-01T12:00',
    Tagline: 'Made behind the counter.',
  })
  desk.fillOne('Set aside for the house', '1, 7, 40')
  desk.fillOne('Story', 'A story.')
  const variant = { Name: 'Field', Caliber: '5.56 NATO', Barrel: '10.3 in', Finish: 'Gray', Price: '2,349' }
  desk.fill(variant, desk.part('region', 'Variants'))
}
