import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'

const paths = ['/api/drops', '/about', '/process-guide.pdf', '/nowhere', '/api/drops/nowhere']

function fieldsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => !['x-request-id', 'date', 'set-cookie'].includes(name)),
  )
}

test('a HEAD is answered with the fields of a GET, and without its body', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const { ask } = await givenSite(ctx)
  for (const path of paths)
    for (const accepted of ['identity', 'gzip, br']) {
      const headers = { 'Accept-Encoding': accepted }
      const get = await ask(path, { isVerified: true, headers })
      const head = await ask(path, { isVerified: true, headers, method: 'HEAD' })
      expect([head.status, await head.text()], path).toEqual([get.status, ''])
      expect(fieldsOf(head), path).toEqual(fieldsOf(get))
    }
})

test('a 304 varies as the 200 does, and no strong tag names two encodings', async ({ ctx }) => {
  await givenDrop(ctx.db)
  const { ask } = await givenSite(ctx)
  for (const path of ['/api/drops', '/about']) {
    for (const accepted of ['identity', 'gzip', 'br']) {
      const full = await ask(path, { isVerified: true, headers: { 'Accept-Encoding': accepted } })
      const tag = full.headers.get('ETag') ?? ''
      expect(tag, path).toMatch(/^W\/"/)
      const headers = { 'Accept-Encoding': accepted, 'If-None-Match': `"other", ${tag}` }
      const same = await ask(path, { isVerified: true, headers })
      expect(same.status, `${path} ${accepted}`).toBe(304)
      for (const name of ['ETag', 'Vary', 'Cache-Control'])
        expect(same.headers.get(name), `${path} ${name}`).toBe(full.headers.get(name))
    }
  }
})
