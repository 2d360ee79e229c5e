import { PDFDocument } from '@cantoo/pdf-lib'
import { expect } from 'vitest'
import { type TestContext, test } from '#test/db.ts'
import { textOf } from '#test/pdf.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { chosen, givenSubmittedBuild } from '#test/world.ts'
import type { Selection } from './rules.ts'
import { buildSlot, findSubmission } from './store/submissions.server.ts'
import { invalidateCatalog } from './store.server.ts'

test.beforeEach(({ db }) => invalidateCatalog(db))

const prepared = { ...chosen, isSuppressorOptimized: true, finish: 'cool-gray' } satisfies Selection

async function seen(ctx: TestContext, selection: Selection) {
  const { submissionId } = await givenSubmittedBuild(ctx, { selection })
  const { ask } = await givenSite(ctx)
  const staff = await givenStaff(ctx, 'owner', { email: `${submissionId.toLowerCase()}@example.com` })
  const code = (await findSubmission(ctx.db, submissionId))?.buildCode ?? ''
  const page = async (path: string, headers = {}) => (await ask(path, { headers })).text()
  const sheet = await (await ask(`/builds/${code}/sheet.pdf`)).arrayBuffer()
  const line = { orderId: '', position: 1, plate: null, variant: null, stage: null, quantity: 1 }
  const offered = await buildSlot.offered(
    ctx.db,
    { ...line, unitCents: 10_000, refundedCents: 0 },
    { submission: submissionId },
  )
  return {
    submitted: await page(`/build/submitted/${submissionId}`),
    saved: await page(`/builds/${code}`),
    compared: await page(`/builds/compare?builds=${code}`),
    console: await page(`/staff/inbox/builds/${submissionId}`, { Cookie: staff.cookie }),
    sheet: textOf(await PDFDocument.load(sheet)),
    slot: offered?.includes ?? '',
  }
}

test('what is chosen for a build beside its parts is on every page, in the sheet and in its order', async ({
  ctx,
}) => {
  for (const [where, text] of Object.entries(await seen(ctx, prepared))) {
    expect(text, where).toMatch(/suppressor-optimized/i)
    if (where !== 'slot') expect(text, where).toMatch(/cool gray/i)
  }
})

test('where a build is submitted it is said that the total leaves out the finish', async ({ ctx }) => {
  const sentence = 'The total leaves out the finish, Cool gray'
  const { saved } = await seen(ctx, prepared)
  expect(saved).toContain(sentence)
  expect((await seen(ctx, chosen)).saved).not.toContain('The total leaves out')
})
