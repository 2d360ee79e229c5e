// A course from a blank form to a certificate that anybody can check, as staff and as students.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail, runJob, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'
import { book, linkIn, paySeat } from './class-steps.ts'

const address = (who: string) => `${who}-${randomUUID().slice(0, 8)}@example.test`

/** The calendar date in so many days, as a form takes it. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const sessionOf = (page: Page) => new URL(page.url()).pathname.split('/')[3] ?? ''

async function fill(page: Page | Locator, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Adds who teaches and where, and the course itself. */
async function makeCourse(desk: Page, { slug, name }: { slug: string; name: string }) {
  await desk.goto('/staff/classes/instructors')
  await fill(desk.getByRole('region', { name: 'Add an instructor' }), {
    'Name, as on certificates': `I. ${name}`,
    'Licenses, one per line: name; number; last day': `Range instructor; ${slug}; ${dayIn(400)}`,
  })
  await press(desk, 'Add instructor')
  await expect(desk.getByRole('heading', { name: `I. ${name}` })).toBeVisible()
  await desk.goto('/staff/classes/places')
  await fill(desk, { Name: `Range ${slug}`, Address: '1 Range Road, Miami, FL 33142' })
  await press(desk, 'Add place')
  await expect(desk.getByRole('heading', { name: `Range ${slug}` })).toBeVisible()

  await desk.goto('/staff/classes/courses')
  await desk.getByRole('link', { name: 'Add course' }).click()
  await press(desk, 'Add course')
  await expect(desk.getByText('Write the name')).toBeVisible()
  await fill(desk, {
    Name: name,
    Address: slug,
    Summary: 'How to hold, aim and shoot, on the range.',
    'Live-fire rounds': '50',
    'Price, USD': '150',
    'Deposit, USD': '75',
    'Bring, one per line': 'Government photo ID',
  })
  await press(desk, 'Add course')
  await expect(desk.getByRole('heading', { level: 1, name: 'Add dates' })).toBeVisible()
  await expect(desk.getByLabel('Course', { exact: true })).toHaveValue(slug)
}

async function joinWaitlist(page: Page, session: string, email: string) {
  await page.goto(`/subscriptions?topic=course:${session}`)
  await page.getByLabel('Name').fill('Sam Waiting')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Join the Waitlist' }).click()
  const confirm = await findMail(email, /^Confirm/)
  await page.goto(linkIn(confirm.text, /http\S+\/subscriptions\/confirm\?key=[\w-]+/))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
}

test('a course is made, dated, copied, moved, filled, offered on, taught and certified', async ({
  verified: page,
  browser,
  browserErrors,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const slug = `own-${randomUUID().slice(0, 8)}`
  const name = `Own Course ${slug.slice(4)}`
  const [holder, waiting, walker] = [address('holder'), address('waiting'), address('walker')]
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  browserErrors.watch(context)
  browserErrors.allow(/the server responded with a status of (409|422)/)
  await signInAs(context, 'manager', { baseURL, name: 'M. Sample' })
  const desk = await context.newPage()
  await makeCourse(desk, { slug, name })

  // A date with one seat, and its copy a week later.
  await fill(desk, { Day: dayIn(20), Begins: '09:00', Seats: '1' })
  await desk.getByLabel('Place').selectOption({ label: `Range ${slug}, 1 Range Road, Miami, FL 33142` })
  await desk.getByLabel('Instructor').selectOption({ label: `I. ${name}` })
  await press(desk, 'Add to the schedule')
  await expect(desk.getByRole('contentinfo')).toContainText('0 of 0')
  const session = sessionOf(desk)
  await desk.getByRole('link', { name: 'Copy' }).click()
  await expect(desk.getByLabel('Day', { exact: true })).toHaveValue(dayIn(27))
  await press(desk, 'Add to the schedule')
  await expect(desk.getByRole('contentinfo')).toContainText('0 of 0')
  expect(sessionOf(desk)).not.toBe(session)
  await desk.goto(`/staff/classes?month=${dayIn(20).slice(0, 7)}`)
  await expect(desk.locator(`a[href="/staff/classes/${session}"]`).first()).toBeVisible()

  // The only seat is booked; the class moves, and its student reads the mail that was previewed.
  await book(page, session, holder)
  await joinWaitlist(page, session, waiting)
  await desk.goto(`/staff/classes/${session}/edit`)
  await fill(desk, { Begins: '10:30' })
  await press(desk, 'Save')
  await expect(desk.getByText('This is a move: 1 booked are mailed')).toBeVisible()
  const subject = /Moved: [^\n]+/.exec((await desk.getByRole('main').textContent()) ?? '')?.[0] ?? ''
  expect(subject).toContain('10:30 AM')
  await press(desk, 'Move, and mail 1')
  await expect(desk.getByText('Has not answered the move').first()).toBeVisible()
  await runJob('notify-students')
  const moved = await findMail(holder, /^Moved: /)
  expect(moved.subject).toContain('10:30 AM')
  expect(moved.text).toContain('9 AM')
  await page.goto(linkIn(moved.text, /http\S+\/seat\/open\?key=[\w-]+/))
  await expect(page.getByRole('button', { name: 'Keep My Seat' })).toBeVisible()

  // The seat is given back, and the next on the waitlist books it.
  await page.getByRole('link', { name: /^Cancel and Refund/ }).click()
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  await expect
    .poll(
      async () =>
        sqlOnShop(`select 1 from session_seats where session_id = $1 and state = 'taken'`, [session]),
      { timeout: 60_000 },
    )
    .toEqual([])
  await runJob('offer-seats')
  const offer = await findMail(waiting, /^A seat for you: /)
  await desk.goto(`/staff/classes/${session}`)
  await expect(desk.getByText(waiting)).toBeVisible()
  await page.goto(linkIn(offer.text, /http\S+\/offers\/\S+/))
  await expect(page).toHaveURL(/\/checkout\/[0-9A-Z]+$/)
  await paySeat(page, waiting)

  // The day comes. A walk-in takes the seat that staff add.
  await sqlOnShop(
    `update course_sessions set starts_at = date_trunc('minute', now()) - interval '1 hour',
       ends_at = date_trunc('minute', now()) + interval '7 hours',
       cut_off_at = date_trunc('minute', now()) - interval '25 hours' where id = $1`,
    [session],
  )
  await desk.goto(`/staff/classes/${session}/edit`)
  await fill(desk, { Seats: '2' })
  await press(desk, 'Save')
  await expect(desk.getByRole('contentinfo')).toContainText('0 of 1')
  await desk.getByRole('link', { name: 'Walk-in' }).click()
  await fill(desk, {
    'Full name, as on the photo ID': 'Wanda Walker',
    Email: walker,
    Phone: '(305) 555-0133',
  })
  await press(desk, /^Record \$150/)
  await expect(desk.getByText('Look at a government photo ID first')).toBeVisible()
  await desk.getByLabel(/I looked at a government photo ID/).check()
  await press(desk, /^Record \$150/)
  await expect(desk.getByRole('contentinfo')).toContainText('0 of 2')

  // The roster: who came, who signed, who fired, who did not come.
  const roster = desk.getByRole('table', { name: /^Students of/ })
  await expect(roster.getByRole('link', { name: '(305) 555-0133' })).toBeVisible()
  await roster.getByRole('button', { name: 'No-show: Robin Student' }).click()
  await expect(roster.getByRole('button', { name: 'Undo no-show: Robin Student' })).toBeVisible()
  await roster.getByRole('button', { name: 'Live fire seen: Wanda Walker' }).click()
  await expect(desk.getByText('Check the student in first.').first()).toBeVisible()
  for (const [set, done] of [
    ['Waiver signed', 'Undo waiver'],
    ['Check in', 'Undo check-in'],
    ['Live fire seen', 'Undo live fire'],
  ] as const) {
    await roster.getByRole('button', { name: `${set}: Wanda Walker` }).click()
    await expect(roster.getByRole('button', { name: `${done}: Wanda Walker` })).toBeVisible()
  }
  await roster.getByLabel('Hits: Wanda Walker', { exact: true }).fill('44')
  await roster.getByRole('button', { name: 'Save hits: Wanda Walker' }).click()
  const certificate = roster.locator('a[href*="/training/certificates/"]')
  await expect(certificate).toBeVisible()
  const code = (await certificate.textContent()) ?? ''
  await desk.setViewportSize({ width: 390, height: 844 })
  await noSidewaysScroll(desk)

  // Her link has the certificate, and anybody with its code reads what it says.
  const mail = await findMail(walker, /^Your certificate: /)
  expect(mail.text).toContain(code)
  const student = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  browserErrors.watch(student)
  await passAgeGate(student, baseURL ?? '')
  const hers = await student.newPage()
  await hers.goto(linkIn(mail.text, /http\S+\/seat\/open\?key=[\w-]+/))
  const download = hers.waitForEvent('download')
  await hers.getByRole('link', { name: /PDF/ }).click()
  const pdf = await readFile(await (await download).path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await page.goto('/training/certificates')
  await page.getByRole('textbox').first().fill(code.toLowerCase())
  await page.getByRole('button', { name: /check/i }).click()
  await expect(page.getByText('Wanda Walker')).toBeVisible()
  await expect(page.getByText(`Range instructor, no. ${slug}`)).toBeVisible()

  // Taken back, it is no longer good: also the page says so.
  await desk.setViewportSize({ width: 1440, height: 900 })
  await roster.getByRole('button', { name: 'Undo live fire: Wanda Walker' }).click()
  await expect(certificate).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Wanda Walker')).toHaveCount(0)
  await student.close()
  await context.close()
})
