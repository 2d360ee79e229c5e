// @vitest-environment happy-dom
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import { type Catalog, emptySelection, finishes, type FinishColors } from '#app/features/builds/rules.ts'
import Builder, { type BuilderSheet } from './builder.island.tsx'

const catalog = {
  platforms: samplePlatforms.map((platform) => ({ ...platform, isAvailable: true })),
  parts: sampleParts.filter(({ platformId }) => platformId === null || platformId === 'ar15'),
} as unknown as Catalog

const props: BuilderSheet = {
  selection: { ...emptySelection('ar15'), parts: { lower: 'billet-lower' } },
  catalog,
  platform: catalog.platforms.find(({ id }) => id === 'ar15') as Catalog['platforms'][number],
  missing: 0,
  photos: {},
  drawings: {},
  finishColors: Object.fromEntries(finishes.map(({ id }) => [id, '#111'])) as FinishColors,
  suppressorNotice: '',
}

/** The page of a billet lower, whose script comes while this address is open. */
async function begun(address = '/build?platform=ar15&lower=billet-lower') {
  history.replaceState(null, '', address)
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  place.innerHTML = renderToString(<Builder {...props} />, { identifierPrefix: 'builder' })
  const mismatches: unknown[] = []
  hydrateRoot(place, <Builder {...props} />, {
    identifierPrefix: 'builder',
    onRecoverableError: (error) => mismatches.push(error),
  })
  await vi.waitFor(() => expect(place.querySelector('[data-alive]')).not.toBeNull())
  expect(mismatches).toEqual([])
  const field = (value: string) => [
    ...place.querySelectorAll<HTMLInputElement>(`fieldset input[value="${value}"]`),
  ]
  return {
    field,
    total: () => place.querySelector('output')?.textContent,
    steps: () => place.querySelector('nav[aria-label="Build steps"]')?.textContent ?? '',
    checked: (value: string) => field(value).map((input) => input.checked),
  }
}

test('a choice is priced at once and has an address, and Back takes it back', async () => {
  const { field, checked, total, steps } = await begun()
  expect(total()).toBe('$2,248')
  field('barrel-14-5')[0]?.click()
  await expect.poll(total).toBe('$2,527')
  expect(location.search).toBe('?platform=ar15&lower=billet-lower&barrel=barrel-14-5')
  expect(steps()).toContain('14.5 in barrel')

  history.replaceState(null, '', '/build?platform=ar15&lower=billet-lower')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expect.poll(total).toBe('$2,248')
  expect(checked('barrel-14-5')).toEqual([false])
})

test('an accessory is added again and taken out, one at a time', async () => {
  const { field, checked, steps } = await begun()
  field('weapon-light')[0]?.click()
  await expect.poll(() => checked('weapon-light')).toEqual([true, false])
  field('weapon-light')[1]?.click()
  await expect.poll(steps).toContain('Weapon light × 2')
  field('weapon-light')[0]?.click()
  await expect.poll(() => checked('weapon-light')).toEqual([true, false])
  expect(steps()).not.toContain('× 2')
  field('weapon-light')[0]?.click()
  await expect.poll(() => checked('weapon-light')).toEqual([false])
})

test('a step back that was taken before script was there is shown once it is', async () => {
  const { total, checked } = await begun('/build?platform=ar15')
  await expect.poll(total).toBe('$1,899')
  expect(checked('billet-lower')).toEqual([false])
})
