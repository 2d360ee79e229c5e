import { expect, test } from 'vitest'
import { registeredOnce, sheetText } from './page-sheets.ts'

const named = (sheet: string) =>
  [...sheetText(sheet).matchAll(/@(?:source|import) "\.\/(.+)"/g)].map(([, file]) => file)

test('a sheet has the parts of its pages, of the frame and of the dialogs that open over them, and no console', () => {
  const files = named('pages')
  for (const file of [
    'features/pages/faq.tsx',
    'ui/site-footer.tsx',
    'features/cart/page.tsx',
    'ui/dialog.tsx',
  ])
    expect(files).toContain(file)
  expect(files.filter((file) => file?.startsWith('features/console/') && file.endsWith('.css'))).toEqual([])
  expect(files).not.toContain('features/pages/home.tsx')
})

test('a page that is made of the files of a folder has the names of each', () => {
  expect(named('builds-main')).toContain('features/builds/landing-offers.tsx')
})

test('a page that has an island has the sheets and the names of that island', () => {
  expect(named('builds-main')).toContain('islands/builder.island.tsx')
})

test('only who has not answered gets the styles of the gate', () => {
  expect(named('age-gate')).toContain('features/age-gate/age-gate.css')
  expect(named('cart')).not.toContain('features/age-gate/gate.tsx')
})

test('the shared sheet alone registers what Tailwind needs, each once', () => {
  const property = (name: string) => `@property --tw-${name}{syntax:"*";inherits:false}`
  const fallback = '@layer properties{@supports (x) and (y){*,:before{--tw-a:0}}}'
  const asset = (name: string, source: string) => ({
    type: 'asset',
    fileName: `${name}-1.css`,
    names: [`${name}.css`],
    source,
  })
  const bundle = {
    root: asset('root', `${fallback}.x{top:0}${property('a')}`),
    page: asset('drops', `${fallback}.y{top:1px}${property('a')}${property('b')}`),
  }
  const { generateBundle } = registeredOnce
  if (typeof generateBundle !== 'function') throw new TypeError('It looks at the whole bundle')
  void generateBundle.call({} as never, {} as never, bundle as never, true)
  expect(bundle.root.source).toBe(`${property('a')}${property('b')}.x{top:0}`)
  expect(bundle.page.source).toBe('.y{top:1px}')
})
