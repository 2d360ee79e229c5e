import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff, runForm } from '#test/staff.ts'
import { readCsv } from './import.server.ts'
import { forms } from './item-forms.server.ts'

const light = {
  id: 'weapon-light',
  name: '=HYPERLINK("https://x"), “Señal”',
  description: '1,000 lumen "turbo"\nEnglish, español, 日本語',
  category: 'gear',
  image: 'light',
  caAb1263: 'covered',
  position: '1',
}

async function givenLight(ctx: TestContext) {
  const desk = { ctx, by: 'R. Desk', actor: 'R. Desk <desk@example.com>', timeZone: 'America/New_York' }
  const gear = { slug: 'gear', name: '@Gear', taxClass: 'goods', position: '1' }
  for (const [kind, typed] of [
    ['categories', gear],
    ['accessories', light],
  ] as const) {
    const input = { key: secretToken(), ...typed, price: '35', onShelf: '12' }
    const made = await runForm(forms.make, desk, { params: { kind }, input })
    if (!made.ok) throw new Error(made.why)
  }
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  const file = (kind: string) => ask(`/staff/catalog/${kind}/export.csv`, { headers: { Cookie: cookie } })
  return { file }
}

test('a file is downloaded under its kind and day, and stored by nobody', async ({ ctx }) => {
  const { file } = await givenLight(ctx)
  const { status, headers } = await file('accessories')
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="accessories-2026-11-20.csv"')
  expect(headers.get('Cache-Control')).toContain('no-store')
  const [entry] = await listAuditEntries(ctx.db)
  expect(entry).toMatchObject({ verb: 'catalog-export', subject: 'accessories' })
  expect((await file('nothing')).status).toBe(404)
  const begins = new Uint8Array(await (await file('accessories')).arrayBuffer()).slice(0, 3)
  expect([...begins]).toEqual([0xef, 0xbb, 0xbf])
})

test('what was typed comes back from the file, and a spreadsheet runs none of it', async ({ ctx }) => {
  const { file } = await givenLight(ctx)
  const content = await (await file('accessories')).text()
  expect(content).toMatch(/^"id",/)
  expect(content).toContain(`"'=HYPERLINK(""https://x""), “Señal”"`)
  const { rows, faults } = readCsv('accessories', content)
  expect(faults).toEqual([])
  expect(rows.map(({ cells }) => cells)).toMatchObject([{ ...light, price: '35.00' }])
  expect(await (await file('categories')).text()).toContain(`"'@Gear"`)
})
