import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'

const found = import.meta.glob<{ default: ComponentType<never> }>('./*.island.tsx', { eager: true })

/**
 * A part of a page that has state of its own: rendered here like everything else, and alive alone in the browser. It is a tree
 * of its own, so that its ids are the same in both places; it has no router around it, and its props are JSON. Where a page has
 * more than one of a name, each has an `id`.
 */
export function Island<Props extends object>({
  name,
  id = name,
  props,
  className,
}: {
  name: string
  id?: string
  props: Props
  className?: string
}) {
  const part = found[`./${name}.island.tsx`]
  if (!part) throw new Error(`No island is called ${name}.`)
  const html = renderToString(createElement(part.default as ComponentType<Props>, props), {
    identifierPrefix: id,
  })
  return (
    <div
      className={className}
      data-island={name}
      data-prefix={id}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
