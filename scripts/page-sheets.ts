// Which styles a page gets. All pages share app.css; the utilities that a feature's pages name, and the sheets that its
// components import, are a second file, in one order.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import routes from '../app/routes.ts'

const app = resolve('app')
const clientRoute = '?__react-router-build-client-route'
const ending = '.page.css'

/** What stands on every page, and the dialogs that open over any: two sheets of utilities would disturb each other's order. */
const everywhere = ['root.tsx', 'features/cart/page.tsx', 'features/subscriptions/routes/subscriptions.tsx']

/** Pages that show so much that the others of their feature have a sheet without it. */
const alone = /(?:pages\/home|drops\/routes\/detail|builds\/routes\/build)\.tsx$/

/** Who has not answered gets its sheet in place of a page's. */
const gate = { name: 'age-gate', file: join(app, 'features/age-gate/gate.tsx') }

type Route = { file: string; path?: string | undefined; children?: Route[] | undefined }

/** The page routes of each sheet, and the sheet of each route that links one. */
const pagesOf = new Map<string, string[]>()
const sheetOf = new Map<string, string>()
for (const route of routes as Route[]) {
  const isConsole = route.path?.startsWith('staff') && !route.file.endsWith('preview.tsx')
  const [, feature = ''] = route.file.split('/')
  const name = isConsole ? 'console' : alone.test(route.file) ? `${feature}-main` : feature
  const pages = filesOf(route).filter((file) => file.endsWith('.tsx'))
  if (pages.length === 0) continue
  pagesOf.set(name, [...(pagesOf.get(name) ?? []), ...pages])
  sheetOf.set(join(app, route.file), name)
}

function filesOf({ file, children = [] }: Route): string[] {
  return [file, ...children.flatMap(filesOf)]
}

/** No browser runs a route, and no script brings styles along: of a route only its sheet is built. */
export const pageSheets: Plugin = {
  name: 'page-sheets',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(id, importer) {
    if (id.endsWith(ending)) return id
    const isOfScript = id.endsWith('.css') && importer !== undefined && !importer.endsWith(clientRoute)
    return isOfScript && !importer.endsWith('.css') ? '\0no-sheet' : undefined
  },
  load(id) {
    if (id === '\0no-sheet') return ''
    return id.endsWith(ending) ? sheetText(id.slice(app.length + 1, -ending.length)) : undefined
  },
}

/** A step of its own: the router has made its module of the route by then. */
export const routeSheets: Plugin = {
  name: 'route-sheets',
  apply: 'build',
  enforce: 'post',
  transform(_, id) {
    if (this.environment.name !== 'client' || !id.endsWith(clientRoute)) return undefined
    const file = id.slice(0, -clientRoute.length)
    const sheet = file === join(app, 'root.tsx') ? './app.css' : pageSheet(file)
    return { code: sheet ? `import '${sheet}'` : 'export {}', map: null }
  },
}

/**
 * Tailwind registers its own properties in every sheet, and sets them once more for browsers that register none, which it does not
 * support any longer. The shared sheet registers them for all.
 */
export const registeredOnce: Plugin = {
  name: 'registered-once',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const sheets = Object.values(bundle).flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css') ? [file] : [],
    )
    const registered = /@property --tw-[^{]+\{[^}]*\}/g
    const all = new Set(sheets.flatMap(({ source }) => String(source).match(registered) ?? []))
    const shared = sheets.find(({ names }) => names.includes('root.css'))
    if (!shared) throw new Error('There is no shared sheet')
    for (const sheet of sheets)
      sheet.source = String(sheet.source)
        .replaceAll(registered, '')
        .replace(/@layer properties\{@supports[^{]+\{[^{]+\{[^}]*\}\}\}/, '')
    shared.source = [...all, shared.source].join('')
  },
}

function pageSheet(file: string): string | undefined {
  const name = sheetOf.get(file)
  return name && join(app, name + ending)
}

export function sheetText(name: string): string {
  const pages = pagesOf.get(name) ?? []
  const files = modulesOf(
    [...everywhere, ...pages].map((file) => join(app, file)),
    name === gate.name ? undefined : gate.file,
  )
  const named = (file: string) => `"./${relative(app, file)}"`
  const sheets = files.filter((file) => file.endsWith('.css') && dirname(file) !== app)
  return [
    readFileSync(join(app, 'utilities.css'), 'utf8').replace('source(".")', 'source(none)'),
    ...sheets.map((file) => `@import ${named(file)};`),
    ...files.filter((file) => file.endsWith('.tsx')).map((file) => `@source ${named(file)};`),
    '@source "./site/*.ts";',
  ].join('\n')
}

/** These files and all that they lead to: by import, as a folder, and as an island. */
function modulesOf(files: string[], without?: string): string[] {
  const found = new Set<string>()
  for (const queue = [...files]; queue.length > 0; ) {
    const file = queue.pop() ?? ''
    if (file === without || found.has(file) || !/\.(tsx?|css)$/.test(file) || !existsSync(file)) continue
    found.add(file)
    if (file.endsWith('.css')) continue
    const text = readFileSync(file, 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from|import) '((?:\.|#app\/)[^']+)'/g))
      queue.push(
        name.startsWith('#app/') ? join(app, name.slice('#app/'.length)) : resolve(dirname(file), name),
      )
    for (const [, name = ''] of text.matchAll(/import\.meta\.glob\S*\('(\.[^*']+)\*\.tsx'/g)) {
      const folder = resolve(dirname(file), name)
      queue.push(...readdirSync(folder).map((each) => join(folder, each)))
    }
    for (const [, name] of text.matchAll(/<Island\s+name="([\w-]+)"/g))
      queue.push(join(app, `islands/${name}.island.tsx`))
  }
  return [...found].toSorted()
}
