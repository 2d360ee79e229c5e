import { expect, test } from './fixtures.ts'

test('@once a page asks for no script of its own until it stands, and then script takes over', async ({
  verified: page,
}) => {
  const answer = await page.goto('/about')
  const html = (await answer?.text()) ?? ''
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]+(src=|type="module")/)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
})
