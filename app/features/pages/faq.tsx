import { JsonLd } from '#app/http/structured-data.tsx'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { Sources } from '#app/features/claims/sources.tsx'
import { Markdown } from '../texts/markdown.tsx'
import { groupsOf, sentencesOf, type TextGroup } from '../texts/rules.ts'
import { showText } from '../texts/shown.server.ts'
import { Section } from '#app/ui/section.tsx'
import { CtaButtons, PageHeader } from './components/page-header.tsx'
import { Questions } from './components/questions.tsx'
import type { Route } from './+types/faq'

const page = { title: 'FAQ', path: '/faq' }

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export const loader = ({ context }: Route.LoaderArgs) => showFaq(context.get(shopContext))

export async function showFaq(shop: Shop, written?: string) {
  return { publicUrl: shop.publicUrl, ...(await showText(shop, 'faq', written)) }
}

export const meta = pageMeta(({ text }: Awaited<ReturnType<typeof showFaq>>) => ({
  ...page,
  title: 'Frequently asked questions',
  picture: sharePath('learn'),
  description: text.description,
}))

export default function Faq({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { publicUrl, text, cited } = loaderData
  const groups = groupsOf(text)
  return (
    <>
      <JsonLd data={questionPage(groups)} />
      <PageHeader page={page} publicUrl={publicUrl} title={text.title} lead={text.lead} parts={groups} />
      {groups.map(({ id, title, blocks, parts }, index) => (
        <Section key={id} kind="facts" id={id} title={title} lead={<Markdown blocks={blocks} />}>
          <Questions
            name="question"
            startIndex={groups.slice(0, index).reduce((sum, group) => sum + group.parts.length, 0)}
            items={parts.map((part) => ({
              id: part.id,
              title: part.title,
              content: <Markdown blocks={part.blocks} />,
            }))}
          />
        </Section>
      ))}
      <Section
        kind="facts"
        id="more"
        title="Still have questions?"
        lead="Read our in-depth guides, or ask us."
      >
        <CtaButtons
          calls={[
            { label: 'Contact Support', to: '/contact' },
            { label: 'Learn about SBRs', to: '/learn' },
            { label: 'Process Guide', to: '/process-guide' },
          ]}
        />
      </Section>
      <Sources claims={Object.values(cited)} />
    </>
  )
}

function questionPage(groups: readonly TextGroup[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: groups.flatMap(({ parts }) =>
      parts.map(({ title, blocks }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: sentencesOf(blocks).join(' ') },
      })),
    ),
  }
}
