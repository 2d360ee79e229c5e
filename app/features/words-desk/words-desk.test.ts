import { expect } from 'vitest'
import { referenceClaims } from '#db/sample/data/reference.ts'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { addMissingClaims } from '#app/features/claims/store.server.ts'
import { acceptedVersions } from '#app/features/orders/refunds.ts'
import { countAccepted, findAcceptedVersions } from '#app/features/orders/store/buyer.server.ts'
import { type TextKey, textKeys } from '#app/features/texts/rules.ts'
import { findInForce, programText, programVersions } from '#app/features/texts/shown.server.ts'
import { listSearchEntries } from '#app/search-entries.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { givenPaid } from '#test/world.ts'

async function givenDesk(ctx: TestContext) {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const headers = { Cookie: cookie }
  const read = async (path: string) => (await ask(path, { headers })).text()
  const publish = async (key: TextKey, markdown: string, seen?: string) => {
    const form = { markdown, seen: seen ?? (await findInForce(ctx.db, key)).version }
    const answer = await ask(`/staff/words/${key}`, { headers, form })
    ctx.setNow(new Date(ctx.now().getTime() + 5_000)) // pages and versions are cached for less
    return { status: answer.status, text: await answer.text() }
  }
  return { ask, headers, read, publish }
}

test('an unknown token is refused beside the field with the list of known ones, and nothing typed is lost', async ({
  ctx,
  db,
}) => {
  const [claim] = referenceClaims
  if (!claim) throw new Error('no claim')
  await addMissingClaims(db, [claim])
  const { read, publish } = await givenDesk(ctx)
  const markdown = `---\ndescription: D\n---\n\n# FAQ\n\nLead.\n\n## Group\n\n### Part\n\nIt costs {nonsense:token}.`
  const refused = await publish('faq', markdown)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain(`Line 13: {nonsense:token} is not known here. Known: {${claim.key}}.`)
  expect(refused.text).toContain('It costs {nonsense:token}.')
  expect((await findInForce(db, 'faq')).markdown).toBe(programText('faq'))
  expect(await read('/staff/words/faq')).toContain(`Known: {${claim.key}}.`)
})

test('a page says what was published and never what is only previewed, and the printed guide follows', async ({
  ctx,
}) => {
  const { ask, headers, publish } = await givenDesk(ctx)
  await addMissingClaims(ctx.db, referenceClaims)
  const guide = async () => (await ask('/process-guide.pdf')).headers.get('ETag')
  const before = await guide()
  for (const key of textKeys) {
    const lead = `Written anew for ${key} in the console.`
    const markdown = programText(key).replace(/^(# .*\n\n).*/m, `$1${lead}`)
    const preview = await ask(`/staff/words/${key}/preview`, { headers, form: { markdown } })
    expect([preview.status, await preview.text()], key).toEqual([200, expect.stringContaining(lead)])
    expect(await (await ask(`/${key}`)).text(), key).not.toContain(lead)
    expect(await publish(key, markdown), key).toMatchObject({ status: 303 })
    expect(await (await ask(`/${key}`)).text(), key).toContain(lead)
  }
  expect(await guide()).not.toEqual(before)
})

test('the search of the site finds what was published, and no longer what it replaced', async ({
  ctx,
  db,
}) => {
  const found = async () =>
    (await listSearchEntries(db, ctx.now(), nothingClosed)).filter(({ path }) =>
      textKeys.some((key) => path.startsWith(`/${key}#`)),
    )
  const before = await found()
  for (const key of textKeys) expect(before.some(({ path }) => path.startsWith(`/${key}#`))).toBe(true)
  await addMissingClaims(db, referenceClaims)
  const { publish } = await givenDesk(ctx)
  for (const key of ['faq', 'terms', 'services'] as const) {
    const heading = key === 'faq' ? /^### .*\n\n.*/m : /^## .*\n\n.*/m
    await publish(
      key,
      programText(key).replace(heading, (part) =>
        part.replace(/ .*\n\n.*/, ` Anew in ${key}\n\nSandalwood.`),
      ),
    )
  }
  ctx.setNow(new Date(ctx.now().getTime() + 60_000))
  const after = await found()
  expect(after).toHaveLength(before.length)
  expect(after.filter(({ text }) => text.includes('Sandalwood')).map(({ title }) => title)).toEqual([
    'Anew in faq',
    'Anew in services',
    'Anew in terms',
  ])
})

test('a new version is on its page and accepted by new orders; earlier ones keep theirs', async ({
  ctx,
  db,
}) => {
  await givenPaid(ctx)
  expect(await findAcceptedVersions(db, ctx.now())).toEqual(acceptedVersions)
  const { ask, publish } = await givenDesk(ctx)
  await publish('terms', programText('terms').replace(/^(# .*\n\n).*/m, '$1Written <b>today</b>.'))
  const { version } = await findInForce(db, 'terms')
  expect(programVersions('terms').map((each) => each.version)).not.toContain(version)
  expect(await findAcceptedVersions(db, ctx.now())).toEqual({ ...acceptedVersions, termsVersion: version })
  expect((await countAccepted(db, 'terms')).get(version)).toBeUndefined()
  expect((await countAccepted(db, 'terms')).get(acceptedVersions.termsVersion)).toBe(1)
  const page = await (await ask('/terms')).text()
  expect(page).toContain('Written &lt;b&gt;today&lt;/b&gt;.')
  expect(page).toContain(version)
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'text-publish',
    data: { before: acceptedVersions.termsVersion, after: version },
  })
})

test('an older version is restored from its words, and a version of somebody else is not overwritten unseen', async ({
  ctx,
  db,
}) => {
  await addMissingClaims(db, referenceClaims)
  const { read, publish } = await givenDesk(ctx)
  const first = programVersions('faq')[0]?.version ?? ''
  const anew = programText('faq').replace('Twelve questions', 'All questions')
  expect(await publish('faq', anew)).toMatchObject({ status: 303 })
  const late = await publish('faq', programText('faq').replace('Twelve questions', 'My questions'), first)
  expect(late.status).toBe(409)
  for (const words of ['Somebody changed this since you opened it.', 'My questions', 'All questions'])
    expect(late.text).toContain(words)
  expect((await findInForce(db, 'faq')).markdown).toBe(anew)

  const sheet = await read(`/staff/words/faq?from=${first}`)
  expect(sheet).toContain(`These are the words of version ${first}.`)
  expect(sheet).toContain('Twelve questions')
  expect(await publish('faq', programText('faq'))).toMatchObject({ status: 303 })
  expect((await findInForce(db, 'faq')).markdown).toBe(programText('faq'))
})
