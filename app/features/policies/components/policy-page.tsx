import type { ReactNode } from 'react'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { type Policy, type PolicySection, type PolicyVersion, policyVersions } from '../rules.ts'

type Props = {
  policy: Policy
  /** The policy's own drawing, below its figures. */
  drawing?: ReactNode
  /** A part that is more than words, listed after the others. */
  more?: { id: string; title: string; content: ReactNode }
}

const stamp = 'mt-1.5 font-display text-lg leading-snug font-book whitespace-nowrap'
const part = 'grid gap-6 py-10 lg:first:pt-0'
/** Beside the number of its heading. */
const indent = 'lg:ml-11'

/** A policy: what it comes to in four figures, then its numbered parts beside their list. */
export function PolicyPage({ policy, drawing, more }: Props) {
  const [current, ...earlier] = policy.versions ?? policyVersions[policy.name]
  const listed = [...policy.sections, ...(more ? [more] : [])]
  return (
    <article className="wrap py-section">
      <header className="mb-10 grid grid-cols-1 items-end gap-x-16 gap-y-6 lg:grid-cols-[1fr_auto]">
        <div className="grid gap-6">
          <h1 className="h1 text-title font-hairline">{policy.title}</h1>
          <p className="lead">{policy.lead}</p>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-4">
          <div>
            <dt className="label text-faint">Version</dt>
            <dd className={stamp}>{current?.version}</dd>
          </div>
          <div>
            <dt className="label text-faint">Effective</dt>
            <dd className={stamp}>
              {current && <time dateTime={current.since}>{formatCalendarDate(current.since)}</time>}
            </dd>
          </div>
        </dl>
      </header>
      <DefinitionList look="stats" items={policy.short} />
      {drawing}
      <div className="mt-10 grid grid-cols-1 gap-x-16 gap-y-8 lg:mt-16 lg:grid-cols-[260px_1fr]">
        <nav aria-label={`Parts of ${policy.title}`}>
          <ol className="lg:sticky lg:top-[calc(var(--spacing-nav)+24px)]">
            {listed.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="grid min-h-[36px] max-md:min-h-11 grid-cols-[28px_1fr] items-center py-1 font-display text-base leading-snug text-muted hover:text-accent"
                >
                  <span className="text-faint" aria-hidden>
                    {index + 1}
                  </span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="divide-y divide-hairline max-lg:border-t max-lg:border-hairline">
          {policy.sections.map((section, index) => (
            <Part key={section.id} section={section} index={index + 1} />
          ))}
          {more && (
            <section id={more.id} aria-labelledby={`${more.id}-h`} className={part}>
              <PartTitle id={more.id} title={more.title} index={listed.length} />
              <div className={indent}>{more.content}</div>
            </section>
          )}
        </div>
      </div>
      <p className="mt-8 border-t border-hairline pt-6 text-sm text-faint">
        This page explains how this shop works. It isn’t legal advice.
        {earlier.length > 0 &&
          ` Earlier versions: ${earlier.map(versionWords).join(', ')}. Write to us for a copy.`}
      </p>
    </article>
  )
}

function versionWords({ version, since }: PolicyVersion): string {
  return `${version} (from ${formatCalendarDate(since)})`
}

function Part({ section, index }: { section: PolicySection; index: number }) {
  const { id, title, text, points = [], table, links = [] } = section
  return (
    <section id={id} aria-labelledby={`${id}-h`} className={part}>
      <PartTitle id={id} title={title} index={index} />
      <div className={`policy-prose prose ${indent}`}>
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
        {links.map(({ label, to }) => (
          <p key={to}>
            <a href={to}>{label}</a>
          </p>
        ))}
      </div>
      {table && <Rows title={title} {...table} />}
    </section>
  )
}

function PartTitle({ id, title, index }: { id: string; title: string; index: number }) {
  return (
    <h2 className="h2 grid grid-cols-[30px_1fr] items-baseline gap-4 text-2xl" id={`${id}-h`}>
      <span className="circled-number -translate-y-[3px]" aria-hidden>
        {index}
      </span>
      {title}
    </h2>
  )
}

/** Rows of facts: each names its thing and says the rest under small labels, on every width. */
function Rows({ title, head, rows }: { title: string } & NonNullable<PolicySection['table']>) {
  return (
    <ul className={`divide-y divide-hairline border-y border-hairline ${indent}`} aria-label={title}>
      {rows.map(([first, ...others]) => (
        <li key={first} className="grid gap-x-6 gap-y-2 py-4 lg:grid-cols-[4fr_8fr]">
          <h3 className="font-medium">{first}</h3>
          <dl className="grid gap-x-6 gap-y-2 text-muted lg:auto-cols-fr lg:grid-flow-col">
            {others.map((cell, index) => (
              <div key={head[index + 1]}>
                <dt className="label text-faint">{head[index + 1]}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
