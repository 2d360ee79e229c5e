// Holds the styling system of docs/styling.md: the closed scale, and no class name without a definition or a use.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compile } from 'tailwindcss'
import { printBreaches } from './breaches.ts'
import { classNamesIn, prefixesIn, wordsIn } from './class-names.ts'
import { deskFeatures, features } from './features.ts'
import { readImports } from './imports.ts'

/** Marks for `group-*` and `peer-*` variants: Tailwind reads them and defines nothing. */
const marker = /^(group|peer)(\/[\w-]+)?$/

/** An arbitrary value where the scale has steps. The colors of a contrast theme are the visitor's own: no scale has them. */
const offScale =
  /^-?(text|leading|tracking|font|bg|border(-[xytrbl])?|rounded|shadow|[pm][xytrbl]?|scroll-[pm][xytrbl]?|gap(-[xy])?|space-[xy])-(?!\[(Highlight|Canvas)(Text)?\])[[(]/

/** The look of a tag below an element that `:has()` looks into. */
const tagByHas =
  /(?:^|:)(?:[a-z]+-)?has-(?:\[[^\]]*\]|[\w-]+)(?:\/\w+)?:(?:.*:)?\[&[^\]]*[>_+~][a-z][^\]]*\]:/

/** Sizes of type that are pictures: they fill their container. */
const drawnType = ['app/features/pages/status-plate.css']

/** Classes that a library puts on elements, or looks for. */
const foreign = /^(?:lucide(?:-[a-z-]+)?|AcceptUI)$/

/** Where colors are made. Everywhere else they are named; black and white are used in masks. */
const palettes = ['app/ui/styles/tokens.css', 'app/ui/styles/theme.css']

/** The console's classes, and where its sheets are. */
const consoleClass = /^con-/
const consoleSheet = /^app\/features\/console\/[\w-]+\.css$/

/** Every breach below `root`, one sentence each that begins with the file's path. */
export async function findStyleBreaches(root: string): Promise<string[]> {
  const read = (path: string) => ({ path, source: readFileSync(join(root, path), 'utf8') })
  const isTest = (path: string) => /\.test\.tsx?$/.test(path)
  const sources = globSync('{app/**/*.{ts,tsx},server/*.tsx}', { cwd: root })
    .toSorted()
    .filter((path) => !isTest(path))
    .map(read)
  const sheets = globSync('app/**/*.css', { cwd: root }).toSorted().map(read)
  const written = sources.flatMap(({ path, source }) => classNamesIn(path, source))
  const own = sheets.flatMap(({ path, source }) => selectorClasses(source).map((name) => ({ path, name })))
  const known = await knownUtilities(
    root,
    written.map(({ name }) => name),
  )
  const ownNames = new Set(own.map(({ name }) => name))
  const words = new Set(sources.flatMap(({ source }) => wordsIn(source)))
  const paths = new Set(sheets.map(({ path }) => path))
  const prefixes = sources.flatMap(({ source }) => prefixesIn(source))
  return [
    ...written.flatMap(({ path, name }) =>
      nameBreaches(name, known, ownNames).map((say) => `${path}: ${say}`),
    ),
    ...own
      .filter(
        ({ name }) =>
          !words.has(name) && !foreign.test(name) && !prefixes.some((prefix) => name.startsWith(prefix)),
      )
      .map(({ path, name }) => `${path}: nothing has the class ${name}`),
    ...written.flatMap(({ path, name }) => consoleBreaches(path, name).map((say) => `${path}: ${say}`)),
    ...own
      .filter(({ path, name }) => consoleClass.test(name) !== consoleSheet.test(path))
      .map(
        ({ path, name }) => `${path}: classes of the console, and no others, begin with con-, not ${name}`,
      ),
    ...exclusionBreaches(sheets),
    ...sources.flatMap(({ path, source }) =>
      importBreaches(path, source, paths).map((say) => `${path}: ${say}`),
    ),
    ...sheets.flatMap(({ path, source }) => sheetBreaches(path, source).map((say) => `${path}: ${say}`)),
    ...sheets.flatMap(({ path, source }) => endlessBreaches(path, source)),
  ].filter((sentence, at, all) => all.indexOf(sentence) === at)
}

function nameBreaches(name: string, known: Set<string>, own: Set<string>): string[] {
  if (marker.test(name) || foreign.test(name)) return []
  if (offScale.test(withoutVariants(name))) return [`${name} is a value outside the scale`]
  if (tagByHas.test(name)) return [`${name} makes every such tag of a page restyle when any :has() changes`]
  return known.has(name) || own.has(name) ? [] : [`the class ${name} is defined nowhere`]
}

/** Whether a file is behind the counter: of a desk, or of a feature that has one beside its public pages. */
function isBehindCounter(path: string): boolean {
  const [, feature = ''] = /^app\/features\/([^/]+)\//.exec(path) ?? []
  return deskFeatures.includes(feature) || Boolean(features[feature]?.includes('console'))
}

function consoleBreaches(path: string, name: string): string[] {
  if (isBehindCounter(path) || !consoleClass.test(withoutVariants(name))) return []
  return [`${name} is of the console, which public pages do not load`]
}

/** The sheet of public pages searches no desk for class names. */
function exclusionBreaches(sheets: { path: string; source: string }[]): string[] {
  const { path, source } = sheets.find((sheet) => sheet.path === 'app/app.css') ?? { path: '', source: '' }
  const [, left = ''] = /@source not "\.\/features\/\{([^}]*)\}";/.exec(source) ?? []
  return deskFeatures.every((feature) => left.split(',').includes(feature))
    ? []
    : [`${path}: it must leave out {${deskFeatures.join(',')}}`]
}

/** `max-lg:[&_p]:mt-4` says `mt-4`. */
function withoutVariants(name: string): string {
  return name.replace(/^(?:(?:\[[^\]]*\]|[^:[\]]|-\[[^\]]*\])+:)+/, '').replace(/^!|!$/, '')
}

/** A part that is loaded later brings its sheet later still: only the root and the routes, whose sheets a document links, have one. */
function importBreaches(path: string, source: string, sheets: Set<string>): string[] {
  const mayImport = path === 'app/root.tsx' || path.includes('/routes/')
  return readImports(path, source)
    .filter(({ specifier }) => specifier.endsWith('.css'))
    .flatMap(({ specifier, target = '' }) => [
      ...(mayImport ? [] : [`only root.tsx and routes import styles, not ${specifier}`]),
      ...(consoleSheet.test(target) && !isBehindCounter(path)
        ? [`public pages do not load ${specifier}`]
        : []),
      ...(sheets.has(target) ? [] : [`there is no ${specifier}`]),
    ])
}

function sheetBreaches(path: string, source: string): string[] {
  const sheet = source.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const sizes = drawnType.includes(path) ? [] : [...sheet.matchAll(/[\s;{]font(?:-size)?:\s*([^;]+);/g)]
  const colors = palettes.includes(path)
    ? []
    : [...sheet.matchAll(/:[^;{}]*?(#(?!000\b|fff\b)[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\()/gi)]
  return [
    ...sizes
      .filter(([, value = '']) => !/var\(--(?:text|display-size)|inherit|(?<!r)em\b|\dpt\b/.test(value))
      .map(([, value]) => `the size of type in "${value}" is not of the scale`),
    ...colors.map(([, value]) => `the color ${value} has a name, or gets one in tokens.css`),
  ]
}

/**
 * What moves without end does so by properties that a browser moves beside the page: with any other it paints the page sixty times a
 * second, also while nobody sees it.
 */
function endlessBreaches(path: string, source: string): string[] {
  const endless = [...source.matchAll(/animation:\s*([\w-]+)[^;}]*\binfinite\b/g)].map(
    ([, name = '']) => name,
  )
  return endless.flatMap((name) => {
    const [, steps = ''] = new RegExp(`@keyframes ${name} \\{((?:[^{}]*\\{[^{}]*\\})*)`).exec(source) ?? []
    const moved = [...steps.matchAll(/([\w-]+):/g)].map(([, property = '']) => property)
    return moved
      .filter(
        (property) =>
          !/^(transform|translate|rotate|scale|opacity|animation-timing-function)$/.test(property),
      )
      .map((property) => `${path}: ${name} moves ${property} without end, which paints the page all the time`)
  })
}

function selectorClasses(source: string): string[] {
  const sheet = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"]*"/g, '""')
  return [...sheet.matchAll(/([^{};]+)\{/g)].flatMap(([, selector = '']) =>
    selector.trim().startsWith('@')
      ? []
      : [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name),
  )
}

/** Those of `names` that Tailwind makes CSS of, with the shop's theme. */
async function knownUtilities(root: string, names: string[]): Promise<Set<string>> {
  const entry = join(root, 'app/app.css')
  const compiler = await compile(readFileSync(entry, 'utf8'), {
    base: dirname(entry),
    loadStylesheet: async (id, base) => {
      const path = id.startsWith('.') ? resolve(base, id) : resolve('node_modules', id)
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
  })
  const css = compiler.build(names)
  const made = [...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', ''))
  return new Set(made)
}

if (import.meta.main)
  process.exitCode = printBreaches(
    await findStyleBreaches(process.argv[2] ?? '.'),
    'The styles are in order.',
  )
    ? 0
    : 1
