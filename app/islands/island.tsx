import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'

const found = import.meta.glob<{ default: ComponentType<object> }>('./*.island.tsx', { eager: true })

/**
 * A part of a page that has state of its own: rendered here like everything else, and alive alone in the browser. It is a tree
 * of its own, so that its ids are the same in both places; it has no router around it, and its props are JSON.
 */
export function Island({ name, props, className }: { name: string; props: object; className?: string }) {
  const part = found[`./${name}.island.tsx`]
  if (!part) throw new Error(`No island is called ${name}.`)
  const html = renderToString(createElement(part.default, props), {
    identifierPrefix: name,
  })
  return (
    <div
      className={className}
      data-island={name}
      data-props={JSON.stringify(props)}
      // oxlint-disable-next-line react/no-danger -- React's own, of our own part
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
