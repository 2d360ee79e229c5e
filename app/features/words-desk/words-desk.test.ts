import { expect } from 'vitest'
import { referenceClaims } from '#db/sample/data/claims.ts'
import { addMissingClaims } from '#app/features/claims/store.server.ts'
import { listAuditEntries } from '#app/access/audit.server.ts'
import {
  countAccepted,
  findAcceptedVersions,
  listAcceptors,
} from '#app/features/orders/store/accepted-versions.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { acceptedVersions } from '#app/features/orders/rules/policy-versions.ts'
import { faqDocument, toGroups } from '#app/features/pages/rules/faq.ts'
import { credentials, topics } from '#app/features/pages/data/learn.ts'
import { processSteps, suppressorReady } from '#app/features/pages/data/process.ts'
import { services } from '#app/features/pages/data/services.ts'
import {
  pageDocuments,
  type PageTextKey,
  toGuide,
  toLearn,
  toServices,
} from '#app/features/pages/rules/page-texts.ts'
import { policyDocuments, toDocument, toPolicy } from '#app/features/policies/rules/documents.ts'
import { formatBody, parseBody, textKeys, type TextSection } from '#app/features/texts/rules.ts'
import { findDraft } from '#app/features/texts/store.server.ts'
import { listSearchEntries } from '#app/search-entries.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaid } from '#test/world.ts'
import { givenStaff } from '#test/staff.ts'
import { givenSite } from '#test/site.ts'
import { findInForce, publishText, restoreVersion, writeDraft } from './flows.server.ts'
import { textInput } from './input.ts'
import { lacksOf, programText, publicPathOf, tokensOf } from './rules.ts'

const wordsIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
})

test('every text that ships with the program can be written, read again and published unchanged', () => {
  for (const key of textKeys) {
    const { figures, sections } = programText(key)
    expect(parseBody(formatBody({ figures, sections })), key).toEqual({
      ok: true,
      body: { figures, sections },
    })
    expect(lacksOf(key, { figures, sections }), key).toEqual([])
  }
  expect(toDocument(toPolicy('terms', policyDocuments.terms))).toEqual(policyDocuments.terms)
  expect(toGroups(faqDocument).map(({ questions }) => questions.length)).toEqual([4, 4, 4])
})

const claimKeys = referenceClaims.map(({ key }) => key)

test('the tokens of every text that ships with the program are known', () => {
  for (const key of textKeys) {
    const { title, lead, description } = programText(key)
    const body = formatBody(programText(key))
    const parsed = textInput(tokensOf(key, claimKeys)).safeParse({
      revision: '0',
      title,
      lead,
      description,
      body,
    })
    expect([key, parsed.error?.issues]).toEqual([key, undefined])
  }
})

test.for([
  ['faq', '{tax.sbr:nonsense}'],
  ['faq', '{deposit}'],
  ['terms', '{tax.sbr}'],
  ['terms', '{ deposit }'],
  ['privacy', '{}'],
  ['home', '{tax.sbr}'],
] as const)('on %s the token %s is refused, in its line and in the title', ([key, token]) => {
  const written = {
    revision: '0',
    title: 'T',
    lead: 'L',
    description: 'D',
    body: `## Part {#part}\n\nA ${token}.`,
  }
  const input = textInput(tokensOf(key, ['tax.sbr']))
  expect(input.safeParse(written).error?.issues).toMatchObject([
    { path: ['body'], message: expect.stringContaining(`Line 3: ${token} is not known here.`) },
  ])
  expect(input.safeParse({ ...written, body: '## Part', title: token }).success).toBe(false)
})

test('an unknown token is refused beside the field with the list of known ones, and no draft with one is published', async ({
  ctx,
  db,
}) => {
  const [claim] = referenceClaims
  if (!claim) throw new Error('no claim')
  await addMissingClaims(db, [claim])
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  const headers = { Cookie: cookie }
  const { title, lead, description } = faqDocument
  const head = { revision: '0', title, lead, description }
  const body = '# Group {#group}\n\n## Part {#part}\n\nIt costs {nonsense:token}.'
  const refused = await ask('/staff/words/faq', { headers, form: { ...head, body } })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(`Line 5: {nonsense:token} is not known here. Known: {${claim.key}}.`)
  expect(await findDraft(db, 'faq')).toBeUndefined()
  const page = await (await ask('/staff/words/faq', { headers })).text()
  expect(page).toContain(`Known: {${claim.key}}.`)

  const parsed = parseBody(body)
  if (!parsed.ok) throw new Error('not read')
  await writeDraft(wordsIn(ctx), 'faq', { ...faqDocument, ...parsed.body }, 0)
  const sheet = await (await ask('/staff/words/faq', { headers })).text()
  expect(sheet).toContain('Line 5: {nonsense:token} is not known here.')
  await ask('/staff/words/faq/publication', { headers, form: { revision: '1' } })
  expect((await findInForce(db, 'faq')).content).toEqual(faqDocument)
})

test('the words of an information page make the page that came with the program', () => {
  expect(toServices(pageDocuments.services)).toEqual(services)
  const { topics: written, credentials: proven } = toLearn(pageDocuments.learn)
  expect([written, proven]).toEqual([topics, credentials])
  const guide = toGuide(pageDocuments['process-guide'])
  expect(guide.steps).toEqual(processSteps)
  expect(guide.bonus).toEqual({
    title: suppressorReady.title,
    text: suppressorReady.text,
    points: suppressorReady.points,
  })
})

test('an information page without what its drawings and calls belong to is not published', () => {
  const lacks = (key: PageTextKey, change: (parts: TextSection[]) => TextSection[]) =>
    lacksOf(key, { figures: [], sections: change(structuredClone(pageDocuments[key].sections)) })
  expect(lacks('services', (parts) => parts.map((part) => ({ ...part, links: [] })))).toHaveLength(7)
  expect(lacks('services', (parts) => parts.map((part) => ({ ...part, level: 1 })))).toHaveLength(1)
  expect(lacks('learn', (parts) => parts.slice(1))).toHaveLength(1)
  expect(lacks('process-guide', (parts) => parts.toReversed())).toHaveLength(1)
  expect(lacks('home', (parts) => parts.slice(1))).toHaveLength(1)
  expect(lacks('home', (parts) => parts.map((part) => ({ ...part, points: [] })))).toHaveLength(1)
  expect(lacks('about', (parts) => parts.toReversed())).toHaveLength(1)
  expect(lacks('process-guide', (parts) => parts.map((part) => ({ ...part, table: null })))).toHaveLength(5)
})

test('a page says what was published and never its draft, and the printed guide follows', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const guide = async () => (await ask('/process-guide.pdf')).headers.get('ETag')
  const before = await guide()
  for (const key of ['services', 'learn', 'process-guide', 'home', 'about'] as const) {
    const path = publicPathOf(key)
    const lead = `Written anew for ${key} in the console.`
    await writeDraft(wordsIn(ctx), key, { ...programText(key), lead }, 0)
    expect(await (await ask(path)).text(), key).not.toContain(lead)
    expect(await publishText(wordsIn(ctx), key, 1)).toMatchObject({ ok: true })
    ctx.setNow(new Date(ctx.now().getTime() + 5_000))
    expect(await (await ask(path)).text(), key).toContain(lead)
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
  // The home page is no page of words that anybody searches.
  for (const key of textKeys.filter((each) => each !== 'home'))
    expect(before.some(({ path }) => path.startsWith(`/${key}#`))).toBe(true)
  for (const key of ['faq', 'terms', 'services'] as const) {
    const content = structuredClone(programText(key))
    const part = content.sections.find(({ level }) => level === 2)
    if (!part) throw new Error(`${key} has no part`)
    Object.assign(part, { title: `Anew in ${key}`, paragraphs: ['Sandalwood.'] })
    await writeDraft(wordsIn(ctx), key, content, 0)
    expect(await publishText(wordsIn(ctx), key, 1)).toMatchObject({ ok: true })
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

test('a policy without its four figures, or with a group, is not published', () => {
  const { figures, sections } = programText('terms')
  expect(lacksOf('terms', { figures: figures.slice(1), sections })).toHaveLength(1)
  expect(
    lacksOf('terms', { figures, sections: sections.map((part) => ({ ...part, level: 1 as const })) }),
  ).toHaveLength(1)
  expect(lacksOf('faq', { figures: [], sections: sections.slice(0, 1) })).toHaveLength(1)
})

test('a new version is on its page and accepted by new orders; earlier ones keep theirs', async ({
  ctx,
  db,
}) => {
  const { orderId } = await givenPaid(ctx)
  const before = await findAcceptedVersions(db, ctx.now())
  expect(before).toEqual(acceptedVersions)
  const content = { ...programText('terms'), lead: 'Written in the console <b>today</b>.' }
  await writeDraft(wordsIn(ctx), 'terms', content, 0)
  const { ask } = await givenSite(ctx)
  expect(await (await ask('/terms')).text()).not.toContain('Written in the console')
  const published = await publishText(wordsIn(ctx), 'terms', 1)
  expect(published).toEqual({ ok: true, version: '2026-11.4' })
  expect(await findAcceptedVersions(db, ctx.now())).toEqual({
    ...acceptedVersions,
    termsVersion: '2026-11.4',
  })
  const stored = await countAccepted(db, 'terms')
  expect(stored.get('2026-11.4')).toBeUndefined()
  expect((await listAcceptors(db, 'terms', acceptedVersions.termsVersion, 10)).map(({ id }) => id)).toEqual([
    orderId,
  ])
  const { ask: askAgain } = await givenSite(ctx)
  const page = await (await askAgain('/terms')).text()
  expect(page).toContain('Written in the console &lt;b&gt;today&lt;/b&gt;.')
  expect(page).toContain('2026-11.4')
  expect((await listAuditEntries(db))[0]).toMatchObject({
    verb: 'text-publish',
    data: { before: '2026-11.3', after: '2026-11.4' },
  })
})

test('an older version is restored as a draft, and not over a draft of somebody else', async ({
  ctx,
  db,
}) => {
  await writeDraft(wordsIn(ctx), 'faq', { ...faqDocument, lead: 'New.' }, 0)
  await publishText(wordsIn(ctx), 'faq', 1)
  expect((await findInForce(db, 'faq')).content.lead).toBe('New.')
  expect(await restoreVersion(wordsIn(ctx), 'faq', '2026-11', 0)).toMatchObject({ ok: true })
  expect((await findDraft(db, 'faq'))?.content).toEqual(faqDocument)
  expect(await restoreVersion(wordsIn(ctx), 'faq', '2026-11', 0)).toMatchObject({ ok: false, why: 'changed' })
  expect(await restoreVersion(wordsIn(ctx), 'faq', '1999-01', 1)).toEqual({
    ok: false,
    why: 'no_such_version',
  })
})
