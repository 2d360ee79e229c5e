// The shop's routes as patterns, and which of them an address belongs to.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'

/** What the server answers beside the router. */
const besideTheRouter = ['healthz', 'readyz', 'events', '__manifest', 'assets/*', '.well-known/*']

/** Every pattern, such as `orders/:order/dealer`, without a slash at its start. */
export const patterns: readonly string[] = [
  ...routes.flatMap((route) => patternsOf(route, '')),
  ...besideTheRouter,
]

/** Whether a pattern or an address belongs to the console. */
export const isDesk = (path: string) => /^\/?staff(?:[/?.]|$)/.test(path)

/** The pattern that an address belongs to, the most exact one where several fit. */
export function patternOf(address: string): string {
  const path = new URL(address, 'http://shop.test').pathname
  const segments = path
    .replace(/^\/+/, '')
    .replace(/\.data$/, '')
    .split('/')
  return exactFirst.find(({ parts }) => fits(parts, segments))?.pattern ?? '*'
}

const exactFirst = patterns
  .map((pattern) => ({ pattern, parts: pattern.split('/') }))
  .toSorted((a, b) => looseness(a.parts) - looseness(b.parts))

function patternsOf({ path = '', index, children = [] }: RouteConfigEntry, parent: string): string[] {
  const own = [parent, path].filter(Boolean).join('/')
  const below = children.flatMap((child) => patternsOf(child, own))
  return path || index ? [own, ...below] : below
}

function fits(pattern: string[], segments: string[]): boolean {
  if (pattern.at(-1) === '*') return pattern.slice(0, -1).every((part, at) => part === segments[at])
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => part === segments[at] || (part.startsWith(':') && segments[at] !== ''))
  )
}

function looseness(parts: string[]): number {
  return parts.reduce((sum, part) => sum + (part === '*' ? 100 : part.startsWith(':') ? 1 : 0), 0)
}
