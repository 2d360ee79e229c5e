// Makes the requests: every route, every method, what the walk met and bends of it.
import type { Request } from './client.ts'
import type { Form } from './forms.ts'
import { manyNames, methods, oddBodies, oddHeaders, oddNames, oddSegments, oddTexts } from './oddities.ts'
import { type Random, randomOf } from './random.ts'
import { patternOf, patterns } from './routes.ts'
import type { MetForm, Visitor } from './visitor.ts'

/** Sent as it is meant, these would shut their visitor out of everything that is still to be bent. */
const endsAccess = /\/link\/ending$|^\/staff\/sign-out/

/** What there is to bend. */
export type Material = {
  visitors: Visitor[]
  /** Private links with their secrets. */
  links: string[]
  /** The routes to try; all, if none are given. */
  routes?: readonly string[]
}

const urlencoded = 'application/x-www-form-urlencoded'

/** Gives the maker of requests: the same number always gives the same request, as far as the walk met the same. */
export function openRequests(
  shopUrl: string,
  seed: number,
  { visitors, links, routes = patterns }: Material,
) {
  const forms = distinct(
    visitors
      .flatMap(({ met }) => met)
      .filter(({ form }) => form.method === 'post' && !endsAccess.test(form.action)),
  )
  const known = knownAddresses(visitors)
  return (number: number): Request => {
    const random = randomOf(seed, number)
    const kind = random.int(100)
    if (kind < 45) return withOddities(random, shaped(random, number))
    if (kind < 88) return withOddities(random, formed(random))
    return withOddities(random, linked(random))
  }

  /** Any route with any method, with parameters that are right or odd. */
  function shaped(random: Random, number: number): Request {
    const pattern = routes[number % routes.length] ?? '*'
    const method = random.pick(methods)
    const path = withQuery(random, asData(random, addressOf(random, pattern)))
    const hasBody = !['GET', 'HEAD', 'TRACE'].includes(method) && random.chance(0.8)
    const [type, body] = random.pick(oddBodies)
    const headers = headersOf(random, random.pick(visitors))
    return hasBody
      ? { method, path, headers: { ...headers, ...(type && { 'Content-Type': type }) }, body }
      : { method, path, headers }
  }

  function addressOf(random: Random, pattern: string): string {
    const right = known.get(pattern)
    if (right && random.chance(0.5)) return random.pick(right)
    const like = right ? random.pick(right).split('?')[0]?.slice(1).split('/') : undefined
    const segments = pattern.split('/').map((part, at) => {
      if (part === '*') return random.pick(oddSegments)
      if (!part.startsWith(':')) return part
      return random.chance(0.6) ? random.pick(oddSegments) : (like?.[at] ?? random.pick(oddSegments))
    })
    return `/${segments.join('/')}`
  }

  /** A form that the walk met, as it was or bent in a few of its fields. */
  function formed(random: Random): Request {
    const { form, by } = random.pick(forms)
    const fields = bend(random, form)
    const headers = headersOf(random, by)
    const path = asData(random, form.action)
    if (random.chance(0.15) || form.fields.some(({ kind }) => kind === 'file')) {
      const boundary = `fuzz${random.int(1_000_000)}`
      return {
        method: 'POST',
        path,
        body: multipart(random, fields, boundary),
        headers: {
          ...headers,
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
        },
      }
    }
    const body = new URLSearchParams(fields).toString()
    return { method: 'POST', path, body, headers: { ...headers, 'Content-Type': urlencoded } }
  }

  /** A private link, right or with its secret changed. */
  function linked(random: Random): Request {
    const link = random.pick(links)
    const bends = [
      () => link,
      () => link.slice(0, -1 - random.int(20)),
      () => link.replace(/=[^&]*/, `=${random.pick(oddSegments)}`),
      () => link.replace('?', '.data?'),
      () => `${link}&${link.split('?')[1] ?? ''}`,
      () => link.replace(/\/[^/?]*\?/, `/${random.pick(oddSegments)}?`),
    ]
    const method = random.chance(0.8) ? 'GET' : random.pick(methods)
    return { method, path: random.pick(bends)(), headers: headersOf(random, random.pick(visitors)) }
  }

  function headersOf(random: Random, visitor: Visitor): Record<string, string> {
    const isKnown = random.chance(0.9)
    return {
      Accept: random.chance(0.7) ? 'text/html' : '*/*',
      'Accept-Encoding': 'identity',
      ...(isKnown && { Cookie: visitor.cookie() }),
      ...(random.chance(0.95) && { Origin: shopUrl }),
    }
  }
}

/** Most requests stay as they are; some get a header or two that nobody asked for. */
function withOddities(random: Random, request: Request): Request {
  if (!random.chance(0.25)) return request
  const [name, value] = random.pick(oddHeaders)
  return { ...request, headers: { ...request.headers, [name]: value } }
}

function withQuery(random: Random, path: string): string {
  if (!random.chance(0.35)) return path
  const pairs = Array.from({ length: 1 + random.int(3) }, () => {
    const name = encodeURIComponent(random.pick(oddNames))
    return random.chance(0.85) ? `${name}=${random.pick(oddSegments)}` : name
  })
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/** As the router's script asks for it. */
function asData(random: Random, path: string): string {
  if (!random.chance(0.3)) return path
  const [at = '', query] = path.split('?')
  return `${at === '/' ? '/_root' : at}.data${query === undefined ? '' : `?${query}`}`
}

type Fields = [string, string][]

function bend(random: Random, form: Form): Fields {
  const asMet: Fields = form.fields
    .filter(({ kind }) => kind !== 'check' || random.chance(0.8))
    .map(({ name, kind, value, options }) => [
      name,
      kind === 'choice' && options.length > 0 ? random.pick(options) : typedInto(name, value),
    ])
  return Array.from({ length: random.int(4) }).reduce<Fields>((fields) => bendOnce(random, fields), asMet)
}

function bendOnce(random: Random, fields: Fields): Fields {
  const at = random.int(Math.max(1, fields.length))
  const name = fields[at]?.[0] ?? 'a'
  const odd = wellFormed(random.pick(oddTexts))
  const bends: (() => Fields)[] = [
    () => fields.map((field, n) => (n === at ? [name, odd] : field)),
    () => fields.map((field, n) => (n === at ? [name, odd] : field)),
    () => fields.filter((_, n) => n !== at),
    () => [...fields, [name, odd]],
    () => [...fields, [random.pick(oddNames), odd]],
    () => [...fields, ...manyNames.map((other): [string, string] => [other, ''])],
    () => fields.map(([key], n) => [key, fields[(n + 1) % fields.length]?.[1] ?? '']),
  ]
  return random.pick(bends)()
}

/** What has no value yet gets one that may pass. */
function typedInto(name: string, value: string): string {
  if (value) return value
  if (/email/i.test(name)) return 'fuzz@example.com'
  return /zip/i.test(name) ? '33130' : name === 'website' ? '' : 'Jordan'
}

/** Half of a surrogate pair cannot be sent; its replacement character can. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}

function multipart(random: Random, fields: Fields, boundary: string): string {
  // As many as its limit allows: what is larger is refused before it has arrived, and the rest of it meets a closed door.
  const parts = fields.slice(0, 3_000).map(([name, value]) => {
    const isFile = name === 'license' || random.chance(0.05)
    const quoted = name.replaceAll('"', '%22').replaceAll(/[\r\n]/g, '')
    return isFile
      ? `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n${random.pick(files)}\r\n`
      : `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${value}\r\n`
  })
  return `${parts.join('')}--${boundary}${random.chance(0.9) ? '--' : ''}\r\n`
}

const files = ['', '%PDF-1.7\n1 0 obj\n%%EOF', '%PDF-', '\u{89}PNG\r\n', '<html>', 'x'.repeat(2_000)]

/** One of each form at each address: many pages have the same form. */
function distinct(forms: MetForm[]): MetForm[] {
  const known = new Map<string, MetForm>()
  for (const met of forms) {
    const names = met.form.fields.map(({ name }) => name).join()
    const key = `${met.form.action.split('?')[0]} ${names}`
    if (!known.has(key)) known.set(key, met)
  }
  return [...known.values()]
}

function knownAddresses(visitors: Visitor[]): Map<string, string[]> {
  const known = new Map<string, string[]>()
  const all = new Set(visitors.flatMap(({ pages, addresses }) => [...pages, ...addresses]))
  for (const address of all) {
    const pattern = patternOf(address)
    known.set(pattern, [...(known.get(pattern) ?? []), address])
  }
  return known
}
