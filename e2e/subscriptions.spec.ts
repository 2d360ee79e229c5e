// What the script of the lists does; the rest is proved in app/features/subscriptions/joining.test.ts.
import { randomUUID } from 'node:crypto'
import { brokenLine, expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail, readMailbox } from './shop.ts'

const newAddress = () => `reader-${randomUUID().slice(0, 8)}@example.com`

test('the newsletter answers in place, and a list opens over the page and keeps what is typed until it is sent, once', async ({
  verified: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/422|ERR_FAILED/)
  browserErrors.allow(brokenLine)
  const email = newAddress()
  await page.goto('/subscriptions')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  await page.getByLabel('Email').fill('reader@example')
  await subscribe.click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an address with a domain/)
  await page.getByLabel('Email').fill(newAddress())
  await subscribe.click()
  await expect(page.getByRole('status').filter({ hasText: "You'll be notified!" })).toBeFocused()
  await expect(subscribe).toHaveCount(0)

  const opener = page.getByRole('link', { name: 'Join Build Window' }).first()
  await opener.click()
  const box = page.getByRole('dialog', { name: 'Guerrilla Line, build window' })
  const [name, address] = [box.getByLabel('Name'), box.getByLabel('Email')]
  const send = box.getByRole('button', { name: 'Join the Waitlist' })
  await expect(box).toBeVisible()
  await noSidewaysScroll(page)
  await send.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter your full name')
  await expect(address).toHaveAccessibleDescription('Enter your email')
  await name.fill('Zoë <b>O’Reader</b> 🦊')
  await address.fill('reader@example')
  await send.click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/Enter an address with a domain/)
  await expect(name).toHaveValue('Zoë <b>O’Reader</b> 🦊')

  const toasts = page.getByRole('region', { name: 'Notifications' })
  const failed = toasts.getByText('Failed to join waitlist. Please try again.')
  await address.fill(email)
  await context.setOffline(true)
  await send.click()
  await expect(toasts).toContainText('Error')
  await expect(failed).toHaveCount(1)
  await context.setOffline(false)
  // The connection is open, and the shop does not answer.
  const answer = Promise.withResolvers<void>()
  await page.route('**/subscriptions?*', async (route) => {
    await answer.promise
    await route.abort()
  })
  await send.click()
  await expect(box.locator('[aria-busy=true]')).toHaveText(/Joining\.\.\./)
  answer.resolve()
  await expect(failed).toHaveCount(2)
  await page.unroute('**/subscriptions?*')
  await expect(name).toHaveValue('Zoë <b>O’Reader</b> 🦊')
  await expect(address).toHaveValue(email)

  // The page beside it is read anew meanwhile.
  await opener.evaluate((link) => link.replaceWith(link.cloneNode(true)))
  await send.dblclick()
  await expect(box).toBeHidden()
  await noSidewaysScroll(page)
  await expect(toasts).toContainText('Added to waitlist!')
  await expect(toasts).toContainText("You'll be notified when the build window becomes available.")
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(name).toHaveValue('')
  await expect(address).toHaveValue('')
  await findMail(email, /Guerrilla Line, build window/)
  expect(await readMailbox(email)).toHaveLength(1)
})
