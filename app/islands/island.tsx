import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'

const found = import.meta.glob<{ default: ComponentType<object> }>('./*.island.tsx', { eager: true })

type Props = { name: string; id?: string; props: object; className?: string }

/** A tree of its own, so that its ids are the same in both places. No router around it, and its props are JSON. Of several with a name each has an `id`. */
export function Island({ name, id = name, props, className }: Props) {
  const part = found[`./${name}.island.tsx`]
  if (!part) throw new Error(`No island is called ${name}.`)
  const html = renderToString(createElement(part.default, props), { identifierPrefix: id })
  return (
    <div
      className={className}
      data-island={name}
      data-prefix={id}
      data-props={JSON.stringify(props)}
      // oxlint-disable-next-line react/no-danger -- React's own, of our own part
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
