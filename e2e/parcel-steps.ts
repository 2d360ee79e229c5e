// Steps of journeys through parcels: fill a cart, fill in where it goes.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { ownAddress } from './reservation-steps.ts'

type Place = { city: string; state: string; zip: string }

/** Adds products to the cart by their cards and goes to the checkout, with or without script. */
export async function checkOut(page: Page, ...products: string[]) {
  for (const product of products) {
    await page.goto('/accessories')
    const card = page.getByRole('region', { name: 'All accessories' }).getByRole('article')
    await card.filter({ hasText: product }).getByRole('button', { name: 'Add to Cart' }).click()
    const drawer = page.getByRole('dialog', { name: 'Added to your cart' })
    await expect(drawer.or(page.getByRole('heading', { level: 1, name: 'Cart' }))).toBeVisible()
  }
  await page.goto('/cart')
  await page.getByRole('button', { name: /checkout/i }).click()
  await expect(page).toHaveURL(/\/checkout\/\w+\/details/)
}

/** Fills in where a parcel goes. Returns the buyer's email. */
export async function fillAddress(page: Page, { city, state, zip }: Place): Promise<string> {
  const email = ownAddress()
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Street and number').fill('1 Ocean Drive')
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State', { exact: true }).selectOption(state)
  await page.getByLabel('ZIP code').fill(zip)
  return email
}
