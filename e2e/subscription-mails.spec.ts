import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { findMail, readMailbox, sqlOnShop } from './shop.ts'

const newAddress = () => `reader-${randomUUID().slice(0, 8)}@example.com`
const hub = '/subscriptions'

/** The path of the link in a mail that leads to one of the pages of a subscription. */
function linkIn(text: string, to: 'confirm' | 'unsubscribe'): string {
  const [found] = new RegExp(`/subscriptions/${to}\\?key=[\\w-]+`).exec(text) ?? []
  if (!found) throw new Error(`No link to ${to} in the mail`)
  return found
}

async function hasLeft(email: string) {
  const [row] = await sqlOnShop<{ ended: boolean }>(
    `select unsubscribed_at is not null as ended
       from subscriptions join subscribers on subscribers.id = subscriber_id where email = $1`,
    [email],
  )
  return row?.ended
}

test('a drop that opens is announced, and the email’s one-click unsubscribe works', async ({
  verified: page,
  ownDrop,
  playwright,
  baseURL,
}) => {
  test.setTimeout(150_000) // what has opened is looked for once a minute
  const email = newAddress()
  const drop = await ownDrop({ launchDate: new Date(Date.now() + 3_600_000) })
  await sqlOnShop(`update drops set status = 'coming_soon' where id = $1`, [drop.id])
  await page.goto(`${hub}?topic=drop:${drop.slug}`)
  await page.getByLabel('Name').fill('Jordan Reader')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You'll be notified!")
  await page.goto(linkIn((await findMail(email, /^Confirm/)).text, 'confirm'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')

  await sqlOnShop(`update drops set launch_date = now() - interval '1 second' where id = $1`, [drop.id])
  const subject = `${drop.name} is live`
  await expect
    .poll(async () => (await readMailbox(email)).map((mail) => mail.subject), { timeout: 90_000 })
    .toContain(subject)
  const mail = (await readMailbox(email)).find((one) => one.subject === subject)
  const header =
    /^List-Unsubscribe: ?<(.+)>\r?$/m.exec(mail?.source.replaceAll(/\r\n[ \t]+/g, '') ?? '')?.[1] ?? ''
  expect(header).toContain('/subscriptions/unsubscribe?key=')
  expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)

  // A machine of the mail provider: no cookies, no age record, a form of one field.
  const provider = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const path = linkIn(header, 'unsubscribe')
  await provider.get(path)
  expect(await hasLeft(email)).toBe(false)
  const answer = await provider.post(path, { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 })
  expect(answer.status()).toBe(200)
  expect(await hasLeft(email)).toBe(true)
  await provider.dispose()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’ve left the list')
})

test('a forged or expired link says so', async ({ verified: page, browserErrors }) => {
  browserErrors.allow(/404|410/)
  await page.goto('/subscriptions/confirm?key=made-up')
  await expect(page.getByText('Link Not Found')).toBeVisible()
  const email = newAddress()
  await page.goto(hub)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const path = linkIn((await findMail(email, /^Confirm/)).text, 'confirm')
  await sqlOnShop(
    `update subscription_links set expires_at = now() where subscription_id in
       (select s.id from subscriptions s join subscribers p on p.id = s.subscriber_id where email = $1)`,
    [email],
  )
  await page.goto(path)
  await expect(page.getByText('This Link Has Expired')).toBeVisible()
})
