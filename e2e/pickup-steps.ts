// From a deposit to the pick-up as staff lead it, by the console alone: the federal list, the dealer, and every stage.
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { acceptAgreement } from './buyer-steps.ts'
import { findMail } from './shop.ts'

/** Fills in fields by their labels; a select takes the words of its option. */
export async function fill(page: Page | Locator, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true })
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT')
      await field.selectOption({ label: value })
    else await field.fill(value)
  }
}

/** Presses the first button of this name. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** The federal list as ATF publishes it, of a few dealers. */
const dealerList = [
  'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,MAIL_STREET,MAIL_CITY,MAIL_STATE,MAIL_ZIP_CODE,VOICE_PHONE',
  ...['LANE ARMS LLC', 'BAY OUTFITTERS INC', 'HARBOR GUNS LLC'].map(
    (name, at) =>
      `1,59,86,1,,456${7 + at},${name},NULL,${at + 1} LANE,MIAMI,FL,331300000,NULL,NULL,NULL,NULL,305555010${at}`,
  ),
].join('\r\n')

/** Imports the list from the step of the set-up, and goes on to the next step. */
export async function importDealers(desk: Page) {
  await expect(desk.getByRole('heading', { level: 1, name: 'Federal dealer list' })).toBeVisible()
  await desk.getByRole('link', { name: 'Import the list' }).click()
  await desk
    .getByLabel('The list as text or CSV')
    .setInputFiles({ name: '1126-ffl-list.txt', mimeType: 'text/plain', buffer: Buffer.from(dealerList) })
  await press(desk, 'Take this list')
  await expect(desk.getByText('In force', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await expect(desk.getByText('LANE ARMS LLC')).toBeVisible()
  await desk.goto('/staff/setup-shop/dealers')
  await desk.getByRole('link', { name: 'Next step' }).click()
}

/** Performs a verb of the order's sheet, and waits until its form is gone, which says that it was performed. */
export async function perform(
  desk: Page,
  orderId: string,
  verb: string,
  fields: Record<string, string>,
  button: string,
) {
  await desk.goto(`/staff/orders/${orderId}?do=${verb}`)
  await fill(desk, fields)
  await desk.getByRole('button', { name: button, exact: true }).click()
  await expect(desk).not.toHaveURL(/\?do=/)
}

/** Finds the dealer, completes their file, and records what they said on the phone. */
async function settleDealer(desk: Page, orderId: string) {
  await desk.goto('/staff')
  await expect(
    desk.getByText('No dealer is chosen: ask the buyer, then set the dealer').first(),
  ).toBeAttached()
  await desk.goto(`/staff/orders/${orderId}?do=set_dealer`)
  await desk.getByRole('searchbox', { name: /^Find a dealer/ }).fill('1-59-086-01-9A-04567')
  await press(desk, 'Find')
  await expect(desk.getByRole('radio', { name: /^LANE ARMS LLC/ })).toBeChecked()
  await press(desk, 'Set dealer')
  await expect(desk).not.toHaveURL(/\?do=/)
  await desk.goto('/staff/dealers/1-59-086-01-04567')
  const today = new Date().toISOString().slice(0, 10)
  const [year = 0, month = 0] = today.split('-').map(Number)
  for (const [label, value] of [
    ['Last day of the license', `${year + 2}-01-01`],
    ['Day of the eZ Check', today],
    ['Until June 30 of', String(month >= 7 ? year + 1 : year)],
    ['Copy of the stamp seen on', today],
  ] as const)
    await desk.getByLabel(label, { exact: true }).fill(value)
  await desk.getByLabel('Special tax (SOT)').selectOption('3')
  await press(desk, 'Save the file')
  await expect(desk.getByText('Complete').first()).toBeVisible()
}

/** Leads the reserved number to its pick-up, without an override. */
export async function leadToPickup(
  desk: Page,
  page: Page,
  orderId: string,
  { email, mailFolder }: { email: string; mailFolder: string },
) {
  const terms = {
    'What is built': 'Field, 10.3 in',
    'What the price includes': 'Case',
    'Final price in dollars, without sales tax': '2349',
  }
  await perform(desk, orderId, 'send_agreement', terms, 'Send to the buyer')
  await acceptAgreement(page, orderId)
  await expect(page.getByRole('main')).toContainText(/accepted/i)
  await settleDealer(desk, orderId)
  await desk.goto(`/staff/orders/${orderId}?do=request_balance`)
  await desk.getByLabel(/^Dealer’s county/).fill('Miami-Dade')
  await press(desk, 'Ask for the balance')
  await expect(desk).not.toHaveURL(/\?do=/)
  await perform(
    desk,
    orderId,
    'record_balance',
    { 'Number of the check or transfer': '1042' },
    'Record payment',
  )
  await findMail(email, /^Balance paid/, 90_000, mailFolder)
  const moveTo = async (stage: string) => {
    await desk.goto(`/staff/orders/${orderId}?do=move_stage`)
    await fill(desk, { To: stage })
    if (stage === 'Shipped') await fill(desk, { Carrier: 'UPS', 'Tracking number': '1Z999AA10123456784' })
    await press(desk, 'Move and email')
    await expect(desk.locator('.con-track [aria-current=step]')).toContainText(stage)
  }
  for (const stage of ['In build', 'Built']) await moveTo(stage)
  const said = {
    'Who you spoke to': 'Sam Clerk',
    'Their fee in dollars, if yes; 0 for none': '35',
    'Their hours, if yes': 'Tue to Sat',
  }
  await perform(desk, orderId, 'record_dealer_answer', said, 'Record the answer')
  await findMail(email, /^Dealer accepted/, 90_000, mailFolder)
  for (const stage of [
    'Form 3 filed',
    'Form 3 approved',
    'Shipped',
    'At dealer',
    'Form 4 filed',
    'Form 4 approved',
    'Picked up',
  ])
    await moveTo(stage)
  await findMail(email, /^Picked up/, 90_000, mailFolder)
}
