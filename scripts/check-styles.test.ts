import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findStyleBreaches } from './check-styles.ts'
import { deskFeatures } from './features.ts'

const entry = `@layer theme, base, components, utilities;
@source not "./features/{${deskFeatures.join(',')}}";
@import "tailwindcss/utilities.css" layer(utilities);
@theme { --spacing-4: 1rem; --color-ink: white; --breakpoint-lg: 900px; }
@layer components { .wrap { margin: auto } }`

/** The breaches of a project of these files below `app`, with a small theme. */
async function breachesOf(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'paco-styles-'))
  try {
    for (const [path, source] of Object.entries({ 'app.css': entry, 'wrap.ts': `'wrap'`, ...files })) {
      mkdirSync(dirname(join(root, 'app', path)), { recursive: true })
      writeFileSync(join(root, 'app', path), source)
    }
    return await findStyleBreaches(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('utilities of the scale, recipes and own names in use are fine', async () => {
  const page = `
    const looks = { loud: 'plate-loud', calm: 'text-ink' } satisfies Record<'loud' | 'calm', string>
    export const Page = ({ kind, look }) => (
      <div className={kind === 'anything' ? 'wrap max-lg:p-4 group/row' : looks[look]} data-x="data">
        <p className={\`plate \${look} w-[30ch] [&_b]:mt-4\`} />
      </div>
    )`
  const sheet = `@layer components { .plate, .plate-loud:hover { font-size: var(--text-sm); color: #000 } }`
  expect(await breachesOf({ 'page.tsx': page, 'plate.css': sheet })).toEqual([])
})

test('a class that is defined nowhere is found, also in a constant', async () => {
  const page = `const pair = 'p-5'
    const sizes = { small: { cell: 'w-99' } }
    export const Page = ({ size }) => {
      const { cell } = sizes[size]
      return <div className="wrap colum"><i className={pair} /><b className={cell} /></div>
    }`
  expect(await breachesOf({ 'page.tsx': page })).toEqual([
    'app/page.tsx: the class colum is defined nowhere',
    'app/page.tsx: the class p-5 is defined nowhere',
    'app/page.tsx: the class w-99 is defined nowhere',
  ])
})

test('a class that nothing has is found; one that is put together is not', async () => {
  const page = `export const Page = ({ theme }) => <div className={\`art-\${theme}\`} />`
  expect(
    await breachesOf({ 'page.tsx': page, 'a.css': '.art-noir { top: 0 } .left-over > b { top: 0 }' }),
  ).toEqual(['app/a.css: nothing has the class left-over'])
})

test('values outside the scale are found', async () => {
  const page = `export const Page = () => <div className="text-[15px] max-lg:-mt-[3px] bg-[#123456] h-[3px]" />`
  const sheet = `b { font: 400 15px / 1 serif; color: #123456 } i { font-size: 0.5em }`
  expect(await breachesOf({ 'page.tsx': page, 'a.css': sheet })).toEqual([
    'app/page.tsx: text-[15px] is a value outside the scale',
    'app/page.tsx: max-lg:-mt-[3px] is a value outside the scale',
    'app/page.tsx: bg-[#123456] is a value outside the scale',
    'app/a.css: the size of type in "400 15px / 1 serif" is not of the scale',
    'app/a.css: the color #123456 has a name, or gets one in tokens.css',
  ])
})

test('a tag that :has() gives its look is found; a class that a state before it gives its look is not', async () => {
  const page = `export const Page = () => <b className="has-checked:[&>span]:underline has-checked:underline peer-checked:underline [&_p]:underline" />`
  expect(await breachesOf({ 'page.tsx': page })).toEqual([
    'app/page.tsx: has-checked:[&>span]:underline makes every such tag of a page restyle when any :has() changes',
  ])
})

test('the colors of a contrast theme are not of the scale', async () => {
  const page = `export const Page = () => <b className="forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]" />`
  expect(await breachesOf({ 'page.tsx': page })).toEqual([])
})

test('a lazy component imports no style sheet, and no import is missing', async () => {
  const part = `import './part.css'\nexport const Part = () => <i className="part" />`
  const route = `import '../part.css'\nimport './gone.css'`
  const files = {
    'features/x/part.tsx': part,
    'features/x/routes/page.tsx': route,
    'features/x/part.css': '.part { top: 0 }',
  }
  expect(await breachesOf(files)).toEqual([
    'app/features/x/part.tsx: only root.tsx and routes import styles, not ./part.css',
    'app/features/x/routes/page.tsx: there is no ./gone.css',
  ])
})

test('classes of the console are written behind the counter, and defined in its own sheets', async () => {
  const page = `export const Page = () => <div className="con-row" />`
  const sheet = '.con-row { top: 0 }'
  expect(
    await breachesOf({
      'features/console/console-lists.css': sheet,
      'features/console/components/row.tsx': page,
      'features/drops/routes/page.tsx': page,
    }),
  ).toEqual(['app/features/drops/routes/page.tsx: con-row is of the console, which public pages do not load'])
  expect(await breachesOf({ 'page.css': sheet, 'features/console/components/row.tsx': page })).toEqual([
    'app/page.css: classes of the console, and no others, begin with con-, not con-row',
  ])
  expect(
    await breachesOf({
      'features/console/console.css': '.row { top: 0 }',
      'features/console/components/row.tsx': `export const Row = () => <div className="row" />`,
    }),
  ).toEqual([
    'app/features/console/console.css: classes of the console, and no others, begin with con-, not row',
  ])
})

test('public pages neither import the sheet of the console nor search a desk for class names', async () => {
  const sheet = '.con-row { top: 0 }'
  const route = `import '../../console/console.css'`
  expect(
    await breachesOf({
      'features/console/console.css': sheet,
      'features/console/components/row.tsx': `export const Row = () => <div className="con-row" />`,
      'features/drops/routes/page.tsx': route,
      'features/staff/routes/sign-in.tsx': route,
    }),
  ).toEqual(['app/features/drops/routes/page.tsx: public pages do not load ../../console/console.css'])
  const [breach] = await breachesOf({ 'app.css': entry.replace(/(?<=[{,])console,/, '') })
  expect(breach).toMatch(/^app\/app\.css: it must leave out \{[a-z,-]*console,/)
})

test('what moves without end moves beside the page', async () => {
  const sheet = (step: string) => `.wrap { animation: wait 2s ease infinite }
    @keyframes wait { from { opacity: 0 } to { ${step} } }`
  expect(await breachesOf({ 'a.css': sheet('transform: none') })).toEqual([])
  expect(await breachesOf({ 'a.css': sheet('background-position-x: 9px') })).toEqual([
    'app/a.css: wait moves background-position-x without end, which paints the page all the time',
  ])
})
