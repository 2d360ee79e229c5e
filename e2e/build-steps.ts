// What journeys do with a build that somebody sends.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { ownAddress } from './reservation-steps.ts'

/** Submits a build from Florida, whose page is then open. Returns its id. */
export async function submitBuild(page: Page): Promise<string> {
  await page.goto(
    '/build/submit?platform=ar15&lower=forged-lower&upper=upper-556&barrel=barrel-10-3&stock=sopmod-stock&handguard=quad-rail',
  )
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(ownAddress())
  await page.getByLabel('State you live in').selectOption('FL')
  await page.getByRole('form', { name: 'Lock & Submit Build' }).getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1, name: 'We’ve got your build' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
