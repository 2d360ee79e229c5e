import type { ReactNode } from 'react'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { type Policy, policiesSince, type PolicySection } from '../rules.ts'

type Props = {
  policy: Policy
  version: string
  /** The policy's own drawing, below its figures. */
  drawing?: ReactNode
  /** A part that is more than words, listed after the others. */
  more?: { id: string; title: string; content: ReactNode }
}

/** A policy: what it comes to in four figures, then its numbered parts beside their list. */
export function PolicyPage({ policy, version, drawing, more }: Props) {
  const listed = [...policy.sections, ...(more ? [more] : [])]
  return (
    <article className="wrap pol">
      <header className="pol-top">
        <div className="pol-tx">
          <h1 className="h1">{policy.title}</h1>
          <p className="lead">{policy.lead}</p>
        </div>
        <dl className="pol-stamp">
          <div>
            <dt>Version</dt>
            <dd>{version}</dd>
          </div>
          <div>
            <dt>Effective</dt>
            <dd>
              <time dateTime={policiesSince}>{formatCalendarDate(policiesSince)}</time>
            </dd>
          </div>
        </dl>
      </header>
      <DefinitionList look="stats" items={policy.short} />
      {drawing}
      <div className="pol-body">
        <nav className="pol-nav" aria-label={`Parts of ${policy.title}`}>
          <ol>
            {listed.map(({ id, title }, index) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span aria-hidden>{index + 1}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="pol-parts">
          {policy.sections.map((section, index) => (
            <Part key={section.id} section={section} index={index + 1} />
          ))}
          {more && (
            <section id={more.id} aria-labelledby={`${more.id}-h`}>
              <PartTitle id={more.id} title={more.title} index={listed.length} />
              <div>{more.content}</div>
            </section>
          )}
        </div>
      </div>
      <p className="cap pol-end">
        This page explains how this shop works. It isn’t legal advice. There is no earlier version.
      </p>
    </article>
  )
}

function Part({ section, index }: { section: PolicySection; index: number }) {
  const { id, title, text, points = [], table } = section
  return (
    <section id={id} aria-labelledby={`${id}-h`}>
      <PartTitle id={id} title={title} index={index} />
      <div className="prose">
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {points.length > 0 && (
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
      </div>
      {table && <Rows title={title} {...table} />}
    </section>
  )
}

function PartTitle({ id, title, index }: { id: string; title: string; index: number }) {
  return (
    <h2 className="h2" id={`${id}-h`}>
      <span className="bal" aria-hidden>
        {index}
      </span>
      {title}
    </h2>
  )
}

/** Rows of facts: each names its thing and says the rest under small labels, on every width. */
function Rows({ title, head, rows }: { title: string } & NonNullable<PolicySection['table']>) {
  return (
    <ul className="pol-rows" aria-label={title}>
      {rows.map(([first, ...others]) => (
        <li key={first}>
          <h3>{first}</h3>
          <dl>
            {others.map((cell, index) => (
              <div key={head[index + 1]}>
                <dt>{head[index + 1]}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
