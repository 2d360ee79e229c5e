// Keeps the features apart: compares every source file with the plan in features.ts and files.ts. Run by `npm run check`.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { printBreaches } from './breaches.ts'
import { type Import, readImports } from './imports.ts'
import {
  browserParts,
  composition,
  deskParts,
  foundations,
  openToDesks,
  openToOtherFeatures,
  openToPages,
  orderFeatures,
  features,
} from './features.ts'
import { emptyNames, fileKinds, isData, maxLines, serverLibraries } from './files.ts'

const everything = '{app,server,db,scripts,test,e2e,bench,fuzz}/**/*.{ts,tsx,mjs,css}'

/** Pages say what they want in the words of the store. */
const speaksNoSql = ['routes', 'components', 'emails']

type SourceFile = { path: string; source: string; imports: Import[]; place: Place }

/** Where a file is: in a feature, in a foundation, in what browsers run, or (all empty) around them. */
type Place = { feature?: string; kind?: string; foundation?: string; part?: string; inside: string }

/** Every breach of the plan below `root`, one sentence each that begins with the file's path. */
export function findBreaches(root: string): string[] {
  const files = globSync(everything, { cwd: root })
    .toSorted()
    .map((path) => readSource(root, path))
  const serverOnly = new Set(files.filter(isServerOnly).map((file) => file.path))
  return files.flatMap((file) =>
    [
      ...nameBreaches(file),
      ...file.imports.flatMap((used) => [
        ...directionBreaches(file, used),
        ...browserBreaches(file, used, serverOnly),
      ]),
      ...environmentBreaches(file),
      ...sizeBreaches(file),
    ].map((sentence) => `${file.path}: ${sentence}`),
  )
}

function readSource(root: string, path: string): SourceFile {
  const source = readFileSync(join(root, path), 'utf8')
  return { path, source, imports: readImports(path, source), place: placeOf(path) }
}

function placeOf(path: string): Place {
  const [top, area = '', feature = '', ...rest] = path.split('/')
  if (top !== 'app') return { inside: path }
  if (browserParts[area]) return { part: area, inside: path }
  if (area !== 'features')
    return foundations.includes(area) ? { foundation: area, inside: path } : { inside: path }
  const inside = rest.join('/')
  const kind = Object.keys(fileKinds).findLast((name) => fileKinds[name]?.name.test(inside))
  return { feature, inside, ...(kind ? { kind } : {}) }
}

function isTest(file: SourceFile): boolean {
  return /\.test\.tsx?$/.test(file.path)
}

function nameBreaches({ path, place }: SourceFile): string[] {
  if (emptyNames.test(basename(path))) return ['the name says nothing: put it beside what it is about']
  if (place.feature === undefined) {
    const isKnown =
      !path.startsWith('app/') ||
      place.foundation ||
      place.part ||
      composition.test(path) ||
      path === 'app/app.css'
    return isKnown ? [] : ['not a place the plan knows: put it into a feature or a foundation']
  }
  if (!features[place.feature]) return [`the feature ${place.feature} is not in scripts/features.ts`]
  return place.kind ? [] : ['not a name that a feature knows']
}

function directionBreaches(file: SourceFile, { target, specifier, isTypeOnly }: Import): string[] {
  if (isTest(file)) return []
  if (specifier.startsWith('drizzle-orm') && speaksNoSql.includes(file.place.kind ?? ''))
    return ['only the store speaks SQL']
  if (!target) return []
  const [from, to] = [file.place, placeOf(target)]
  if ((from.foundation || from.feature) && composition.test(target))
    return [`only the composition may import the composition (${specifier})`]
  if (from.part) return isTypeOnly ? [] : partBreaches(from.part, to, specifier)
  if (to.part && (from.foundation || from.feature))
    return from.feature && (isTypeOnly || openToPages.includes(target))
      ? []
      : [`only a page’s island is open to it (${specifier})`]
  if (from.foundation) return foundationBreaches(from, to, specifier)
  if (!from.feature) return []
  const breaches = edgeBreaches(from.feature, from, to, specifier)
  if (breaches.length > 0 || isTypeOnly || !from.kind || mayImport(from, to)) return breaches
  return [`${from.kind} may not import ${specifier}`]
}

function foundationBreaches(from: Place, to: Place, specifier: string): string[] {
  if (from.foundation === 'kit' && to.foundation !== 'kit')
    return [`kit imports nothing of ours (${specifier})`]
  return to.feature ? [`a foundation may not know a feature (${specifier})`] : []
}

/** What browsers run sees itself, and what it is given. */
function partBreaches(part: string, { feature, foundation, inside }: Place, specifier: string): string[] {
  const { foundations: given = [], ofFeatures } = browserParts[part] ?? {}
  const isGiven = feature ? ofFeatures?.test(inside) : !foundation || given.includes(foundation)
  return isGiven ? [] : [`${part} may not import ${specifier}`]
}

/** A feature sees of another one only what that opens, and only along a listed edge. */
function edgeBreaches(feature: string, from: Place, to: Place, specifier: string): string[] {
  if (!to.feature || to.feature === feature) return []
  if (!features[feature]?.includes(to.feature)) return [`${feature} may not use ${to.feature}`]
  const isSeen = isOpen(to, from) || isWithinOrders(from, to)
  return isSeen ? [] : [`${to.feature} does not open this to other features (${specifier})`]
}

function mayImport(from: Place, to: Place): boolean {
  const allowed = fileKinds[from.kind ?? '']?.mayImport ?? []
  if (allowed.includes('*')) return to.kind !== 'tables'
  if (to.feature) {
    const isLikeOwn = [from.kind, ...allowed].includes(to.kind)
    if (to.feature === from.feature) return isLikeOwn
    return (isOpen(to, from) && allowed.includes('other')) || (isWithinOrders(from, to) && isLikeOwn)
  }
  return allowed.includes(to.foundation ?? '')
}

/** May this other feature see it? */
function isOpen({ feature, inside }: Place, from: Place): boolean {
  const isForDesks = features[from.feature ?? '']?.includes('console') && openToDesks.test(inside)
  return isForDesks || openToOtherFeatures.test(inside) || deskParts.test(`${feature}/${inside}`)
}

/** Do both belong to an order's way from hold to refund, and is this no route, which stays closed even there? */
function isWithinOrders(from: Place, to: Place): boolean {
  const [one, other] = [from.feature ?? '', to.feature ?? '']
  return orderFeatures.includes(one) && orderFeatures.includes(other) && to.kind !== 'routes'
}

/** A file that browsers load may import neither a server's library nor, at run time, a file that is the server's own. */
function browserBreaches(
  file: SourceFile,
  { specifier, target, isTypeOnly }: Import,
  serverOnly: Set<string>,
): string[] {
  if (isTypeOnly || isTest(file) || !isLoadedByBrowsers(file)) return []
  const isServers = target
    ? serverOnly.has(target) || /\.server\.tsx?$/.test(target)
    : serverLibraries.test(specifier)
  return isServers ? [`browsers load this file, and ${specifier} is the server's`] : []
}

function isServerOnly(file: SourceFile): boolean {
  const usesServer = file.imports.some(
    ({ specifier, isTypeOnly }) => !isTypeOnly && serverLibraries.test(specifier),
  )
  return /\.server\.tsx?$/.test(file.path) || file.place.kind === 'tables' || usesServer
}

/** Routes are left out: the framework takes their loaders and actions, and what only those import, out of the browser's copy. */
function isLoadedByBrowsers({ path, place }: SourceFile): boolean {
  if (place.part) return true
  if (place.foundation === 'ui' || place.foundation === 'art') return !path.endsWith('.server.ts')
  return ['rules', 'input', 'words', 'script', 'components'].includes(place.kind ?? '')
}

/** `parseEnv(process.env)` is how an entry hands the environment to the one place that reads it. */
function environmentBreaches({ path, source }: SourceFile): string[] {
  if (!/^(app|server|db)\//.test(path) || path === 'server/env.ts') return []
  const isRead = source.replaceAll(/parseEnv\(process\.env(?=[,)])/g, '').includes('process.env')
  return isRead ? ['only server/env.ts reads the environment'] : []
}

function sizeBreaches({ path, source }: SourceFile): string[] {
  const lines = source.trimEnd().split('\n').length
  return lines > maxLines && !isData.test(path) ? [`${lines} lines; the most is ${maxLines}`] : []
}

if (import.meta.main)
  process.exitCode = printBreaches(findBreaches(process.argv[2] ?? '.'), 'The boundaries hold.') ? 0 : 1
