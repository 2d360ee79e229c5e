import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { isA, isSafeLink, linksOf } from './rules.ts'

/** React escapes every word; HTML is shown as it is written, and a link that could run something is only its words. */
export function Markdown({ blocks }: { blocks: readonly Token[] }) {
  return blocks.map((block, at) => <Block key={at} block={block} />)
}

function Block({ block }: { block: Token }) {
  const calls = linksOf(block)
  if (calls.length > 0)
    return (
      <div className="btns">
        {calls.map(({ label, to }) => (
          <ButtonLink key={label} href={to} size="sm">
            {label}
          </ButtonLink>
        ))}
      </div>
    )
  if (isA(block, 'list')) {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((item, at) => (
          <li key={at}>{inner(item)}</li>
        ))}
      </List>
    )
  }
  if (isA(block, 'table')) return <Rows table={block} />
  if (isA(block, 'heading')) return <h4>{inner(block)}</h4>
  if (block.type === 'space' || block.type === 'def') return null
  if (block.type === 'hr') return <hr />
  if (block.type === 'blockquote') return <blockquote>{inner(block)}</blockquote>
  if (block.type === 'code') return <pre>{String(block.text)}</pre>
  return <p>{inner(block)}</p>
}

function Rows({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {rows.map((cells, row) => {
        const [first, ...others] = cells
        return (
          <li key={row} className="grid gap-x-6 gap-y-2 py-4 lg:grid-cols-[4fr_8fr]">
            <h3 className="font-medium">{first && <Inline tokens={first.tokens} />}</h3>
            <dl className="grid gap-x-6 gap-y-2 text-muted lg:auto-cols-fr lg:grid-flow-col">
              {others.map((cell, at) => (
                <div key={at}>
                  <dt className="label text-faint">{header[at + 1]?.text}</dt>
                  <dd>
                    <Inline tokens={cell.tokens} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}

const inlineTags: Record<string, 'strong' | 'em' | 'del' | 'code'> = {
  strong: 'strong',
  em: 'em',
  del: 'del',
  codespan: 'code',
}

function Inline({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, at) => {
    if (isA(token, 'link') && isSafeLink(token.href))
      return (
        <a key={at} className="link" href={token.href} rel="noopener noreferrer">
          {inner(token)}
        </a>
      )
    if (token.type === 'br') return <br key={at} />
    if (isA(token, 'paragraph') || isA(token, 'list')) return <Block key={at} block={token} />
    const Tag = inlineTags[token.type]
    return Tag ? <Tag key={at}>{inner(token)}</Tag> : <Fragment key={at}>{inner(token)}</Fragment>
  })
}

function inner(token: Token): ReactNode {
  const tokens = 'tokens' in token ? token.tokens : undefined
  if (tokens?.length) return <Inline tokens={tokens} />
  return 'text' in token ? String(token.text) : null
}
