import { expect, test, vi } from 'vitest'
import { STARTING_BUILDS } from './blueprint/build.ts'
import { drawLit, rasterize } from './raster.server.ts'
import { type LitPicture, litPicture } from './relief/receiver.server.ts'

const dot = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'

const number: LitPicture = {
  subject: {
    art: { slug: 'test', theme: 'noir', dropNumber: 4, total: 50 },
    engraved: { dropName: 'Test', total: 50 },
    build: STARTING_BUILDS.ar15,
    finish: '',
  },
  part: { number: 4 },
}

test('requests are answered while it draws, and it draws the same as in this process', {
  timeout: 60_000,
}, async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const drawn = await drawLit(number)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(50)
  expect(drawn.equals(await litPicture(number))).toBe(true)
})

test('a picture that fails does not keep the next one from being drawn', { timeout: 60_000 }, async () => {
  const broken = { ...number, subject: {} } as LitPicture
  const [failed, next] = [drawLit(broken), drawLit(number)]
  await expect(failed).rejects.toThrow(TypeError)
  expect((await next).byteLength).toBeGreaterThan(1_000)
})

test('a picture that comes while the idle process ends is drawn by the next one', {
  timeout: 60_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await rasterize(dot, { width: 8, format: 'png' })
    vi.advanceTimersByTime(60_000)
    expect((await rasterize(dot, { width: 8, format: 'png' })).byteLength).toBeGreaterThan(0)
  } finally {
    vi.useRealTimers()
  }
})
