import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import { listTariff } from '#app/features/delivery/store.server.ts'
import { recordReview } from '#app/features/compliance/store/state-rules.server.ts'
import { textVersions } from '#app/features/texts/tables.ts'
import { stateRules } from '#app/features/compliance/tables.ts'
import { programText } from '#app/features/texts/shown.server.ts'
import { loadReference } from '#db/sample/load.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { eq } from 'drizzle-orm'
import { listProgress } from '../store.server.ts'
import { setupPath, setupSteps } from '../rules.ts'

async function givenOwner(ctx: TestContext) {
  await loadReference(ctx.db)
  const { ask } = await givenSite(ctx)
  const { cookie: Cookie } = await givenStaff(ctx, 'owner')
  const page = async (step = '') =>
    (await ask(`${setupPath}${step && `/${step}`}`, { headers: { Cookie } })).text()
  const hidden = async (step: string) =>
    Object.fromEntries(
      Array.from(
        (await page(step)).matchAll(/<input type="hidden"[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g),
        (found) => [found[1] ?? '', found[2] ?? ''],
      ),
    )
  const send = async (step: string, form: Record<string, string>) => {
    const answer = await ask(`${setupPath}/${step}`, { form, headers: { Cookie } })
    return { status: answer.status, location: answer.headers.get('Location'), text: await answer.text() }
  }
  return { page, hidden, send }
}

test('an exemption counts once it is confirmed, and no more when that is withdrawn', async ({ ctx }) => {
  const { send, page } = await givenOwner(ctx)
  const first = async () => (await listTariff(ctx.db)).exemptions.find(({ isConfirmed }) => !isConfirmed)
  const open = await first()
  if (!open) throw new Error('No exemption waits')
  const exemption = `${open.state} ${open.taxClass} ${open.effectiveFrom}`
  expect(await page('charges')).toContain('Not confirmed: it does not count.')
  expect(await send('charges', { exemption, ruling: 'confirm' })).toMatchObject({ status: 303 })
  expect((await first())?.id).not.toBe(open.id)
  expect((await listAuditEntries(ctx.db, 1))[0]).toMatchObject({
    verb: 'tax-exemption',
    data: { ruling: 'confirm' },
  })
  expect(await send('charges', { exemption, ruling: 'withdraw' })).toMatchObject({ status: 303 })
  expect((await first())?.id).toBe(open.id)
  expect(await send('charges', { exemption: 'FL firearm 1999-01-01', ruling: 'confirm' })).toMatchObject({
    status: 409,
  })
})

test('the rules and texts are confirmed in the versions that were read, and only what changes is asked again', async ({
  ctx,
}) => {
  const { page, hidden, send } = await givenOwner(ctx)
  expect(await page('texts')).toContain('Nobody has checked')
  const form = await hidden('texts')
  await ctx.db.update(stateRules).set({ version: 2 }).where(eq(stateRules.state, 'FL'))
  expect(await send('texts', form)).toMatchObject({
    status: 409,
    text: expect.stringContaining('Something changed'),
  })
  expect(await send('texts', await hidden('texts'))).toMatchObject({ status: 303 })
  expect(await page('texts')).toContain('all were read')
  const [progress] = await listProgress(ctx.db)
  expect(progress).toMatchObject({ step: 'texts', state: 'done', versions: { 'state FL': '2' } })
  expect((await listAuditEntries(ctx.db))[0]).toMatchObject({
    verb: 'setup-texts',
    data: { read: expect.arrayContaining(['state FL: 2']) },
  })
  await ctx.db.update(stateRules).set({ version: 3 }).where(eq(stateRules.state, 'GA'))
  expect(await page('texts')).toContain('New or changed since they were read: state GA.')
  expect(await page()).toContain('Changed')
  const review = {
    rule: 'state GA',
    version: 3,
    reviewer: 'M. Owner',
    asOf: '2026-11-20',
    evidence: 'O.C.G.A.',
  }
  await transact(ctx, (work) => recordReview(work, review))
  await ctx.db.insert(textVersions).values({
    key: 'faq',
    version: '2026-12',
    position: 1,
    since: '2026-12-01',
    markdown: programText('faq'),
    publishedAt: ctx.now(),
    publishedBy: 'M. Owner',
  })
  expect(await page('texts')).toContain('all were read')
})

test('the sandbox and a mailbox are never called done, and set up is said of a shop that can sell', async ({
  ctx,
}) => {
  const { page, hidden, send } = await givenOwner(ctx)
  const facts = { legalName: 'Biscayne Arms Works LLC', licenseLine: 'Federal firearms license 07' }
  expect(await send('licensee', { ...facts, revision: '0' })).toMatchObject({ status: 303 })
  const key = await hidden('payments')
  expect(await send('payments', { ...key, paymentToken: 'sandbox_approve' })).toMatchObject({ status: 303 })
  expect(await page('payments')).toMatch(/Sandbox/)
  expect(await send('payments/confirm', {})).toMatchObject({ status: 404 })
  for (const step of setupSteps.filter((each) => each !== 'payments')) await send(`${step}/skip`, {})
  const overview = await page()
  expect(overview).toContain('Payments: sandbox')
  expect(overview).not.toContain('Every step was looked at')
})
