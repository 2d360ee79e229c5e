// Steps of journeys through classes: schedule one, and book a seat.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { sqlOnShop } from './shop.ts'

/** A class that only this journey knows, so many days from now. Returns its id. */
export async function ownClass(
  seats: number,
  { course = 'basic-pistol', days = 20 }: { course?: string; days?: number } = {},
): Promise<string> {
  const [made] = await sqlOnShop<{ id: string }>(
    `with made as (
       insert into course_sessions (course_id, starts_at, ends_at, cut_off_at, capacity)
       select id, at, at + interval '8 hours', at - interval '1 day', $1
       from courses, (select now() + make_interval(days => $2::int)) moment (at) where slug = $3 returning id
     ), seats as (
       insert into session_seats (session_id, number) select id, number from made, generate_series(1, $1::int) number
     ) select id from made`,
    [seats, days, course],
  )
  if (!made) throw new Error(`There is no course ${course}`)
  return made.id
}

/** Books a seat of a class, from its date to the order. */
export async function book(page: Page, session: string, email: string) {
  await page.goto(`/course-registration/scheduling?session=${session}`)
  await page.getByRole('button', { name: 'Continue with Selected Date' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await page.getByLabel('Full name').fill('Robin Student')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
  await page.getByRole('radio', { name: /^Test card: approved(?!,)/ }).check()
  await page.getByRole('button', { name: /^Pay (the )?\$75/ }).click()
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
}
