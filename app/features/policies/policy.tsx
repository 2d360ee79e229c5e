import type { LoaderFunctionArgs } from 'react-router'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { pageMeta, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { isTextKey, type TextKey } from '../texts/rules.ts'
import type { CSSProperties } from 'react'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { isFormFiled } from '#app/features/orders/refunds.ts'
import { stages } from '#app/features/orders/rules.ts'
import { stageWords } from '#app/features/orders/stages.ts'
import { Markdown } from '#app/features/texts/markdown.tsx'
import { type ProgramVersion, programVersions, showPolicy } from '#app/features/texts/shown.server.ts'
import { listPublished } from '#app/features/texts/store.server.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export function loader({ context, request }: LoaderFunctionArgs) {
  const key = new URL(request.url).pathname.replace(/^\/([a-z]+).*$/, '$1')
  if (!isTextKey(key)) throw new Error(`There is no policy ${key}`)
  return showPolicyPage(context.get(shopContext), key)
}

type Loaded = Awaited<ReturnType<typeof loader>>

export const meta = pageMeta(({ key, text }: Loaded) => ({
  title: text.title,
  description: text.description,
  path: `/${key}`,
}))

export default function Policy({ loaderData }: { loaderData: Loaded }) {
  return <PolicyPage policy={loaderData} />
}

export async function showPolicyPage(shop: Shop, key: TextKey, written?: string) {
  const [text, published] = await Promise.all([showPolicy(shop, key, written), listPublished(shop.db, key)])
  const versions: ProgramVersion[] = [...published, ...programVersions(key)].map(({ version, since }) => ({
    version,
    since,
  }))
  return { publicUrl: shop.publicUrl, key, text, versions }
}

type Props = { policy: Awaited<ReturnType<typeof showPolicyPage>> }

const stamp = 'mt-1.5 font-display text-lg leading-snug font-book whitespace-nowrap'
const part = 'grid gap-6 py-10 lg:first:pt-0'
const indent = 'lg:ml-11'
const figure =
  'border-hairline py-6 max-lg:px-3 max-lg:odd:pl-0 max-lg:odd:last:col-span-full max-lg:even:border-l max-lg:nth-[n+3]:border-t lg:px-6 lg:first:pl-0 lg:not-first:border-l'

export function PolicyPage({ policy: { key, text, versions } }: Props) {
  const [current, ...earlier] = versions
  return (
    <article className="wrap py-section">
      <header className="mb-10 grid grid-cols-1 items-end gap-x-16 gap-y-6 lg:grid-cols-[1fr_auto]">
        <div className="grid gap-6">
          <h1 className="h1">{text.title}</h1>
          <p className="lead">{text.lead}</p>
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
      <dl
        className="grid grid-cols-2 border-y border-hairline lg:grid-cols-[repeat(var(--n),minmax(0,1fr))]"
        style={{ '--n': text.figures.length } as CSSProperties}
      >
        {text.figures.map(({ term, value, note }) => (
          <div className={figure} key={term}>
            <dt className="label mb-3 text-faint">{term}</dt>
            <dd className="font-display text-xl leading-tight font-book wrap-anywhere hyphens-auto lg:text-3xl">
              {value}
              {note && (
                <small className="mt-1.5 block font-text text-sm font-normal text-muted">{note}</small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {key === 'refunds' && <RefundTimeline />}
      <div className="mt-10 grid grid-cols-1 gap-x-16 gap-y-8 lg:mt-16 lg:grid-cols-[260px_1fr]">
        <nav aria-label={`Parts of ${text.title}`}>
          <ol className="lg:sticky lg:top-[calc(var(--spacing-nav)+24px)]">
            {text.parts.map(({ id, title }, index) => (
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
          {text.parts.map(({ id, title, blocks }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-h`} className={part}>
              <PartTitle id={id} title={title} index={index + 1} />
              {blocks.map((block, at) => (
                <div key={at} className={block.type === 'table' ? indent : `prose ${indent}`}>
                  <Markdown blocks={[block]} />
                </div>
              ))}
            </section>
          ))}
        </div>
      </div>
      <p className="mt-8 border-t border-hairline pt-6 text-sm text-faint">
        This page explains how this shop works. It isn’t legal advice.
        {earlier.length > 0 &&
          ` Earlier versions: ${earlier
            .map(({ version, since }) => `${version} (from ${formatCalendarDate(since)})`)
            .join(', ')}. Write to us for a copy.`}
      </p>
    </article>
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

function RefundTimeline() {
  return (
    <figure className="mt-10">
      <ol className="grid auto-cols-[minmax(0,1fr)] lg:grid-flow-col">
        {stages.map((stage) => {
          const isOwn = !isFormFiled(stage)
          const by = isOwn ? 'You, instantly' : stage === 'picked_up' ? 'Over' : 'Ask us'
          return (
            <li
              key={stage}
              className={`flex justify-between gap-4 py-3 pl-4 font-display text-base leading-snug wrap-anywhere hyphens-auto max-lg:border-l lg:block lg:border-t lg:pt-5 lg:pr-3 lg:pb-0 lg:pl-0 ${isOwn ? 'border-accent text-ink max-lg:border-l-2 lg:border-t-2' : 'border-dashed border-control text-muted'}`}
            >
              <span>{stageWords[stage].label}</span>
              <small className={`font-text text-sm lg:mt-1 lg:block ${isOwn ? 'text-accent' : 'text-faint'}`}>
                {by}
              </small>
            </li>
          )
        })}
      </ol>
      <figcaption className="mt-6 text-sm text-faint">
        Stages of a reservation and who refunds the deposit at each. Your order page shows which stage yours
        is in.
      </figcaption>
    </figure>
  )
}
