// What every form has to handle: empty, invalid, too long and unusual input, a double press, a network failure, no
// script.
import type { Locator, Page } from '@playwright/test'
import { brokenLine, expect, test } from './fixtures.ts'
import { type FormUnderTest, forms, newAddress } from './forms-table.ts'
import { noSidewaysScroll } from './page-checks.ts'

test.describe.configure({ timeout: 120_000 })

const strange = "<script>alert(1)</script> “Zoë” & Søn 🦊 '; drop table drops; --"

/** Waits for hydration and returns the form. */
async function opened(page: Page, under: FormUnderTest): Promise<Locator> {
  await under.open(page)
  const form = under.form(page)
  await expect(form).toBeVisible()
  // With script a form validates itself; without, the server does.
  await expect(page.locator('form[novalidate]').first()).toBeAttached()
  return form
}

async function fill(form: Locator, { fields, choose }: FormUnderTest, email: string, text = strange) {
  for (const { label } of fields) await form.getByLabel(label).fill(text)
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await choose?.(form)
}

async function keeps(form: Locator, { fields }: FormUnderTest, email: string, text = strange) {
  for (const { label } of fields) await expect(form.getByLabel(label)).toHaveValue(text)
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
}

/** The error comes first; the field's hint may follow. */
const starting = (words: string) => new RegExp(`^${words}`)
const press = (form: Locator, { send }: FormUnderTest) => form.getByRole('button', { name: send }).click()

for (const under of forms)
  test.describe(under.name, () => {
    test('shows missing and invalid fields, keeps unusual input unchanged, and is accepted', async ({
      verified: page,
      browserErrors,
    }) => {
      browserErrors.allow(/422/)
      page.on('dialog', (dialog) => {
        throw new Error(`The page opened a dialog: ${dialog.message()}`)
      })
      const form = await opened(page, under)
      await press(form, under)
      await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
        starting(under.missingEmail),
      )
      for (const { label, missing } of under.fields)
        if (missing) await expect(form.getByLabel(label)).toHaveAccessibleDescription(starting(missing))
      if (under.missingChoice)
        await expect(form.locator('.field-error').filter({ hasText: under.missingChoice })).toBeVisible()
      await expect(form.locator(':focus')).toHaveCount(1)
      await noSidewaysScroll(page)

      const email = newAddress()
      await fill(form, under, 'reader@example')
      await press(form, under)
      await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
        /Enter an address with a domain/,
      )
      await keeps(form, under, 'reader@example')
      await form.getByRole('textbox', { name: 'Email' }).fill(email)
      await press(form, under)
      await under.done(page)
      expect(await under.count(email)).toBe(1)
    })

    test('shows what is too long, keeps input over a network failure, and is accepted once when pressed twice', async ({
      verified: page,
      context,
      browserErrors,
    }) => {
      browserErrors.allow(/422/)
      browserErrors.allow(brokenLine)
      const form = await opened(page, under)
      const long = `${'a'.repeat(260)}@example.com`
      // A program can send what a browser does not allow.
      await form.evaluate((element) => {
        for (const field of element.querySelectorAll('[maxlength]')) field.removeAttribute('maxlength')
      })
      await fill(form, under, long, 'x')
      for (const { label, maxLength } of under.fields)
        await form.getByLabel(label).fill('x'.repeat(maxLength + 1))
      await press(form, under)
      await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
        /This address is too long/,
      )
      await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(long)
      for (const { label, maxLength, tooLong } of under.fields) {
        await expect(form.getByLabel(label)).toHaveAccessibleDescription(starting(tooLong))
        await expect(form.getByLabel(label)).toHaveValue('x'.repeat(maxLength + 1))
      }
      await noSidewaysScroll(page)

      const email = newAddress()
      await fill(form, under, email, 'Jordan Reader')
      await context.setOffline(true)
      await press(form, under)
      await expect(page.getByText(under.cutOff).first()).toBeVisible()
      await keeps(form, under, email, 'Jordan Reader')
      await context.setOffline(false)
      await form.getByRole('button', { name: under.send }).dblclick()
      await under.done(page)
      expect(await under.count(email)).toBe(1)
    })

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false })

      test('shows errors, keeps the input, and is accepted', async ({ verified: page, browserErrors }) => {
        browserErrors.allow(/422|409/)
        await under.open(page)
        const form = (under.plainForm ?? under.form)(page)
        const email = newAddress()
        await fill(form, under, 'reader@example')
        await press(form, under)
        await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
          /Enter an address with a domain/,
        )
        await keeps(form, under, 'reader@example')
        await form.getByRole('textbox', { name: 'Email' }).fill(email)
        // A form submitted without script faster than anyone types has to wait.
        await expect(async () => {
          if ((await under.count(email)) === 0)
            await form.getByRole('button', { name: under.send }).click({ timeout: 2_000 })
          expect(await under.count(email)).toBe(1)
        }).toPass({ timeout: 20_000 })
        await under.done(page)
      })
    })
  })
