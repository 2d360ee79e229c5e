import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const drawn = new LRUCache<string, string>({ max: 500 })

/** So that the ids of two parts on one page differ. */
let drawings = 0

type DrawnOnceProps = { by: string; className: string; children: ReactElement }

/** A part that many pages show alike: drawn for the first, and kept as text under a key that says all it depends on. No router is around it. */
export function DrawnOnce({ by, className, children }: DrawnOnceProps) {
  const html = drawn.get(by) ?? renderToStaticMarkup(children, { identifierPrefix: `drawn-${drawings++}-` })
  drawn.set(by, html)
  // oxlint-disable-next-line react/no-danger -- React's own, of our own part
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
