import { Hono } from 'hono'
import { mkdtempSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fingerprint } from '#app/kit/ids.ts'
import { minute } from '#app/kit/clock.ts'
import { listVersions, serveFiles, storeAssets } from './static-files.ts'

function givenShop(dataDir = mkdtempSync(join(tmpdir(), 'paco-versions-'))) {
  const client = mkdtempSync(join(tmpdir(), 'paco-client-'))
  const assets = join(client, 'assets')
  let minutes = 0
  return {
    dataDir,
    assets,
    start(...files: string[]) {
      rmSync(assets, { recursive: true, force: true })
      mkdirSync(assets)
      for (const file of files) writeFileSync(join(assets, file), `// ${file}`)
      storeAssets(dataDir, new Date(2026, 0, 1, 0, minutes++), assets)
      const app = new Hono()
      app.use((c, next) => {
        c.res.headers.set('X-Frame-Options', 'DENY') // as in the shop, headers are set before
        return next()
      })
      serveFiles(app as never, dataDir, client)
      return async (file: string) => app.request(`/assets/${file}`)
    },
  }
}

test('an open page gets the files of its version after an update', async () => {
  const shop = givenShop()
  shop.start('page-a1.js', 'shared.js')
  const ask = shop.start('page-b2.js', 'shared.js')
  for (const file of ['page-a1.js', 'page-b2.js', 'shared.js']) {
    const answer = await ask(file)
    expect(await answer.text()).toBe(`// ${file}`)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  }
  expect((await ask('page-c3.js')).status).toBe(404)
})

test('while several shops are updated, those still running serve the files of the version that comes', async () => {
  const earlier = givenShop()
  const ask = earlier.start('page-a1.js')
  const later = givenShop(earlier.dataDir)
  later.start('page-b2.js')
  expect(await (await ask('page-b2.js')).text()).toBe('// page-b2.js')
  expect((await ask('page-c3.js')).status).toBe(404)
})

test('the last six versions started are there, whatever their order', () => {
  const shop = givenShop()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) shop.start(`${name}.js`)
  shop.start('a.js') // back to the first one
  shop.start('g.js')
  const files = listVersions(shop.dataDir).map((version) => readdirSync(join(version, 'assets'))[0])
  expect(files).toEqual(['g.js', 'a.js', 'f.js', 'e.js', 'd.js', 'c.js'])
})

test('what a killed start left is deleted after an hour, not what another process is writing', () => {
  const shop = givenShop()
  shop.start('a.js')
  const versions = join(shop.dataDir, 'versions')
  const now = Date.UTC(2026, 0, 2)
  for (const [name, minutes] of [
    ['killed', 60],
    ['starting', 59],
  ] as const) {
    const copy = join(versions, `${name}.1.unfinished`)
    mkdirSync(join(copy, 'assets'), { recursive: true })
    utimesSync(copy, new Date(now), new Date(now - minutes * minute))
  }
  storeAssets(shop.dataDir, new Date(now), shop.assets)
  expect(readdirSync(versions).filter((name) => name.endsWith('.unfinished'))).toEqual([
    'starting.1.unfinished',
  ])
})

test('a version that cannot be stored leaves nothing half', () => {
  const shop = givenShop()
  shop.start('a.js')
  expect(() => storeAssets(shop.dataDir, new Date(), join(shop.dataDir, 'no-build'))).toThrow('ENOENT')
  writeFileSync(join(shop.dataDir, 'versions', 'x.1.unfinished'), '') // of a process that was killed
  expect(listVersions(shop.dataDir)).toHaveLength(1)
})

test('a copy that fails on its way is removed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'paco-versions-'))
  const built = mkdtempSync(join(tmpdir(), 'paco-built-'))
  writeFileSync(join(built, 'a.js'), '')
  expect(listVersions(dataDir), 'before the first start').toEqual([])
  const copy = join(dataDir, 'versions', `${fingerprint('a.js')}.${process.pid}.unfinished`)
  mkdirSync(copy, { recursive: true })
  writeFileSync(join(copy, 'assets'), 'a file in the way')
  expect(() => storeAssets(dataDir, new Date(), built)).toThrow('non-directory')
  expect(readdirSync(join(dataDir, 'versions'))).toEqual([])
})
